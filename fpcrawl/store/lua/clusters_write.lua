-- Writes rows of clusters if those they were made of stand there unchanged.
-- KEYS: index, version, mark of this writer's last change, the rows that were read, the rows to be
-- written. ARGV: mark of this change, how many rows were read, their versions (0 = none), and of
-- each row to be written core, cluster, pages, votes, merged_into, viewed, whether it is added to
-- what stands there, view, number of parts of its sums, and these.
-- Returns the version of the first row written, the others follow; 0 when a row has changed.
local read = tonumber(ARGV[2])
local last = redis.call("GET", KEYS[3])
if last then
    local mark, first = string.match(last, "^(%d+) (%d+)$")
    if mark == ARGV[1] then
        return tonumber(first)
    end
end
for n = 1, read do
    local found = redis.call("HGET", KEYS[3 + n], "version") or "0"
    if found ~= ARGV[2 + n] then
        return 0
    end
end
local version = tonumber(redis.call("GET", KEYS[2]) or "0")
local first = version + 1
local at = 3 + read
local n = 3 + read
while ARGV[at] do
    version = version + 1
    n = n + 1
    if ARGV[at + 6] == "0" then
        redis.call("DEL", KEYS[n])
        redis.call("HSET", KEYS[n], "view", ARGV[at + 7])
    end
    redis.call(
        "HSET", KEYS[n], "version", version, "cluster", ARGV[at + 1], "pages", ARGV[at + 2],
        "votes", ARGV[at + 3], "merged_into", ARGV[at + 4], "viewed", ARGV[at + 5]
    )
    redis.call("ZADD", KEYS[1], version, ARGV[at])
    local parts = tonumber(ARGV[at + 8])
    for part = 1, parts do
        redis.call("HSET", KEYS[n], "sums:" .. version .. ":" .. part, ARGV[at + 8 + part])
    end
    at = at + 9 + parts
end
redis.call("SET", KEYS[2], version)
redis.call("SET", KEYS[3], ARGV[1] .. " " .. first, "EX", 3600)
return first
