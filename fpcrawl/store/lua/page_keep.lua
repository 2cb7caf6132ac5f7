-- Keeps a page, in the place of an earlier one of its address.
-- KEYS: where pages are kept. ARGV: crawl, role, cluster, url, what else is told of it, the
-- template that has read it, until when it is held ("" = not), its bytes, and how many of one
-- crawl, role and cluster that are not held stay, of those that a template reads and of the others.
local kept = KEYS[1]
local crawl, role, cluster, url = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local urls = kept .. ":urls:" .. crawl
local all = kept .. ":all:" .. crawl
local holding = kept .. ":held:" .. crawl
local function drop(number)
    local key = kept .. ":page:" .. number
    local page = redis.call("HMGET", key, "role", "cluster", "url")
    if page[1] then
        redis.call("ZREM", kept .. ":role:" .. page[1] .. ":" .. crawl, number)
        redis.call("ZREM", kept .. ":cluster:" .. page[1] .. ":" .. page[2] .. ":" .. crawl, number)
        redis.call("HDEL", urls, page[3])
    end
    redis.call("ZREM", all, number)
    redis.call("ZREM", holding, number)
    redis.call("DEL", key)
end
local before = redis.call("HGET", urls, url)
if before then
    drop(before)
end
local number = redis.call("INCR", kept .. ":number")
redis.call(
    "HSET", kept .. ":page:" .. number, "crawl", crawl, "role", role, "cluster", cluster,
    "url", url, "about", ARGV[5], "template", ARGV[6], "held", ARGV[7], "body", ARGV[8]
)
redis.call("HSET", urls, url, number)
redis.call("SADD", kept .. ":crawls", crawl)
redis.call("ZADD", all, number, number)
redis.call("ZADD", kept .. ":role:" .. role .. ":" .. crawl, number, number)
local alike = kept .. ":cluster:" .. role .. ":" .. cluster .. ":" .. crawl
redis.call("ZADD", alike, number, number)
if ARGV[7] ~= "" then
    redis.call("ZADD", holding, ARGV[7], number)
end
local left = tonumber(ARGV[9])
for _, other in ipairs(redis.call("ZREVRANGE", alike, 0, -1)) do
    local page = redis.call("HMGET", kept .. ":page:" .. other, "template", "held")
    if page[2] == "" and (page[1] == "") == (ARGV[6] == "") then
        left = left - 1
        if left < 0 then
            drop(other)
        end
    end
end
return number
