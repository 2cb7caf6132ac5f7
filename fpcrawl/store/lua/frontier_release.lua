-- Puts leased rows back as they were. ARGV: crawl, worker; then for each: fingerprint, lease.
local crawl, released = ARGV[1], 0
for n = 3, #ARGV, 2 do
    if end_lease(crawl, ARGV[2], ARGV[n], ARGV[n + 1]) then
        place_row(crawl, ARGV[n], read_row(crawl, ARGV[n]), math.huge)
        released = released + 1
    end
end
return released
