-- Frees budget reservations of a page that were not used by the impression that the caller counted without Redis.
-- KEYS: as of closeBudgetReservations
-- ARGV: count of numbers in a page, milliseconds that keys live, then the numbers to free
-- Returns the numbers that were closed as used before, whose amount the caller must return. For the others, the node that
--   made the reservation returns it. A repeated call returns the same numbers.
local last = tonumber(redis.call("GET", KEYS[2]) or "-1")
local used = {}
for at = 3, #ARGV do
  local bit = tonumber(ARGV[at]) % tonumber(ARGV[1])
  if tonumber(ARGV[at]) > last then
    redis.call("SETBIT", KEYS[4], bit, 1)
  elseif redis.call("GETBIT", KEYS[4], bit) == 0 then
    used[#used + 1] = tonumber(ARGV[at])
  end
end
redis.call("PEXPIRE", KEYS[4], ARGV[2])
return used
