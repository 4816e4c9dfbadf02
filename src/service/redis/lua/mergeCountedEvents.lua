-- Adds counted decision numbers to a page.
-- KEYS[1]: counted numbers of the page as bits; KEYS[2]: an unused key for an intermediate value
-- ARGV: added numbers as bits, milliseconds that keys live
redis.call("SET", KEYS[2], ARGV[1])
redis.call("BITOP", "OR", KEYS[1], KEYS[1], KEYS[2])
redis.call("DEL", KEYS[2])
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1
