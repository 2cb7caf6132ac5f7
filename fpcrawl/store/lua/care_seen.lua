-- Adds pages that were done elsewhere.
-- KEYS: set of crawls. ARGV: crawl, its name, time, days that count as seen; then for each page its
-- fingerprint and the day.
redis.call('SADD', KEYS[1], ARGV[2])
for n = 5, #ARGV, 2 do
    add_seen(ARGV[1], ARGV[n], ARGV[n + 1], tonumber(ARGV[3]), tonumber(ARGV[4]))
end
return false
