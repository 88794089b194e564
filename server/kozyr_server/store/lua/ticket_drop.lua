-- Takes the tickets of players back.
--
-- KEYS  tickets, seen, counter
-- ARGV  the players
-- The answer: how many had one
local dropped = redis.call('HDEL', KEYS[1], unpack(ARGV))
redis.call('ZREM', KEYS[2], unpack(ARGV))
if dropped > 0 then
  redis.call('INCR', KEYS[3])
end
return dropped
