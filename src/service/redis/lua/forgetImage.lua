-- Deletes an image, unless it was uploaded or named in a change during the last day.
-- KEYS[1]: the image; KEYS[2]: marker that expires after that day
-- Returns 1 when the image no longer exists, else 0.
if redis.call("EXISTS", KEYS[2]) == 1 then
  return 0
end
redis.call("DEL", KEYS[1])
return 1
