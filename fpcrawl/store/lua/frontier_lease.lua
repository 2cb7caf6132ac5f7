-- Hands out due rows, best first within a host, hosts in turn.
-- ARGV: crawl, worker, its number, time, until when pages to come back to count, most rows, number
-- of the first lease, most rows of a host; JSON of host -> most rows for those with another number.
-- Returns for each row its fingerprint and its text.
local crawl, worker, number = ARGV[1], ARGV[2], ARGV[3]
local now, limit, lease, share = ARGV[4], tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local shares = cjson.decode(ARGV[9])

-- The time of waiting rows has come; so many at once, so that others need not wait.
local PROMOTED = 256
local revisits = math.min(tonumber(now), tonumber(ARGV[5]))
for set, till in pairs({[':first'] = now, [':revisit'] = revisits}) do
    local due = redis.call('ZRANGEBYSCORE', crawl .. set, '-inf', till, 'LIMIT', 0, PROMOTED)
    for _, fingerprint in ipairs(due) do
        forget_wait(crawl, fingerprint)
        place_row(crawl, fingerprint, read_row(crawl, fingerprint), math.huge)
    end
end

local taken = {}

local function take(host, most)
    local key = crawl .. ':ready:' .. host
    local popped = redis.call('ZPOPMIN', key, most)
    for n = 1, #popped, 2 do
        local fingerprint = string.sub(popped[n], ID_BYTES + 1)
        redis.call('HSET', crawl .. ':leased', fingerprint, number .. ':' .. lease)
        redis.call('SADD', worker .. ':held', crawl .. fingerprint)
        lease = lease + 1
        taken[#taken + 1] = {fingerprint, redis.call('HGET', crawl .. ':rows', fingerprint)}
    end
    if redis.call('EXISTS', key) == 0 then
        redis.call('ZREM', crawl .. ':hosts', host)
    end
end

-- Workers share the turn, so that they begin with different hosts.
local turn = redis.call('GET', crawl .. ':turn') or ''
local reached = turn
local function go_round(from, to)
    while #taken < limit do
        local hosts = redis.call('ZRANGEBYLEX', crawl .. ':hosts', from, to, 'LIMIT', 0, 50)
        if #hosts == 0 then
            return
        end
        for _, host in ipairs(hosts) do
            local most = math.min(shares[host] or share, limit - #taken)
            if most > 0 then
                take(host, most)
                reached = host
            end
            if #taken >= limit then
                return
            end
        end
        from = '(' .. hosts[#hosts]
    end
end
go_round(turn == '' and '-' or '(' .. turn, '+')
if turn ~= '' then
    go_round('-', '[' .. turn)
end
if reached ~= turn then
    redis.call('SET', crawl .. ':turn', reached)
end
return taken
