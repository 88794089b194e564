-- Writes the ticket of a player, if his present one is the one that was read.
--
-- KEYS  the clock, tickets, seen, counter
-- ARGV  the player; the id (16 bytes) of the ticket that was read, empty: none; the ticket, which
--       begins with its id; how many tickets there may be
-- The answer: 1; 0 where another one is stored; 2 where there are too many
local KEPT_S = 86400
local present = redis.call('HGET', KEYS[2], ARGV[1])
if string.sub(present or '', 1, 16) ~= ARGV[2] then
  return 0
end
if not present and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then
  return 2
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[3], play_clock(KEYS[1], now_ms()), ARGV[1])
redis.call('INCR', KEYS[4])
for i = 2, #KEYS do
  redis.call('EXPIRE', KEYS[i], KEPT_S)
end
return 1
