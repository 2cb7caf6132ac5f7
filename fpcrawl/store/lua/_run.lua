-- Runs the steps of a batch, one after the other; the last line of the one script.
-- KEYS[1]: where the number of the last batch of this worker stands.
-- ARGV[1]: the number of this batch; empty for a script that is run by itself.
-- Then for each step: its script, empty for a plain command; how many keys; how many other
-- words; and all these. Returns what the last step returned.
if ARGV[1] ~= '' then
    -- A reply was lost: the worker sends again what may have been done.
    if tonumber(ARGV[1]) <= tonumber(redis.call('GET', KEYS[1]) or 0) then
        return false
    end
    redis.call('SET', KEYS[1], ARGV[1], 'EX', 86400)
end
local at = 2
local function take(count)
    local words = {}
    for n = 1, count do
        words[n] = ARGV[at + n - 1]
    end
    at = at + count
    return words
end
local reply = false
while ARGV[at] do
    local name, keys, words = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    at = at + 3
    local given = take(keys)
    if name == '' then
        reply = redis.call(unpack(take(words)))
    else
        reply = scripts[name](given, take(words))
    end
end
return reply
