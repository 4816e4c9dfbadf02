-- Deletes an image, unless it was uploaded or named within a day.
-- KEYS[1]: the image; KEYS[2]: exists for that day
-- Returns 1 when the image no longer exists, else 0.
if redis.call("EXISTS", KEYS[2]) == 1 then
  return 0
end
redis.call("DEL", KEYS[1])
return 1
