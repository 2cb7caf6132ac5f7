-- Makes rows due that wait for a login; returns how many.
-- ARGV: crawl, time; how many at most, from both ends of their line, or 0: all, at most 500 at
-- once, and lists that wait to be tried again.
local crawl, now, limit, woken = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), 0
local function wake(fingerprint, tries)
    local row = read_row(crawl, fingerprint)
    forget_wait(crawl, fingerprint)
    row.due, row.tries = whole_ms(now), tries or row.tries
    keep_row(crawl, fingerprint, row)
    place_row(crawl, fingerprint, row, now)
    woken = woken + 1
end
if limit > 0 then
    -- -1 tries tell whoever leases them.
    local key, half = crawl .. ':first', math.floor(limit / 2)
    local last = redis.call('ZREVRANGEBYSCORE', key, '+inf', PARKED, 'LIMIT', 0, half)
    for _, fingerprint in ipairs(last) do
        wake(fingerprint, -1)
    end
    local first = redis.call('ZRANGEBYSCORE', key, PARKED, '+inf', 'LIMIT', 0, limit - half)
    for _, fingerprint in ipairs(first) do
        wake(fingerprint, -1)
    end
    return woken
end
for _, set in ipairs({':first', ':revisit'}) do
    for _, fingerprint in ipairs(
        redis.call('ZRANGEBYSCORE', crawl .. set, PARKED, '+inf', 'LIMIT', 0, 250)
    ) do
        wake(fingerprint)
    end
end
if woken == 0 then
    for _, fingerprint in ipairs(redis.call('ZRANGE', crawl .. ':retrying', 0, -1)) do
        local row = read_row(crawl, fingerprint)
        if row.recurring == 1 and row.tries > 0 then
            wake(fingerprint)
        end
    end
    return -woken
end
return woken
