-- Returns for each fingerprint that has a row its text and whether it is leased.
-- ARGV: crawl, fingerprints.
local found = {}
for n = 2, #ARGV do
    local text = redis.call('HGET', ARGV[1] .. ':rows', ARGV[n])
    if text then
        found[#found + 1] = {text, redis.call('HEXISTS', ARGV[1] .. ':leased', ARGV[n])}
    end
end
return found
