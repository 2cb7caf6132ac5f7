-- Puts rows of a dead worker back, some 500 at once; those that several died of are set aside.
-- KEYS: hash of workers, sorted set of lease times, turns at hosts that it holds.
-- ARGV: number of the worker, its key, time, whether it crashed, "1" if only its lease time tells;
-- crashes after which a row is set aside, for how long, failures after which it is dropped, days
-- that count as seen, what the keys of turns under way begin with. Returns how many were put back, whether that were all, and of each that is
-- set aside its URL and crashes.
local number, worker, now, crashed = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1'
local most, aside_s, last, days = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]
if ARGV[5] == '1' then
    -- It may have been heard of since we looked.
    local till = redis.call('ZSCORE', KEYS[2], number)
    if till and tonumber(till) >= now then
        return {0, 1, {}}
    end
end

local aside = {}
local function set_aside(crawl, fingerprint, row)
    aside[#aside + 1] = row.url
    aside[#aside + 1] = row.crashes
    local dropped = row.failures >= last and row.recurring == 0
    note_failure(crawl, row.url, 'poison', now, dropped)
    redis.call('HINCRBY', crawl .. ':counters', 'outcome/poison', 1)
    if dropped then
        delete_row(crawl, fingerprint)
        add_seen(crawl, fingerprint, math.floor(now / DAY_S), now, tonumber(days))
        return
    end
    row.due, row.failures = whole_ms(now + aside_s), row.failures + 1
    keep_row(crawl, fingerprint, row)
    place_row(crawl, fingerprint, row, now)
end

local held = redis.call('SPOP', worker .. ':held', 500)
for _, name in ipairs(held) do
    local fingerprint = string.sub(name, -FINGERPRINT_BYTES)
    local crawl = string.sub(name, 1, -FINGERPRINT_BYTES - 1)
    local started = redis.call('SREM', worker .. ':started', name) == 1
    local row = read_row(crawl, fingerprint)
    redis.call('HDEL', crawl .. ':leased', fingerprint)
    if started and crashed then
        row.crashes = (row.crashes or 0) + 1
        keep_row(crawl, fingerprint, row)
    end
    if started and crashed and row.crashes >= most then
        set_aside(crawl, fingerprint, row)
    else
        place_row(crawl, fingerprint, row, math.huge)
    end
end
if redis.call('EXISTS', worker .. ':held') == 1 then
    return {#held, 0, aside}
end
redis.call('DEL', worker .. ':started')
-- With the last of it: who buries it may be killed, and nobody comes back to it.
scripts['turn_forget']({KEYS[3]}, {number, ARGV[10]})
redis.call('HDEL', KEYS[1], number)
redis.call('ZREM', KEYS[2], number)
return {#held, 1, aside}
