-- Replaces the shared catalogue, unless it changed meanwhile, and tells the nodes.
-- KEYS[1]: the catalogue; KEYS[2]: the log of changes
-- ARGV: the version that was read, the new version, text, checksum, channel, a line of the log or "", how many are kept
-- Returns the new version; 0 when it changed meanwhile.
if (redis.call("HGET", KEYS[1], "version") or "0") ~= ARGV[1] then
  return 0
end
redis.call("HSET", KEYS[1], "version", ARGV[2], "text", ARGV[3], "checksum", ARGV[4])
if ARGV[6] ~= "" then
  redis.call("RPUSH", KEYS[2], ARGV[6])
  redis.call("LTRIM", KEYS[2], -tonumber(ARGV[7]), -1)
end
redis.call("PUBLISH", ARGV[5], ARGV[2])
return tonumber(ARGV[2])
