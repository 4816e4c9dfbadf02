-- Ends sessions and notifies the nodes, unless the caller's deadline has passed.
-- KEYS[1]: ids of the owner's sessions; KEYS[2...]: the sessions
-- ARGV: deadline of the caller, milliseconds since 1970 by Redis' clock; channel; ids of the sessions
-- Returns 1, or 0 after the deadline without ending any session.
local time = redis.call("TIME")
if tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) > tonumber(ARGV[1]) then
  return 0
end
redis.call("DEL", unpack(KEYS, 2))
redis.call("SREM", KEYS[1], unpack(ARGV, 3))
redis.call("PUBLISH", ARGV[2], table.concat(ARGV, " ", 3))
return 1
