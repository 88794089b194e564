-- Takes records that wait for the archive, so that another process leaves them alone for a while.
--
-- KEYS  the sets of records that wait, of each shard
-- ARGV  how many at most, for how many ms
local now = now_ms()
local limit, claimed = tonumber(ARGV[1]), {}
for i = 1, #KEYS do
  if #claimed >= limit then
    break
  end
  local ids = redis.call(
    'ZRANGEBYSCORE', KEYS[i], '-inf', now, 'LIMIT', 0, limit - #claimed)
  for j = 1, #ids do
    redis.call('ZADD', KEYS[i], now + ARGV[2], ids[j])
    claimed[#claimed + 1] = ids[j]
  end
end
return claimed
