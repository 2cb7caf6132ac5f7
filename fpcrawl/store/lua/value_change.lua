-- Puts a value in the place of the one it was made of.
-- KEYS: hash, index of hashes, list of marks of changes that came too late.
-- ARGV: name of the hash, field, mark of this change ("" = it is tried again by itself), SHA-1 of
-- the old value ("" = none), SHA-1 of the new one ("" = it goes), the new value.
-- Returns 1 when the new value stands there, else 0.
local found = redis.call("HGET", KEYS[1], ARGV[2])
local digest = ""
if found then
    digest = redis.sha1hex(found)
end
if digest ~= ARGV[4] then
    if ARGV[3] ~= "" then
        redis.call("RPUSH", KEYS[3], ARGV[3])
        redis.call("EXPIRE", KEYS[3], 86400)
    end
    return 0
end
if ARGV[5] == "" then
    redis.call("HDEL", KEYS[1], ARGV[2])
    if redis.call("EXISTS", KEYS[1]) == 0 then
        redis.call("ZREM", KEYS[2], ARGV[1])
    end
else
    redis.call("HSET", KEYS[1], ARGV[2], ARGV[6])
    redis.call("ZADD", KEYS[2], 0, ARGV[1])
end
return 1
