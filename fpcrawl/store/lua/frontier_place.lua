-- Tells where a request stands: state, due, visits. ARGV: crawl, fingerprint, time, days.
local crawl, fingerprint = ARGV[1], ARGV[2]
local row = read_row(crawl, fingerprint)
if not row then
    local done = is_seen(crawl, fingerprint, tonumber(ARGV[3]), tonumber(ARGV[4]))
    return done and {'done', '0', 0} or false
end
local state = 'leased'
if redis.call('HEXISTS', crawl .. ':leased', fingerprint) == 0 then
    local ready = redis.call('ZSCORE', crawl .. ':ready:' .. row.host, ready_member(fingerprint, row))
    state = ready and 'ready' or 'waiting'
end
return {state, string.format('%.17g', row.due), row.visits}
