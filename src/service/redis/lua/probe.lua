-- Writes, so that a server that takes no changes refuses it.
-- KEYS[1]: a key of its own
-- ARGV: milliseconds that it lives
return redis.call("SET", KEYS[1], "1", "PX", ARGV[1])
