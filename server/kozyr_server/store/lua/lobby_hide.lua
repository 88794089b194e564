-- Puts another line in the place of one of the lobby's chat and publishes it.
--
-- KEYS  the lobby's chat
-- ARGV  the channel, the line as it is kept, the one in its place, a `lobby_chat` message with that
-- The answer: 1, or 0 where the line is not kept (any more)
local at = redis.call('LPOS', KEYS[1], ARGV[2])
if not at then
  return 0
end
redis.call('LSET', KEYS[1], at, ARGV[3])
redis.call('PUBLISH', ARGV[1], 'c' .. ARGV[4])
return 1
