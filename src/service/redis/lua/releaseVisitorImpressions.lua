-- Releases unused reservations of impressions for a visitor.
-- countVisitorImpression.lua ends the reservation of an impression that is counted.
-- KEYS[1]: as in reserveVisitorImpressions.lua
-- ARGV: time of the decision, then for each campaign its id and the number of reservations to end
local ended = 0
for at = 2, #ARGV, 2 do
  local field, excess, kept = ARGV[at] .. ":reserved", tonumber(ARGV[at + 1]), {}
  for time in string.gmatch(redis.call("HGET", KEYS[1], field) or "", "%d+") do
    if time == ARGV[1] and excess > 0 then
      excess, ended = excess - 1, ended + 1
    else
      kept[#kept + 1] = time
    end
  end
  if #kept > 0 then
    redis.call("HSET", KEYS[1], field, table.concat(kept, ","))
  else
    redis.call("HDEL", KEYS[1], field)
  end
end
return ended
