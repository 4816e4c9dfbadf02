-- Removes a mark of data that is incomplete, unless it is of other data by now.
-- KEYS[1]: the mark
-- ARGV: id of the incomplete data
-- Returns 1 when it was removed, else 0.
if redis.call("GET", KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call("DEL", KEYS[1])
