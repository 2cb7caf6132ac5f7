-- Adds rows that are not known, or renews those that are to be done again.
-- KEYS: set of crawls, counter of rows. ARGV: crawl, its name, days that count as seen; then for
-- each row: time, fingerprint, force, not before, priority, recurring, role, host, URL, payload.
local crawl, days = ARGV[1], tonumber(ARGV[3])
redis.call('SADD', KEYS[1], ARGV[2])

local function insert(fingerprint, row, now)
    row.id = redis.call('INCR', KEYS[2])
    row.tries, row.failures, row.visits = 0, 0, 0
    keep_row(crawl, fingerprint, row)
    place_row(crawl, fingerprint, row, now)
end

-- What an entry adds to the payload is merged by whoever leases the row: cjson would change it.
local function renew(fingerprint, row, entry, now)
    local patches = row.patches or {}
    if entry.payload ~= (patches[#patches] or row.payload) then
        if #patches >= 8 then
            table.remove(patches, 1)
        end
        patches[#patches + 1] = entry.payload
        row.patches = patches
    end
    row.recurring = math.max(row.recurring, entry.recurring)
    if redis.call('HEXISTS', crawl .. ':leased', fingerprint) == 1 then
        row.again = math.min(row.again or entry.due, entry.due)
    else
        displace_row(crawl, fingerprint, row)
        -- Of one never fetched the address may have the wrong scheme.
        if row.visits == 0 and not row.detour_url then
            row.url, row.host = entry.url, entry.host
        end
        row.due = math.min(row.due, entry.due)
        row.priority = entry.priority
        place_row(crawl, fingerprint, row, now)
    end
    keep_row(crawl, fingerprint, row)
end

for n = 4, #ARGV, 10 do
    local now, fingerprint, force = tonumber(ARGV[n]), ARGV[n + 1], ARGV[n + 2] == '1'
    local entry = {
        due = whole_ms(math.max(tonumber(ARGV[n + 3]), 0)),
        priority = tonumber(ARGV[n + 4]),
        recurring = tonumber(ARGV[n + 5]),
        role = ARGV[n + 6],
        host = ARGV[n + 7],
        url = ARGV[n + 8],
        payload = ARGV[n + 9]
    }
    if entry.due == 0 then
        entry.due = whole_ms(now)
    end
    local row = read_row(crawl, fingerprint)
    if row and force then
        renew(fingerprint, row, entry, now)
    elseif not row and (force or not is_seen(crawl, fingerprint, now, days)) then
        insert(fingerprint, entry, now)
    end
    if entry.recurring == 1 and (row and force or entry.id) then
        redis.call('SADD', crawl .. ':lists', fingerprint)
    end
end
return false
