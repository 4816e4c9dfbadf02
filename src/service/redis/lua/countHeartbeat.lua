-- Counts a heartbeat of a service start. A count lower than expected means that Redis lost changes.
-- KEYS[1]: for each start: count, time of the last heartbeat, and 1 if the start knows the data of the budgets, else 0
-- ARGV: start, 1 or 0 as above, milliseconds for which a start counts as alive, milliseconds after which a start is dropped
-- Returns the count, and the number of other live starts that know the data of the budgets.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local count, others = 1, 0
local starts = redis.call("HGETALL", KEYS[1])
for at = 1, #starts, 2 do
  local before, last, knows = string.match(starts[at + 1], "^(%d+) (%d+) (%d)$")
  local age = math.abs(now - tonumber(last))
  if starts[at] == ARGV[1] then
    count = tonumber(before) + 1
  elseif age > tonumber(ARGV[4]) then
    redis.call("HDEL", KEYS[1], starts[at])
  elseif age <= tonumber(ARGV[3]) and knows == "1" then
    others = others + 1
  end
end
redis.call("HSET", KEYS[1], ARGV[1], string.format("%d %.0f %s", count, now, ARGV[2]))
return { count, others }
