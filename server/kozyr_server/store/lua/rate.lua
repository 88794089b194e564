-- Takes one finished game into the ratings, if nobody was first.
--
-- KEYS  cursor, leaderboard of the game, then a hash and a list for each player
-- ARGV  cursor as it was (empty: none), cursor as it becomes, game, most on the leaderboard,
--       results that are kept, seconds that a player is kept,
--       then for each player: id, standing (empty: as before), points (empty: not listed),
--       name, result (empty: none)
-- The answer: 1, or 0 where another process was first.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
local game, most, kept, expire_s = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local a = 7
for k = 3, #KEYS, 2 do
  local player, standing, points, name, result =
    ARGV[a], ARGV[a + 1], ARGV[a + 2], ARGV[a + 3], ARGV[a + 4]
  a = a + 5
  redis.call('HSET', KEYS[k], 'name', name)
  if standing ~= '' then
    redis.call('HSET', KEYS[k], game, standing)
  end
  redis.call('EXPIRE', KEYS[k], expire_s)
  if points ~= '' then
    redis.call('ZADD', KEYS[2], points, player)
  end
  if result ~= '' then
    redis.call('LPUSH', KEYS[k + 1], result)
    redis.call('LTRIM', KEYS[k + 1], 0, kept - 1)
    redis.call('EXPIRE', KEYS[k + 1], expire_s)
  end
end
local over = redis.call('ZCARD', KEYS[2]) - most
if over > 0 then
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, over - 1)
end
return 1
