-- Changes a campaign's budget account, unless another node changed it since it was read, or its day is over.
-- KEYS[1]: the account; KEYS[2]: mark of its shard, the id of Redis' data
-- ARGV: id of the data as known to the node, the version that it read ("0" when there was none), the account's day (UTC, since
--   1970), milliseconds added to Redis' clock, milliseconds to live, then fields and values
-- Returns 1: changed, 0: read it again, -1: Redis lost its data.
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
