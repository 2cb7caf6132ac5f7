-- Puts a leased row back to be tried again.
-- ARGV: crawl, worker, fingerprint, lease, time, due, payload until its ack ("" = as before).
local crawl, fingerprint = ARGV[1], ARGV[3]
if not end_lease(crawl, ARGV[2], fingerprint, ARGV[4]) then
    return 0
end
local row = read_row(crawl, fingerprint)
row.due, row.tries, row.crashes = whole_ms(tonumber(ARGV[6])), row.tries + 1, nil
if ARGV[7] ~= '' then
    row.detour = ARGV[7]
end
keep_row(crawl, fingerprint, row)
place_row(crawl, fingerprint, row, tonumber(ARGV[5]))
return 1
