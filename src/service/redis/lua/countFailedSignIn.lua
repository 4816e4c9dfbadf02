-- Counts a failed sign-in if requested, and returns the delay of the next attempt.
-- KEYS[1]: number of failures, and time of the last failure
-- ARGV: 1 to count, 0 to check; number of failures after which attempts are delayed; first delay, maximum delay and
--   lifetime of failures, in milliseconds
-- Returns milliseconds until the next attempt; 0: now.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if ARGV[1] == "1" then
  redis.call("HINCRBY", KEYS[1], "count", 1)
  redis.call("HSET", KEYS[1], "last", string.format("%.0f", now))
  redis.call("PEXPIRE", KEYS[1], ARGV[5])
end
local known = redis.call("HMGET", KEYS[1], "count", "last")
local count, last = tonumber(known[1] or "0"), tonumber(known[2] or "0")
if count < tonumber(ARGV[2]) then
  return 0
end
local delay = math.min(tonumber(ARGV[3]) * 2 ^ (count - tonumber(ARGV[2])), tonumber(ARGV[4]))
return math.max(0, last + delay - now)
