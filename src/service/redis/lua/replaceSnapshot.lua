-- Replaces the snapshot of a shared collection (the catalogue or the people) by a later snapshot of the same history, and
--   drops old lines that the new snapshot includes.
-- KEYS[1]: a stream of lines; KEYS[2]: the snapshot
-- ARGV: number and digest of the last change in the snapshot; its text; minimum number of kept lines
-- Returns 1, or 0 when the stored snapshot is not older, or when the change is not in the stream.
if tonumber(redis.call("HGET", KEYS[2], "sequence") or "0") >= tonumber(ARGV[1]) then
  return 0
end
local found = redis.call("XRANGE", KEYS[1], ARGV[1] .. "-0", ARGV[1] .. "-0")
if not found[1] or string.match(found[1][2][2], "^%x+") ~= ARGV[2] then
  return 0
end
redis.call("HSET", KEYS[2], "sequence", ARGV[1], "text", ARGV[3])
local newest = redis.call("XREVRANGE", KEYS[1], "+", "-", "COUNT", 1)
local oldest = tonumber(string.match(newest[1][1], "^%d+")) - tonumber(ARGV[4]) + 1
if oldest > tonumber(ARGV[1]) + 1 then
  oldest = tonumber(ARGV[1]) + 1
end
if oldest > 0 then
  redis.call("XTRIM", KEYS[1], "MINID", string.format("%d", oldest))
end
return 1
