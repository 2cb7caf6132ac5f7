-- Ends a lease: the row comes again, or is done.
-- ARGV: crawl, worker, fingerprint, lease; outcome, time, days that count as seen; when it is due
-- again if it is done once, and if one comes back to it ("" = never); whether it is planned to come
-- back; failures in a row; whether it was fetched well, ETag, Last-Modified ("" = none); how many
-- patches are merged into the payload that follows; reason of the failure ("" = none); URL; whether
-- earlier failures are to be forgotten.
local crawl, worker, fingerprint, token, outcome = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local now, days = tonumber(ARGV[6]), tonumber(ARGV[7])
if not end_lease(crawl, worker, fingerprint, token) then
    return 0
end
local row = read_row(crawl, fingerprint)
if ARGV[10] == '1' then
    row.recurring = 1
end
local due = tonumber(row.recurring == 1 and ARGV[9] or ARGV[8])
redis.call('HINCRBY', crawl .. ':counters', 'outcome/' .. outcome, 1)
if ARGV[17] ~= '' then
    note_failure(crawl, ARGV[18], ARGV[17], now, not due)
elseif ARGV[19] == '1' then
    redis.call('HDEL', crawl .. ':failures', ARGV[18])
    redis.call('ZREM', crawl .. ':failed', ARGV[18])
end
if row.again then
    due = math.min(due or row.again, row.again)
end
if not due then
    delete_row(crawl, fingerprint)
    add_seen(crawl, fingerprint, math.floor(now / DAY_S), now, days)
    return 1
end
row.due, row.failures, row.tries, row.again = whole_ms(due), tonumber(ARGV[11]), 0, nil
row.host = row.detour_host or row.host
row.detour, row.detour_url, row.detour_host, row.crashes = nil, nil, nil, nil
if ARGV[12] == '1' then
    row.visits, row.last_done = row.visits + 1, whole_ms(now)
    row.etag = ARGV[13] ~= '' and ARGV[13] or nil
    row.last_modified = ARGV[14] ~= '' and ARGV[14] or nil
end
local merged = tonumber(ARGV[15])
if merged > 0 and row.patches then
    row.payload = ARGV[16]
    for _ = 1, math.min(merged, #row.patches) do
        table.remove(row.patches, 1)
    end
    if #row.patches == 0 then
        row.patches = nil
    end
end
if row.recurring == 1 then
    redis.call('SADD', crawl .. ':lists', fingerprint)
end
keep_row(crawl, fingerprint, row)
-- One to come back to waits even if its time has come: whether this run still visits it is decided
-- when rows are leased.
place_row(crawl, fingerprint, row, row.recurring == 1 and -math.huge or now)
return 1
