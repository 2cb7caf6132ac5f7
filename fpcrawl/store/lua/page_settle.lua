-- Notes which template has read a kept page, and that it is not held any more.
-- KEYS: where pages are kept. ARGV: number of the page, its crawl, name of the template.
local page = KEYS[1] .. ":page:" .. ARGV[1]
if redis.call("EXISTS", page) == 1 then
    redis.call("HSET", page, "template", ARGV[3], "held", "")
end
redis.call("ZREM", KEYS[1] .. ":held:" .. ARGV[2], ARGV[1])
return 1
