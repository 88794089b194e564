-- Changes a string only if it is what was thought.
--
-- KEYS  the string
-- ARGV  what it must be, empty: absent; what it becomes, empty: it goes; seconds that it is kept,
--       and 1 for a value to which the time is added
-- The answer: what it is now, empty: gone; nothing: it was something else, and is
local found = redis.call('GET', KEYS[1]) or ''
if found ~= ARGV[1] then
  return false
end
local value = ARGV[2]
if ARGV[4] == '1' then
  value = value .. string.format('%.0f', now_ms())
end
if value == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], value, 'EX', ARGV[3])
end
return value
