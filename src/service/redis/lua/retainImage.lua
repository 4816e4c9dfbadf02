-- Keeps an existing image for another day.
-- KEYS[1]: the image; KEYS[2]: marker that expires after that day
-- ARGV: milliseconds of that day
-- Returns 1 when the image exists, else 0.
if redis.call("EXISTS", KEYS[1]) == 0 then
  return 0
end
redis.call("SET", KEYS[2], "1", "PX", ARGV[1])
return 1
