-- Appends a line of the lobby's chat, numbers it and publishes it.
--
-- KEYS  the lobby's chat, what holds its author back in slow mode
-- ARGV  the channel; lines kept; ms of slow mode, 0: none; a msgpack `lobby_chat` message up to its
--       line, and its line in three parts: up to the number, from there to the time, after the time
-- The answer: {number, time}, or {0, ms to wait}
local now = now_ms()
local slow = tonumber(ARGV[3])
if slow > 0 and not redis.call('SET', KEYS[2], '', 'NX', 'PX', slow) then
  return {0, math.max(1, redis.call('PTTL', KEYS[2]))}
end
local last = redis.call('LINDEX', KEYS[1], -1)
-- The number is at a fixed place of each line: map head, "n", then five bytes.
local n = 1
if last then
  n = struct.unpack('>I4', last, 5) + 1
end
local line = ARGV[5] .. struct.pack('>BI4', 0xce, n) .. ARGV[6] .. struct.pack('>BI8', 0xcf, now) .. ARGV[7]
redis.call('RPUSH', KEYS[1], line)
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('PUBLISH', ARGV[1], 'c' .. ARGV[4] .. line)
return {n, now}
