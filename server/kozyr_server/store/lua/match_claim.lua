-- Takes the tickets of some people, all or none, for a table that will be opened for them.
--
-- KEYS  the clock, tickets, seen, counter, intents, their times
-- ARGV  id of the intent; the intent; then of each ticket the player and its id (16 bytes)
-- The answer: 1; 0 where one of the tickets is gone or was replaced, and nothing was done
local KEPT_S = 86400
for a = 3, #ARGV, 2 do
  local ticket = redis.call('HGET', KEYS[2], ARGV[a])
  if not ticket or string.sub(ticket, 1, 16) ~= ARGV[a + 1] then
    return 0
  end
end
for a = 3, #ARGV, 2 do
  redis.call('HDEL', KEYS[2], ARGV[a])
  redis.call('ZREM', KEYS[3], ARGV[a])
end
redis.call('INCR', KEYS[4])
redis.call('HSET', KEYS[5], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[6], play_clock(KEYS[1], now_ms()), ARGV[1])
redis.call('EXPIRE', KEYS[5], KEPT_S)
redis.call('EXPIRE', KEYS[6], KEPT_S)
return 1
