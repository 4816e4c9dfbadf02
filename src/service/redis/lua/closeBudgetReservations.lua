-- Closes the budget reservations of a page up to a decision number; impressions that arrive later need remaining budget.
-- KEYS[1]: claims by number and kind; KEYS[2]: the number up to which reservations are closed; KEYS[3]: counted
--   impressions of the page as bits; KEYS[4]: freed reservations of the page as bits
-- ARGV: count of numbers in a page, milliseconds that keys live, then the numbers to close, ascending
-- Returns the closed numbers whose amount may be granted again: the impression is neither counted nor claimed, or another
--   node freed the reservation. A repeated call returns the same numbers.
local last = ARGV[#ARGV]
if tonumber(last) > tonumber(redis.call("GET", KEYS[2]) or "-1") then
  redis.call("SET", KEYS[2], last, "PX", ARGV[2])
end
local free = {}
for at = 3, #ARGV do
  local bit = tonumber(ARGV[at]) % tonumber(ARGV[1])
  local isUnused = redis.call("GETBIT", KEYS[3], bit) == 0 and redis.call("HEXISTS", KEYS[1], ARGV[at] .. ":impression") == 0
  if isUnused or redis.call("GETBIT", KEYS[4], bit) == 1 then
    redis.call("SETBIT", KEYS[4], bit, 1)
    redis.call("PEXPIRE", KEYS[4], ARGV[2])
    free[#free + 1] = tonumber(ARGV[at])
  end
end
return free
