-- Notes that the request of a turn is sent: the delay to the next one counts from now.
-- KEYS: time of the host's latest turn, turns under way, what this worker holds, the turn whose
-- request is being sent. ARGV: worker, turn.
local time = redis.call("TIME")
local member = ARGV[1] .. " " .. ARGV[2]
if redis.call("EXISTS", KEYS[1]) == 1 then
    local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
    redis.call("SET", KEYS[1], string.format("%.6f", now), "KEEPTTL")
end
if redis.call("GET", KEYS[4]) == member then
    redis.call("DEL", KEYS[4])
end
