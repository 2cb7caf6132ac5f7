-- Notes that requests were done. ARGV: crawl, days that count as seen, time; then for each:
-- fingerprint, day.
for n = 4, #ARGV, 2 do
    add_seen(ARGV[1], ARGV[n], ARGV[n + 1], tonumber(ARGV[3]), tonumber(ARGV[2]))
end
return false
