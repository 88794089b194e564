-- Stamps a process and the clock, and reads which rooms are due.
--
-- KEYS  the clock, the processes, then the timers of each shard
-- ARGV  the process, how many due rooms at most
-- The answer: {now, {due room ...}, lost time, {dead process ...}}
local DEAD_MS, FORGOTTEN_MS = 5000, 600000

local now = now_ms()
-- Processes live in play time, too: after an absence of the store nobody is dead before he had
-- five seconds to stamp himself again.
local alive = KEYS[2]
local play, lost = stamp_clock(KEYS[1], now)
redis.call('ZADD', alive, play, ARGV[1])
redis.call('ZREMRANGEBYSCORE', alive, '-inf', play - FORGOTTEN_MS)
local dead = redis.call('ZRANGEBYSCORE', alive, '-inf', '(' .. (play - DEAD_MS))

local shards = #KEYS - 2
local limit = tonumber(ARGV[2])
local due = {}
-- Begins at another shard each time, so that none waits for ever behind a crowd of others.
local first = now % shards
for i = 0, shards - 1 do
  if #due >= limit then
    break
  end
  local timers = KEYS[3 + (first + i) % shards]
  local rooms = redis.call('ZRANGEBYSCORE', timers, '-inf', play, 'LIMIT', 0, limit - #due)
  for j = 1, #rooms do
    due[#due + 1] = rooms[j]
  end
end
return {now, due, lost, dead}
