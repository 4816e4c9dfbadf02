-- Ends claims. Their events are on disk and count from now on, or could not be stored and do not count.
-- KEYS[1]: claims by number and kind; KEYS[2...]: counted numbers of a page, for each kind
-- ARGV: number, number within the page, claimant, 1 when stored or 0, milliseconds that keys live,
--   form of the counted numbers (bits or set), kinds...
-- Returns for each kind 1: counted now, 0: another node counted the event meanwhile, or the event was not stored.
local number, place, token = ARGV[1], ARGV[2], ARGV[3]
local results = {}
for at = 2, #KEYS do
  local field = number .. ":" .. ARGV[at + 5]
  local claim = redis.call("HGET", KEYS[1], field)
  if ARGV[4] == "1" then
    if ARGV[6] == "set" then
      results[at - 1] = redis.call("SADD", KEYS[at], place)
    else
      results[at - 1] = 1 - redis.call("SETBIT", KEYS[at], place, 1)
    end
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
