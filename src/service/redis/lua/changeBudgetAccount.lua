-- Changes a campaign's budget account, unless another node changed it since it was read, or its day is over.
-- KEYS[1]: the account; KEYS[2]: id of the data in the account's Redis shard
-- ARGV: data id that the node expects, version that it read ("0" without an account), the account's UTC day (number since
--   1970), milliseconds added to Redis' clock, milliseconds to live, then fields and values
-- Returns 1: changed, 0: the caller must read the account again, -1: Redis lost its data.
if redis.call("GET", KEYS[2]) ~= ARGV[1] then
  return -1
end
local today = math.floor((tonumber(redis.call("TIME")[1]) * 1000 + tonumber(ARGV[4])) / 86400000)
if (redis.call("HGET", KEYS[1], "version") or "0") ~= ARGV[2] or today > tonumber(ARGV[3]) then
  return 0
end
redis.call("HSET", KEYS[1], unpack(ARGV, 6))
redis.call("PEXPIRE", KEYS[1], ARGV[5])
return 1
