-- Adds rows that were rows elsewhere.
-- KEYS: set of crawls, counter of rows. ARGV: crawl, its name, time; then for each row its
-- fingerprint and its text, without a number.
local crawl, now = ARGV[1], tonumber(ARGV[3])
redis.call('SADD', KEYS[1], ARGV[2])
for n = 4, #ARGV, 2 do
    local fingerprint, row = ARGV[n], cjson.decode(ARGV[n + 1])
    local before = read_row(crawl, fingerprint)
    if before then
        displace_row(crawl, fingerprint, before)
    end
    row.id = redis.call('INCR', KEYS[2])
    row.due = whole_ms(row.due)
    keep_row(crawl, fingerprint, row)
    place_row(crawl, fingerprint, row, now)
    if row.recurring == 1 then
        redis.call('SADD', crawl .. ':lists', fingerprint)
    end
end
return false
