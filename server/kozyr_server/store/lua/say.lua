-- Appends a line of chat, numbers it and publishes it.
--
-- KEYS  state, chat; in slow mode when its author last wrote in it
-- ARGV  lines kept; a msgpack `chat` message up to its line, and its line in three parts: up to the
--       number, from there to the time, and what stands behind that; ms of slow mode, 0: none
-- The answer: {number, time}, number 0 where there is no such room, or {-1, ms to wait}
local now = now_ms()
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {0, now}
end
local slow = tonumber(ARGV[6])
if slow > 0 then
  -- The moment is kept, and not that he must wait: the host may ask for less meanwhile.
  local spoke = tonumber(redis.call('GET', KEYS[3]) or '')
  if spoke and now - spoke < slow then
    return {-1, math.min(slow, slow - (now - spoke))}
  end
  redis.call('SET', KEYS[3], string.format('%.0f', now), 'PX', slow)
end
local last = redis.call('LINDEX', KEYS[2], -1)
-- The number is at a fixed place of each line: map head, "n", then five bytes.
local n = 1
if last then
  n = struct.unpack('>I4', last, 5) + 1
end
local line = ARGV[3] .. struct.pack('>BI4', 0xce, n) .. ARGV[4]
  .. struct.pack('>BI8', 0xcf, now) .. ARGV[5]
redis.call('RPUSH', KEYS[2], line)
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[1]), -1)
redis.call('PUBLISH', string.sub(KEYS[1], 1, -7), 'c' .. ARGV[2] .. line)
return {n, now}
