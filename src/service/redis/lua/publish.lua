-- Replaces the shared catalogue, unless it changed meanwhile, and tells the nodes.
-- KEYS[1]: the catalogue
-- ARGV: the version that was read, text, checksum, channel, then lines for the log of changes
-- Returns the new version; 0 when it changed meanwhile.
local version = tonumber(redis.call("HGET", KEYS[1], "version") or "0")
if version ~= tonumber(ARGV[1]) then
  return 0
end
redis.call("HSET", KEYS[1], "version", version + 1, "text", ARGV[2], "checksum", ARGV[3])
redis.call("PUBLISH", ARGV[4], version + 1)
return version + 1
