-- Takes or renews a claim that one node has at a time.
-- KEYS[1]: id of the node that has the claim
-- ARGV: id of this node, life of the claim in milliseconds
-- Returns 1 if this node has the claim, else 0.
local holder = redis.call("GET", KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1
