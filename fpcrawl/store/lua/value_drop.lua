-- Removes a value.
-- KEYS: hash, index of hashes. ARGV: name of the hash, field.
local gone = redis.call("HDEL", KEYS[1], ARGV[2])
if redis.call("EXISTS", KEYS[1]) == 0 then
    redis.call("ZREM", KEYS[2], ARGV[1])
end
return gone
