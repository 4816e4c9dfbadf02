-- Gives the next epoch: greater than all before, also after Redis lost its data.
-- KEYS[1]: the last one
-- ARGV: seconds since 1970 from which epochs count
local now = tonumber(redis.call("TIME")[1]) - tonumber(ARGV[1])
local epoch = math.max(now, tonumber(redis.call("GET", KEYS[1]) or "0") + 1)
redis.call("SET", KEYS[1], epoch)
return epoch
