-- Writes a key, which fails on a server that accepts no writes, such as a replica.
-- KEYS[1]: a key for probes
-- ARGV: life of the key, milliseconds
return redis.call("SET", KEYS[1], "1", "PX", ARGV[1])
