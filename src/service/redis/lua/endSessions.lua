-- Ends sessions and notifies the nodes, unless the caller's deadline has passed.
-- KEYS[1]: ids of the owner's sessions; KEYS[2...]: the sessions
-- ARGV: deadline of the caller, milliseconds since 1970 by Redis' clock; channel; ids of the sessions
-- Returns the ids of the sessions that had not ended before; nil after the deadline, without ending any session.
local time = redis.call("TIME")
if tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) > tonumber(ARGV[1]) then
  return false
end
local ended = {}
for at = 2, #KEYS do
  if redis.call("DEL", KEYS[at]) == 1 then
    ended[#ended + 1] = ARGV[at + 1]
  end
end
redis.call("SREM", KEYS[1], unpack(ARGV, 3))
redis.call("PUBLISH", ARGV[2], table.concat(ARGV, " ", 3))
return ended
