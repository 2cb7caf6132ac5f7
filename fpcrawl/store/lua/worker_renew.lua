-- Prolongs the leases of a worker; 0 if it was taken for dead.
-- KEYS: hash of workers, sorted set of lease times. ARGV: its number, until when they stand.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
