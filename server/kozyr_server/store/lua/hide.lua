-- Takes a line of chat away: it stays in its place, without its text, and is published anew.
--
-- KEYS  chat, lines that hosts took away
-- ARGV  the line that is kept, the one that takes its place, the channel, what is published, ms that
--       the line is kept for reports, 0: it is not; how many such lines
-- The answer: 1 it is done; 0 the line was not there; 2 so many lines are kept, nothing was done
local lines = redis.call('LRANGE', KEYS[1], 0, -1)
for i = 1, #lines do
  if lines[i] == ARGV[1] then
    if tonumber(ARGV[5]) > 0 then
      if redis.call('LLEN', KEYS[2]) >= tonumber(ARGV[6]) then
        return 2
      end
      redis.call('RPUSH', KEYS[2], ARGV[1])
      redis.call('PEXPIRE', KEYS[2], ARGV[5])
    end
    redis.call('LSET', KEYS[1], i - 1, ARGV[2])
    redis.call('PUBLISH', ARGV[3], ARGV[4])
    return 1
  end
end
return 0
