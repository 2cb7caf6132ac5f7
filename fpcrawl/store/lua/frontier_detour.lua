-- Puts a leased row back with another address for once.
-- ARGV: crawl, worker, fingerprint, lease, time, URL, host, payload.
local crawl, fingerprint, now = ARGV[1], ARGV[3], tonumber(ARGV[5])
if not end_lease(crawl, ARGV[2], fingerprint, ARGV[4]) then
    return 0
end
local row = read_row(crawl, fingerprint)
row.due, row.crashes = whole_ms(now), nil
row.detour_url, row.detour, row.detour_host = ARGV[6], ARGV[8], row.detour_host or row.host
row.host = ARGV[7]
keep_row(crawl, fingerprint, row)
place_row(crawl, fingerprint, row, now)
return 1
