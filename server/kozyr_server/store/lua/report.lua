-- Keeps a report, unless the same one is there; the oldest go.
--
-- KEYS  reports, their times
-- ARGV  id, JSON up to its time, which is its last value, how many are kept
-- The answer: whether it is new
local now = now_ms()
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. string.format('%.0f', now) .. '}')
redis.call('ZADD', KEYS[2], now, ARGV[1])
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[3])
if over > 0 then
  local old = redis.call('ZRANGE', KEYS[2], 0, over - 1)
  redis.call('ZREM', KEYS[2], unpack(old))
  redis.call('HDEL', KEYS[1], unpack(old))
end
return 1
