-- Tells whether there is work now, or first-time work by some time; 1 or 0.
-- ARGV: crawl, time, that time, until when pages to come back to count, JSON list of closed hosts.
local crawl, now = ARGV[1], tonumber(ARGV[2])
local till = math.max(now, tonumber(ARGV[3]))
if redis.call('EXISTS', crawl .. ':leased') == 1 then
    return 1
end
local closed, count = {}, 0
for _, host in ipairs(cjson.decode(ARGV[5])) do
    closed[host], count = true, count + 1
end
for _, host in ipairs(redis.call('ZRANGE', crawl .. ':hosts', 0, count)) do
    if not closed[host] then
        return 1
    end
end
-- Few wait for so short a time; of very many some host will be open.
local MOST = 2000
local sets = {[':first'] = till, [':revisit'] = math.min(now, tonumber(ARGV[4]))}
for set, latest in pairs(sets) do
    local found = redis.call('ZRANGEBYSCORE', crawl .. set, '-inf', latest, 'LIMIT', 0, MOST)
    if #found > 0 and (count == 0 or #found == MOST) then
        return 1
    end
    for _, fingerprint in ipairs(found) do
        if not closed[read_row(crawl, fingerprint).host] then
            return 1
        end
    end
end
return 0
