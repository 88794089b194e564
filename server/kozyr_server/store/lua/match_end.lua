-- Ends an intent: the table is there and its people are told, or their tickets are given back.
--
-- KEYS  the clock, intents, their times, matched, their times, tickets, seen, counter
-- ARGV  id of the intent; `found` or `dissolved`; the channel; what is published; then of each player
--       his id and what is kept for him: the table, or his ticket
-- The answer: 1; 0 where somebody else has ended it
local KEPT_S = 86400
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[3], ARGV[1])
local play = play_clock(KEYS[1], now_ms())
local values, times = KEYS[4], KEYS[5]
if ARGV[2] == 'dissolved' then
  values, times = KEYS[6], KEYS[7]
  redis.call('INCR', KEYS[8])
end
for a = 5, #ARGV, 2 do
  -- Who has asked again meanwhile keeps his newer ticket.
  if ARGV[2] == 'found' or redis.call('HEXISTS', values, ARGV[a]) == 0 then
    redis.call('HSET', values, ARGV[a], ARGV[a + 1])
    redis.call('ZADD', times, play, ARGV[a])
  end
end
redis.call('EXPIRE', values, KEPT_S)
redis.call('EXPIRE', times, KEPT_S)
redis.call('PUBLISH', ARGV[3], 'm' .. ARGV[4])
return 1
