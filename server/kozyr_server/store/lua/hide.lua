-- Takes a line of chat away: it stays in its place, without its text, and is published anew.
--
-- KEYS  chat
-- ARGV  the line that is kept, the one that takes its place, the channel, what is published
-- The answer: whether the line was still there
local lines = redis.call('LRANGE', KEYS[1], 0, -1)
for i = 1, #lines do
  if lines[i] == ARGV[1] then
    redis.call('LSET', KEYS[1], i - 1, ARGV[2])
    redis.call('PUBLISH', ARGV[3], ARGV[4])
    return 1
  end
end
return 0
