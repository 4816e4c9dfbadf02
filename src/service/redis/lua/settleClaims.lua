-- Ends claims. Their events are on disk and count from now on, or could not be stored and do not count.
-- KEYS[1]: claims by number and kind; KEYS[2...]: counted numbers of a page as bits, for each kind
-- ARGV: number, bit, claimant, 1 when stored or 0, milliseconds that keys live, kinds...
-- Returns for each kind 1: counted now, 0: another node counted the event meanwhile, or the event was not stored.
local number, bit, token = ARGV[1], ARGV[2], ARGV[3]
local results = {}
for at = 2, #KEYS do
  local field = number .. ":" .. ARGV[at + 4]
  local claim = redis.call("HGET", KEYS[1], field)
  if ARGV[4] == "1" then
    results[at - 1] = 1 - redis.call("SETBIT", KEYS[at], bit, 1)
    redis.call("PEXPIRE", KEYS[at], ARGV[5])
    redis.call("HDEL", KEYS[1], field)
  else
    results[at - 1] = 0
    if claim and string.match(claim, " (.*)$") == token then
      redis.call("HDEL", KEYS[1], field)
    end
  end
end
return results
