-- Stamps a process and the clock, and reads which rooms are due.
--
-- KEYS  the clock, the processes, who tells of the dead, then the timers of each shard
-- ARGV  the process, how many due rooms at most, then the dead processes that it told of
-- The answer: {now, {due room ...}, lost time, {dead process ...}, {dead process to tell of ...}}
local DEAD_MS, FORGOTTEN_MS = 5000, 600000

local now = now_ms()
-- Processes live in play time, too: after an absence of the store nobody is dead before he had
-- five seconds to stamp himself again.
local alive = KEYS[2]
local play, lost = stamp_clock(KEYS[1], now)
redis.call('ZADD', alive, play, ARGV[1])
redis.call('ZREMRANGEBYSCORE', alive, '-inf', play - FORGOTTEN_MS)
local dead = redis.call('ZRANGEBYSCORE', alive, '-inf', '(' .. (play - DEAD_MS))

-- One process tells of each that is dead: the first that sees it, another if that one is dead, too,
-- and did not say that it told. Until it says so it hears of it again: a lost answer loses nothing.
local tellers, to_tell = KEYS[3], {}
redis.call('HDEL', tellers, ARGV[1])
for i = 3, #ARGV do
  if redis.call('HGET', tellers, ARGV[i]) == ARGV[1] then
    redis.call('HSET', tellers, ARGV[i], '')
  end
end
if #dead > 0 then
  local is_dead = {}
  for i = 1, #dead do
    is_dead[dead[i]] = true
  end
  for i = 1, #dead do
    local teller = redis.call('HGET', tellers, dead[i])
    if not teller or is_dead[teller] then
      teller = ARGV[1]
      redis.call('HSET', tellers, dead[i], teller)
      redis.call('PEXPIRE', tellers, 2 * FORGOTTEN_MS)
      local known = redis.call('HKEYS', tellers)
      for j = 1, #known do
        if not is_dead[known[j]] then
          redis.call('HDEL', tellers, known[j])
        end
      end
    end
    if teller == ARGV[1] then
      to_tell[#to_tell + 1] = dead[i]
    end
  end
end

local shards = #KEYS - 3
local limit = tonumber(ARGV[2])
local due = {}
-- Begins at another shard each time, so that none waits for ever behind a crowd of others.
local first = now % shards
for i = 0, shards - 1 do
  if #due >= limit then
    break
  end
  local timers = KEYS[4 + (first + i) % shards]
  local rooms = redis.call('ZRANGEBYSCORE', timers, '-inf', play, 'LIMIT', 0, limit - #due)
  for j = 1, #rooms do
    due[#due + 1] = rooms[j]
  end
end
return {now, due, lost, dead, to_tell}
