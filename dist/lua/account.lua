-- Replaces what is given out of a campaign's budget, unless another node did meanwhile.
-- KEYS[1]: the account; KEYS[2]: the id of the data that Redis holds
-- ARGV: that id as the node knows it, the version that it read ("0" when there was none), milliseconds to live,
--   then fields and values
-- Returns 1: replaced, 0: another was faster, -1: Redis lost its data.
if redis.call("GET", KEYS[2]) ~= ARGV[1] then
  return -1
end
if (redis.call("HGET", KEYS[1], "version") or "0") ~= ARGV[2] then
  return 0
end
redis.call("HSET", KEYS[1], unpack(ARGV, 4))
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return 1
