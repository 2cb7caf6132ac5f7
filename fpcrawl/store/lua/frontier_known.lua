-- Tells for each fingerprint whether it is queued or was done: 1 or 0.
-- ARGV: crawl, time, days that count as seen; fingerprints.
local known = {}
for n = 4, #ARGV do
    known[n - 3] = redis.call('HEXISTS', ARGV[1] .. ':rows', ARGV[n])
    if known[n - 3] == 0 and is_seen(ARGV[1], ARGV[n], tonumber(ARGV[2]), tonumber(ARGV[3])) then
        known[n - 3] = 1
    end
end
return known
