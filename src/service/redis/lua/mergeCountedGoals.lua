-- Adds counted decision numbers to a page.
-- KEYS[1]: counted numbers of the page as a set
-- ARGV: added numbers, milliseconds that keys live
redis.call("SADD", KEYS[1], unpack(ARGV, 1, #ARGV - 1))
redis.call("PEXPIRE", KEYS[1], ARGV[#ARGV])
return 1
