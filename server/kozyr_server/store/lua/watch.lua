-- Sets a process's number of spectators in a room and publishes the sum.
--
-- KEYS  state, watchers
-- ARGV  a msgpack `watchers` message up to its count; the process; its number; living processes
-- The answer: the sum
local key, process, count = KEYS[2], ARGV[2], tonumber(ARGV[3])
if count == 0 then
  redis.call('HDEL', key, process)
elseif redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', key, process, count)
  redis.call('EXPIRE', key, 86400)
end
local sum = 0
for i = 4, #ARGV do
  sum = sum + (redis.call('HGET', key, ARGV[i]) or 0)
end
redis.call('PUBLISH', string.sub(KEYS[1], 1, -7), 'w' .. ARGV[1] .. struct.pack('>BI4', 0xce, sum))
return sum
