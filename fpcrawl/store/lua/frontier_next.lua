-- Tells when the next row is due that waits for its time.
-- ARGV: crawl, until when pages to come back to count, "1" to look at ready ones too.
local crawl, found = ARGV[1], math.huge
for set, till in pairs({[':first'] = math.huge, [':revisit'] = tonumber(ARGV[2])}) do
    local next = redis.call('ZRANGE', crawl .. set, 0, 0, 'WITHSCORES')
    local due = tonumber(next[2])
    if due and due <= till and due < PARKED then
        found = math.min(found, due)
    end
end
if ARGV[3] == '1' then
    local host = redis.call('ZRANGE', crawl .. ':hosts', 0, 0)[1]
    local ready = host and redis.call('ZRANGE', crawl .. ':ready:' .. host, 0, 0)[1]
    if ready then
        found = math.min(found, read_row(crawl, string.sub(ready, ID_BYTES + 1)).due)
    end
end
return found < math.huge and string.format('%.17g', found) or false
