-- Says which people with tickets are connected to a process, and reads what must be done.
--
-- KEYS  the clock, tickets, seen, counter, intents, their times, matched, their times
-- ARGV  ms after which an unseen ticket ends; ms after which an intent is anybody's; ms that a found
--       table is kept; then the players
-- The answer: {play time, counter, tickets, {what became of each player: 1 he waits, the table that
-- was found, or 0}, {old intent ...}}
local AT_ONCE = 256
local play = play_clock(KEYS[1], now_ms())

local fates = {}
for a = 4, #ARGV do
  if redis.call('HEXISTS', KEYS[2], ARGV[a]) == 1 then
    redis.call('ZADD', KEYS[3], play, ARGV[a])
    fates[#fates + 1] = 1
  else
    fates[#fates + 1] = redis.call('HGET', KEYS[7], ARGV[a]) or 0
  end
end

local function old(times, ms)
  return redis.call('ZRANGEBYSCORE', times, '-inf', '(' .. (play - ms), 'LIMIT', 0, AT_ONCE)
end

local unseen = old(KEYS[3], ARGV[1])
if #unseen > 0 then
  redis.call('HDEL', KEYS[2], unpack(unseen))
  redis.call('ZREM', KEYS[3], unpack(unseen))
  redis.call('INCR', KEYS[4])
end
local forgotten = old(KEYS[8], ARGV[3])
if #forgotten > 0 then
  redis.call('HDEL', KEYS[7], unpack(forgotten))
  redis.call('ZREM', KEYS[8], unpack(forgotten))
end
local intents = old(KEYS[6], ARGV[2])
for i = 1, #intents do
  intents[i] = redis.call('HGET', KEYS[5], intents[i]) or ''
end
local counter = tonumber(redis.call('GET', KEYS[4]) or 0)
return {play, counter, redis.call('HLEN', KEYS[2]), fates, intents}
