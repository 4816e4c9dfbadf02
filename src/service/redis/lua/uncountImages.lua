-- Stops counting images for an account.
-- KEYS[1]: sizes of the account's images by name; their sum under "used"
-- ARGV: names; those that are not counted are ignored
for _, name in ipairs(ARGV) do
  local size = redis.call("HGET", KEYS[1], name)
  if size then
    redis.call("HDEL", KEYS[1], name)
    redis.call("HINCRBY", KEYS[1], "used", -tonumber(size))
  end
end
return redis.call("HGET", KEYS[1], "used")
