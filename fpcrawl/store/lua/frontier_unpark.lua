-- Makes rows due that wait for a login, and lists that wait to be tried again; returns how many,
-- at most 500 at once. ARGV: crawl, time.
local crawl, now, woken = ARGV[1], tonumber(ARGV[2]), 0
local function wake(fingerprint, row)
    forget_wait(crawl, fingerprint)
    row.due = whole_ms(now)
    keep_row(crawl, fingerprint, row)
    place_row(crawl, fingerprint, row, now)
    woken = woken + 1
end
for _, set in ipairs({':first', ':revisit'}) do
    for _, fingerprint in ipairs(
        redis.call('ZRANGEBYSCORE', crawl .. set, PARKED, '+inf', 'LIMIT', 0, 250)
    ) do
        wake(fingerprint, read_row(crawl, fingerprint))
    end
end
if woken == 0 then
    for _, fingerprint in ipairs(redis.call('ZRANGE', crawl .. ':retrying', 0, -1)) do
        local row = read_row(crawl, fingerprint)
        if row.recurring == 1 and row.tries > 0 then
            wake(fingerprint, row)
        end
    end
    return -woken
end
return woken
