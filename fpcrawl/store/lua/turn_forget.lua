-- Gives back all turns of a worker that died.
-- KEYS: what it holds.
-- ARGV: worker, what the keys of turns under way begin with (they share their node with the
-- others).
for _, held in ipairs(redis.call("SMEMBERS", KEYS[1])) do
    local turn, host = string.match(held, "^(%S+) (.*)$")
    redis.call("ZREM", ARGV[2] .. host, ARGV[1] .. " " .. turn)
end
redis.call("DEL", KEYS[1])
