-- Appends changes to a shared collection (the catalogue or the people) if its last change is still the one that the caller
--   read, and notifies the nodes.
-- KEYS[1]: number and digest of the last change; KEYS[2]: a stream of lines, each under its number
-- ARGV: number and digest of the last change that the caller read; channel; the lines, each starting with its digest
-- Returns 1 when the changes are stored, even by an earlier call whose answer was lost; else 0.
local head = redis.call("HMGET", KEYS[1], "sequence", "digest")
local read = tonumber(ARGV[1])
local last = string.format("%d", read + #ARGV - 3)
if (head[1] or "0") ~= ARGV[1] or (head[2] or "") ~= ARGV[2] then
  local found = redis.call("XRANGE", KEYS[2], last .. "-0", last .. "-0")
  if found[1] and found[1][2][2] == ARGV[#ARGV] then
    return 1
  end
  return 0
end
for at = 4, #ARGV do
  redis.call("XADD", KEYS[2], string.format("%d-0", read + at - 3), "line", ARGV[at])
end
redis.call("HSET", KEYS[1], "sequence", last, "digest", string.match(ARGV[#ARGV], "^%x+"))
redis.call("PUBLISH", ARGV[3], last)
return 1
