-- Takes a turn at a host.
-- KEYS: time of the host's latest turn, turns under way, what this worker holds, the turn whose
-- request is being sent.
-- ARGV: worker, turn, host, delay in seconds, limit, seconds after which a turn that is not given
-- back is free, seconds after which the latest turn is forgotten, seconds that others wait for a
-- request that is being sent.
-- Returns how long to wait, -1 for a turn that somebody must give back first, 0 for one taken;
-- the time; the time of the turn before.
local time = redis.call("TIME")
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local member = ARGV[1] .. " " .. ARGV[2]
local latest = redis.call("GET", KEYS[1])
if redis.call("ZSCORE", KEYS[2], member) then
    return {"0", "", ""}
end
if latest then
    local wait = tonumber(ARGV[4]) - math.max(0, now - tonumber(latest))
    if wait > 0 then
        return {string.format("%.6f", wait), "", ""}
    end
end
redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now)
if redis.call("ZCARD", KEYS[2]) >= tonumber(ARGV[5]) then
    return {"-1", "", ""}
end
if tonumber(ARGV[4]) > 0 then
    if redis.call("EXISTS", KEYS[4]) == 1 then
        return {"-1", "", ""}
    end
    redis.call("SET", KEYS[4], member, "EX", ARGV[8])
end
local stamp = string.format("%.6f", now)
redis.call("SET", KEYS[1], stamp, "EX", math.ceil(tonumber(ARGV[7])))
redis.call("ZADD", KEYS[2], now + tonumber(ARGV[6]), member)
redis.call("EXPIRE", KEYS[2], math.ceil(tonumber(ARGV[6])))
redis.call("SADD", KEYS[3], ARGV[2] .. " " .. ARGV[3])
redis.call("EXPIRE", KEYS[3], math.ceil(tonumber(ARGV[6])))
return {"0", stamp, latest or ""}
