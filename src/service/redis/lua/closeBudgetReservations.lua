-- Closes the budget reservations of a page up to a decision number; impressions that arrive later need remaining budget.
-- KEYS[1]: claims by number and kind; KEYS[2]: the number up to which reservations are closed; KEYS[3]: counted
--   impressions of the page as bits
-- ARGV: count of numbers in a page, milliseconds that keys live, then the numbers to close, ascending
-- Returns the closed numbers whose impression is neither counted nor claimed.
local last = ARGV[#ARGV]
if tonumber(last) > tonumber(redis.call("GET", KEYS[2]) or "-1") then
  redis.call("SET", KEYS[2], last, "PX", ARGV[2])
end
local free = {}
for at = 3, #ARGV do
  local bit = tonumber(ARGV[at]) % tonumber(ARGV[1])
  if redis.call("GETBIT", KEYS[3], bit) == 0 and redis.call("HEXISTS", KEYS[1], ARGV[at] .. ":impression") == 0 then
    free[#free + 1] = tonumber(ARGV[at])
  end
end
return free
