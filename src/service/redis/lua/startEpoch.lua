-- Returns the next epoch, which is greater than all earlier ones, even after Redis lost its data.
-- KEYS[1]: last epoch
-- ARGV: time of epoch 0, seconds since 1970
local now = tonumber(redis.call("TIME")[1]) - tonumber(ARGV[1])
local epoch = math.max(now, tonumber(redis.call("GET", KEYS[1]) or "0") + 1)
redis.call("SET", KEYS[1], epoch)
return epoch
