-- Claims keys of one decision, so that no other node counts them until the claim is settled or expires.
-- KEYS[1]: claims by number and kind; KEYS[2]: the number up to which reservations are closed; KEYS[3...]: counted
--   numbers of a page, for each kind
-- ARGV: number, number within the page, claimant, milliseconds of a claim, milliseconds that keys live,
--   form of the counted numbers (bits or set), kinds...
-- Returns whether the reservation is open, then for each kind 0: claimed, 1: counted before, 2: claimed by another node.
-- If another node has claimed any of the keys, this call claims no key.
local number, place, token = ARGV[1], ARGV[2], ARGV[3]
local find = ARGV[6] == "set" and "SISMEMBER" or "GETBIT"
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local isOpen = tonumber(number) > tonumber(redis.call("GET", KEYS[2]) or "-1")
local results, isBusy = { isOpen and 1 or 0 }, false
for at = 3, #KEYS do
  local result = 0
  if redis.call(find, KEYS[at], place) == 1 then
    result = 1
  else
    local claim = redis.call("HGET", KEYS[1], number .. ":" .. ARGV[at + 4])
    local since = claim and tonumber(string.match(claim, "^(%d+)"))
    if since and now - since < tonumber(ARGV[4]) then
      result, isBusy = 2, true
    end
  end
  results[at - 1] = result
end
if not isBusy then
  for at = 3, #KEYS do
    if results[at - 1] == 0 then
      redis.call("HSET", KEYS[1], number .. ":" .. ARGV[at + 4], string.format("%.0f", now) .. " " .. token)
    end
  end
  redis.call("PEXPIRE", KEYS[1], ARGV[5])
end
return results
