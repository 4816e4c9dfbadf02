-- Counts a request of a key within the limits of all windows, by Redis' clock.
-- KEYS[1]: microseconds of the counted requests, oldest first
-- ARGV: limit, window in milliseconds, 1 to count or 0 to check, then limit and window of each shorter window
-- Returns whether the request is allowed, the number of counted requests, and milliseconds until the oldest one leaves the
--   window.
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local oldest = tonumber(redis.call("LINDEX", KEYS[1], 0))
while oldest and oldest <= now - window * 1000 do
  redis.call("LPOP", KEYS[1])
  oldest = tonumber(redis.call("LINDEX", KEYS[1], 0))
end
local used = redis.call("LLEN", KEYS[1])
local allowed = used < limit
for at = 4, #ARGV, 2 do
  local last = tonumber(redis.call("LINDEX", KEYS[1], -tonumber(ARGV[at])))
  if last and last > now - tonumber(ARGV[at + 1]) * 1000 then
    allowed = false
  end
end
if allowed and ARGV[3] == "1" then
  redis.call("RPUSH", KEYS[1], string.format("%.0f", now))
  redis.call("PEXPIRE", KEYS[1], window + 1000)
  used = used + 1
  oldest = oldest or now
end
local wait = oldest and math.ceil((oldest - now) / 1000) + window or window
return { allowed and 1 or 0, used, wait }
