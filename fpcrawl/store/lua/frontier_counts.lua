-- Counts the rows of a crawl: due, later, leased, retrying, parked. ARGV: crawl, time.
local crawl, now = ARGV[1], ARGV[2]
local function count(set, from, to)
    return redis.call('ZCOUNT', crawl .. set, from, to)
end
local later, parked = 0, 0
local before, after = '(' .. PARKED, '(' .. now
for _, set in ipairs({':first', ':revisit'}) do
    later = later + count(set, after, before)
    parked = parked + count(set, PARKED, '+inf')
end
local leased = redis.call('HLEN', crawl .. ':leased')
local due = redis.call('HLEN', crawl .. ':rows') - leased - later - parked
return {due, later, leased, count(':retrying', after, before), parked}
