-- Counts an image for an account, unless it is already counted or exceeds the quota.
-- KEYS[1]: sizes of the account's images by name; their sum under "used"
-- ARGV: name; bytes of the image; maximum bytes of the account
-- Returns -1, or the used bytes when the quota is exceeded.
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then
  return -1
end
local used = tonumber(redis.call("HGET", KEYS[1], "used") or "0")
if used + tonumber(ARGV[2]) > tonumber(ARGV[3]) then
  return used
end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("HINCRBY", KEYS[1], "used", ARGV[2])
return -1
