-- Gives a turn back.
-- KEYS: time of the host's latest turn, turns under way, what this worker holds, the turn whose
-- request is being sent.
-- ARGV: worker, turn, host, the time at which it was taken ("" = it was used), the time of the
-- turn before ("" = none is known).
redis.call("ZREM", KEYS[2], ARGV[1] .. " " .. ARGV[2])
redis.call("SREM", KEYS[3], ARGV[2] .. " " .. ARGV[3])
if redis.call("GET", KEYS[4]) == ARGV[1] .. " " .. ARGV[2] then
    redis.call("DEL", KEYS[4])
end
if ARGV[4] ~= "" and redis.call("GET", KEYS[1]) == ARGV[4] then
    if ARGV[5] == "" then
        redis.call("DEL", KEYS[1])
    else
        redis.call("SET", KEYS[1], ARGV[5], "KEEPTTL")
    end
end
