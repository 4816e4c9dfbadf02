-- Removes the mark of incomplete data, unless the mark now contains another id.
-- KEYS[1]: the mark
-- ARGV: id of the incomplete data
-- Returns 1 when the mark was removed, else 0.
if redis.call("GET", KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call("DEL", KEYS[1])
