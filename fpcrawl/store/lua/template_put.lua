-- Writes a version of a template.
-- KEYS: templates, how they fare, their changes, number of the latest change.
-- ARGV: name of the version, the template, how it fares ("" = not known).
local change = redis.call("INCR", KEYS[4])
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] == "" then
    redis.call("HDEL", KEYS[2], ARGV[1])
else
    redis.call("HSET", KEYS[2], ARGV[1], ARGV[3])
end
redis.call("ZADD", KEYS[3], change, ARGV[1])
return change
