-- Keeps a report, unless the same one is there; the oldest go, first of those dealt with.
--
-- KEYS  reports, their times, the times of those that were dealt with
-- ARGV  id, JSON up to its time, which is its last value, how many are kept
-- The answer: whether it is new
local now = now_ms()
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. string.format('%.0f', now) .. '}')
redis.call('ZADD', KEYS[2], now, ARGV[1])
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[3])
for _, from in ipairs({KEYS[3], KEYS[2]}) do
  local old = over > 0 and redis.call('ZRANGE', from, 0, over - 1) or {}
  if #old > 0 then
    over = over - redis.call('ZREM', KEYS[2], unpack(old))
    redis.call('ZREM', KEYS[3], unpack(old))
    redis.call('HDEL', KEYS[1], unpack(old))
  end
end
return 1
