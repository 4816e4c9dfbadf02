-- Counts a failed attempt to sign in, unless somebody has to wait for the next.
-- KEYS[1]: how many failed, and when the last did
-- ARGV: 1 to count, 0 to look, -1 to take one back; failures without a delay; the first delay, the longest one, and how
--   long failures are kept, in milliseconds
-- Returns milliseconds until the next attempt; 0: now.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local known = redis.call("HMGET", KEYS[1], "count", "last")
local count, last = tonumber(known[1] or "0"), tonumber(known[2] or "0")
if ARGV[1] == "-1" then
  if count > 0 then
    redis.call("HINCRBY", KEYS[1], "count", -1)
  end
  return 0
end
if count >= tonumber(ARGV[2]) then
  local delay = math.min(tonumber(ARGV[3]) * 2 ^ (count - tonumber(ARGV[2])), tonumber(ARGV[4]))
  if last + delay > now then
    return last + delay - now
  end
end
if ARGV[1] == "1" then
  redis.call("HSET", KEYS[1], "count", count + 1, "last", string.format("%.0f", now))
  redis.call("PEXPIRE", KEYS[1], ARGV[5])
end
return 0
