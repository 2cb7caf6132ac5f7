-- Remembers a page of a thread.
-- KEYS: the thread. ARGV: number of the page, its address, its posts, how much it is of the topic
-- ("" = what was known of that stays), seconds after which the thread is forgotten.
local topic = ARGV[4]
if topic == "" then
    local found = redis.call("HGET", KEYS[1], ARGV[1])
    topic = found and string.match(found, "([^\n]*)$") or ""
end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2] .. "\n" .. ARGV[3] .. "\n" .. topic)
redis.call("EXPIRE", KEYS[1], ARGV[5])
return 1
