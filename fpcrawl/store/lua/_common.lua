-- What several scripts need. A crawl is named by the beginning of its keys, as CRAWL below:
-- CRAWL:rows       hash, fingerprint -> the row as JSON
-- CRAWL:hosts      sorted set, all of one score: hosts with rows that may be leased now
-- CRAWL:ready:HOST sorted set, -priority -> number of the row and fingerprint: older ones first
-- CRAWL:first      sorted set, due -> rows that wait for their first or another try
-- CRAWL:revisit    sorted set, due -> rows that wait to be visited again
-- CRAWL:retrying   sorted set, due -> those of both that failed before
-- CRAWL:leased     hash, fingerprint -> the lease that holds it
-- CRAWL:lists      set: rows to come back to
-- CRAWL:seen:HEX   hash, rest of the fingerprint -> day on which it was done
local ID_BYTES, FINGERPRINT_BYTES = 6, 12
local DAY_S, PARKED = 86400, 8589934592

-- Times are kept to the millisecond: cjson writes 14 digits.
local function whole_ms(time)
    return math.floor(time * 1000 + 0.01) / 1000
end

local function read_row(crawl, fingerprint)
    local text = redis.call('HGET', crawl .. ':rows', fingerprint)
    return text and cjson.decode(text) or nil
end

local function keep_row(crawl, fingerprint, row)
    redis.call('HSET', crawl .. ':rows', fingerprint, cjson.encode(row))
end

local function ready_member(fingerprint, row)
    return struct.pack('>I' .. ID_BYTES, row.id) .. fingerprint
end

-- Have a row wait, or be ready if its time has come.
local function place_row(crawl, fingerprint, row, now)
    if row.due <= now then
        local key = crawl .. ':ready:' .. row.host
        redis.call('ZADD', key, -row.priority, ready_member(fingerprint, row))
        redis.call('ZADD', crawl .. ':hosts', 0, row.host)
        return
    end
    local again = row.recurring == 1 and row.visits > 0 and row.tries == 0
    redis.call('ZADD', crawl .. (again and ':revisit' or ':first'), row.due, fingerprint)
    if row.tries > 0 or row.failures > 0 then
        redis.call('ZADD', crawl .. ':retrying', row.due, fingerprint)
    end
end

local function forget_wait(crawl, fingerprint)
    redis.call('ZREM', crawl .. ':first', fingerprint)
    redis.call('ZREM', crawl .. ':revisit', fingerprint)
    redis.call('ZREM', crawl .. ':retrying', fingerprint)
end

-- Take a row that is not leased from where it was placed.
local function displace_row(crawl, fingerprint, row)
    forget_wait(crawl, fingerprint)
    local key = crawl .. ':ready:' .. row.host
    redis.call('ZREM', key, ready_member(fingerprint, row))
    if redis.call('EXISTS', key) == 0 then
        redis.call('ZREM', crawl .. ':hosts', row.host)
    end
end

-- The fingerprints done lie in small hashes, which Redis packs: some 20 bytes each. One that
-- grows is split in sixteen; its field "" says so. Expired ones go when theirs grows, and a
-- hash nobody has added to for so long goes as a whole.
local SEEN_FIELDS, SEEN_DEPTH = 96, 8

local function seen_hash(crawl, fingerprint)
    local hex = string.gsub(string.sub(fingerprint, 1, SEEN_DEPTH / 2), '.', function(letter)
        return string.format('%02x', string.byte(letter))
    end)
    local depth, key = 0
    repeat
        depth = depth + 1
        key = crawl .. ':seen:' .. string.sub(hex, 1, depth)
    until depth == SEEN_DEPTH or redis.call('HEXISTS', key, '') == 0
    return key, string.sub(fingerprint, 1 + math.floor(depth / 2)), depth
end

-- The oldest day that counts.
local function oldest_day(now, days)
    return math.floor(now / DAY_S) - days
end

local function is_seen(crawl, fingerprint, now, days)
    local key, field = seen_hash(crawl, fingerprint)
    local day = redis.call('HGET', key, field)
    return day and tonumber(day) >= oldest_day(now, days)
end

local function add_seen(crawl, fingerprint, day, now, days)
    local key, field, depth = seen_hash(crawl, fingerprint)
    redis.call('HSET', key, field, day)
    local stem = #key - depth
    for n = 1, depth do
        redis.call('EXPIRE', string.sub(key, 1, stem + n), (days + 1) * DAY_S)
    end
    if redis.call('HLEN', key) <= SEEN_FIELDS then
        return
    end
    local found = redis.call('HGETALL', key)
    local kept = {}
    for n = 1, #found, 2 do
        if tonumber(found[n + 1]) < oldest_day(now, days) then
            redis.call('HDEL', key, found[n])
        else
            kept[#kept + 1] = n
        end
    end
    if #kept <= SEEN_FIELDS / 2 or depth == SEEN_DEPTH then
        return
    end
    redis.call('DEL', key)
    redis.call('HSET', key, '', 1)
    redis.call('EXPIRE', key, (days + 1) * DAY_S)
    local first = string.sub(fingerprint, 1, math.floor(depth / 2))
    for _, n in ipairs(kept) do
        local below, rest = seen_hash(crawl, first .. found[n])
        redis.call('HSET', below, rest, found[n + 1])
        redis.call('EXPIRE', below, (days + 1) * DAY_S)
    end
end

-- End a lease; false if another holds the row by now.
local function end_lease(crawl, worker, fingerprint, token)
    if redis.call('HGET', crawl .. ':leased', fingerprint) ~= token then
        return false
    end
    redis.call('HDEL', crawl .. ':leased', fingerprint)
    redis.call('SREM', worker .. ':held', crawl .. fingerprint)
    redis.call('SREM', worker .. ':started', crawl .. fingerprint)
    return true
end

local function delete_row(crawl, fingerprint)
    redis.call('HDEL', crawl .. ':rows', fingerprint)
    redis.call('SREM', crawl .. ':lists', fingerprint)
end

local MAX_FAILURES = 1000

local function note_failure(crawl, url, reason, now, dropped)
    local known = redis.call('HGET', crawl .. ':failures', url)
    local count = known and cjson.decode(known)[2] or 0
    local told = cjson.encode({reason, count + 1, dropped and 1 or 0})
    redis.call('HSET', crawl .. ':failures', url, told)
    redis.call('ZADD', crawl .. ':failed', now, url)
    local over = redis.call('ZCARD', crawl .. ':failed') - MAX_FAILURES
    for _, old in ipairs(over > 0 and redis.call('ZRANGE', crawl .. ':failed', 0, over - 1) or {}) do
        redis.call('ZREM', crawl .. ':failed', old)
        redis.call('HDEL', crawl .. ':failures', old)
    end
end
