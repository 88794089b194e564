-- The newest records of each shard, not above a time: {{id, time, id, time, ...}, ...}
--
-- KEYS  indexes of records
-- ARGV  the time (or +inf), how many of each shard
local found = {}
for i = 1, #KEYS do
  found[i] = redis.call(
    'ZREVRANGEBYSCORE', KEYS[i], ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
end
return found
