-- Moves rows to other levels of priority; returns how many were moved.
-- ARGV: crawl, priorities a level holds; then for each: fingerprint, level.
local crawl, step, moved = ARGV[1], tonumber(ARGV[2]), 0
for n = 3, #ARGV, 2 do
    local fingerprint, level = ARGV[n], tonumber(ARGV[n + 1])
    local row = read_row(crawl, fingerprint)
    if row and math.floor(row.priority / step) ~= level then
        row.priority = level * step + row.priority % step
        keep_row(crawl, fingerprint, row)
        local key, member = crawl .. ':ready:' .. row.host, ready_member(fingerprint, row)
        redis.call('ZADD', key, 'XX', -row.priority, member)
        moved = moved + 1
    end
end
return moved
