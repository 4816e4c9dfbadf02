-- Counts an impression of a campaign for a visitor, and ends the reservation of its decision.
-- releaseVisitorImpressions.lua ends unused reservations.
-- KEYS[1]: as in reserveVisitorImpressions.lua
-- ARGV: campaign, time of the impression in milliseconds since 1970, maximum number of stored times, their lifetime in
--   milliseconds, time of the decision or ""
local field, kept, isFound = ARGV[1] .. ":reserved", {}, false
for time in string.gmatch(redis.call("HGET", KEYS[1], field) or "", "%d+") do
  if time == ARGV[5] and not isFound then
    isFound = true
  else
    kept[#kept + 1] = time
  end
end
if isFound and #kept > 0 then
  redis.call("HSET", KEYS[1], field, table.concat(kept, ","))
elseif isFound then
  redis.call("HDEL", KEYS[1], field)
end
local times = {}
for time in string.gmatch(redis.call("HGET", KEYS[1], ARGV[1]) or "", "%d+") do
  times[#times + 1] = time
end
times[#times + 1] = ARGV[2]
table.sort(times, function(a, b) return tonumber(a) < tonumber(b) end)
while #times > tonumber(ARGV[3]) do
  table.remove(times, 1)
end
redis.call("HSET", KEYS[1], ARGV[1], table.concat(times, ","))
-- Times of another campaign may have a longer lifetime.
redis.call("PEXPIRE", KEYS[1], math.max(tonumber(ARGV[4]), redis.call("PTTL", KEYS[1])))
return 1
