-- Counts a try; the count begins anew some time after the first one.
--
-- KEYS  the count
-- ARGV  seconds that it is kept
-- The answer: {how many now, ms until it begins anew}
local count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return {count, redis.call('PTTL', KEYS[1])}
