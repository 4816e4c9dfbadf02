-- Reserves as many impressions of each campaign for a visitor as its frequency caps allow.
-- KEYS[1]: hash of the visitor; field "<campaign>": times of impressions, field "<campaign>:reserved": times of pending
--   decisions; milliseconds since 1970, comma-separated
-- ARGV: the current time, milliseconds that a reservation lasts, maximum reservations of one campaign, then for each
--   campaign its id, its number of caps, and impressions and milliseconds of each cap
-- Returns the number of reservations made for each campaign.

-- Reservations that are further ahead were made by a node whose clock was wrong, and would not lapse in time.
local CLOCKS_DIFFER = 60000
local now, life, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function read(field, since, till)
  local times = {}
  for time in string.gmatch(redis.call("HGET", KEYS[1], field) or "", "%d+") do
    if tonumber(time) > since and tonumber(time) <= till then
      times[#times + 1] = time
    end
  end
  return times
end

local granted = {}
local at = 4
while at <= #ARGV do
  local field, caps = ARGV[at] .. ":reserved", tonumber(ARGV[at + 1])
  local seen, reserved, left = read(ARGV[at], 0, math.huge), read(field, now - life, now + CLOCKS_DIFFER), most
  for cap = 1, caps do
    local since = now - tonumber(ARGV[at + 2 * cap + 1])
    local count = #reserved
    for _, time in ipairs(seen) do
      if tonumber(time) > since then
        count = count + 1
      end
    end
    left = math.max(0, math.min(left, tonumber(ARGV[at + 2 * cap]) - count))
  end
  if left > 0 then
    for _ = 1, left do
      reserved[#reserved + 1] = ARGV[1]
    end
    redis.call("HSET", KEYS[1], field, table.concat(reserved, ","))
  end
  granted[#granted + 1] = left
  at = at + 2 + 2 * caps
end
-- Stored impressions may have a longer lifetime than reservations.
redis.call("PEXPIRE", KEYS[1], math.max(life, redis.call("PTTL", KEYS[1])))
return granted
