-- Gives a worker its number. KEYS: counter, hash of workers, sorted set of lease times.
-- ARGV: what is known of it as JSON, until when its leases stand.
local number = redis.call('INCR', KEYS[1])
redis.call('HSET', KEYS[2], number, ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[2], number)
return number
