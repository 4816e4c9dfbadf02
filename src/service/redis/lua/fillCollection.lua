-- Stores a collection (the catalogue or the people) unless Redis already has it, and notifies the nodes.
-- KEYS[1]: number and digest of the last change; KEYS[2]: a stream of lines; KEYS[3]: the snapshot
-- ARGV: number and digest of the last change; channel; number of the snapshot and its text; number of the first line; lines
-- Returns 1, or 0 when Redis already has the collection.
if redis.call("EXISTS", KEYS[1]) == 1 then
  return 0
end
redis.call("DEL", KEYS[2])
local first = tonumber(ARGV[6])
for at = 7, #ARGV do
  redis.call("XADD", KEYS[2], string.format("%d-0", first + at - 7), "line", ARGV[at])
end
redis.call("HSET", KEYS[3], "sequence", ARGV[4], "text", ARGV[5])
redis.call("HSET", KEYS[1], "sequence", ARGV[1], "digest", ARGV[2])
redis.call("PUBLISH", ARGV[3], ARGV[1])
return 1
