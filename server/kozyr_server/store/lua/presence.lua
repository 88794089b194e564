-- Says who is connected to a process, as far as that changed, and takes people of dead processes out.
--
-- KEYS  the clock, processes, bots, people, names, held
-- ARGV  the process; its house bots; how many come or changed, then player, place in the list and
--       what is shown of each; then the players that are gone
-- The answer: {1 or 0 where the process must tell of all its people again, people, house bots}
--
-- What is kept of a player: how many processes he is connected to, these (12 bytes each), the length
-- of his place, it, and what is shown.
local DEAD_MS, KEPT_S, CLEANED = 5000, 3600, 500
local call = redis.call
local clock, processes, bots, people, names, held = unpack(KEYS)
local me = ARGV[1]

local function read(player)
  local value = call('HGET', people, player)
  if not value then
    return {}
  end
  local count, found = string.byte(value, 1), {}
  for i = 1, count do
    found[i] = string.sub(value, 12 * i - 10, 12 * i + 1)
  end
  local at = 2 + 12 * count
  local length = struct.unpack('>H', value, at)
  return found, string.sub(value, at + 2, at + 1 + length), string.sub(value, at + 2 + length)
end

local function write(player, of, place, shown)
  local head = string.char(#of) .. table.concat(of)
  call('HSET', people, player, head .. struct.pack('>H', #place) .. place .. shown)
end

local function without(of, process)
  local rest = {}
  for i = 1, #of do
    if of[i] ~= process then
      rest[#rest + 1] = of[i]
    end
  end
  return rest
end

local function leave(process, player)
  local of, place, shown = read(player)
  local rest = without(of, process)
  if place and #rest == 0 then
    call('HDEL', people, player)
    call('ZREM', names, place)
  elseif #rest < #of then
    write(player, rest, place, shown)
  end
  call('ZREM', held, process .. player)
end

local function come(player, place, shown)
  local of, old_place = read(player)
  local now = without(of, me)
  now[#now + 1] = me
  if old_place and old_place ~= place then
    call('ZREM', names, old_place)
  end
  call('ZADD', names, 0, place)
  write(player, now, place, shown)
  call('ZADD', held, 0, me .. player)
end

local play = play_clock(clock, now_ms())
local was = call('ZSCORE', processes, me)
local known = was and tonumber(was) >= 0
call('ZADD', processes, play, me)
call('HSET', bots, me, ARGV[2])

local last = 3 + 3 * tonumber(ARGV[3])
for a = 4, last, 3 do
  come(ARGV[a], ARGV[a + 1], ARGV[a + 2])
end
for a = last + 1, #ARGV do
  leave(me, ARGV[a])
end

-- One that comes back while its people are taken out sees the -1, and tells of all of them again.
local dead = call('ZRANGEBYSCORE', processes, '-inf', '(' .. (play - DEAD_MS), 'LIMIT', 0, 1)[1]
if dead then
  call('ZADD', processes, -1, dead)
  call('HDEL', bots, dead)
  local its = call('ZRANGEBYLEX', held, '[' .. dead, '[' .. dead .. '\255', 'LIMIT', 0, CLEANED)
  for i = 1, #its do
    leave(dead, string.sub(its[i], 13))
  end
  if #its < CLEANED then
    call('ZREM', processes, dead)
  end
end

local bot_count = 0
local counts = call('HVALS', bots)
for i = 1, #counts do
  bot_count = bot_count + counts[i]
end
for i = 2, #KEYS do
  call('EXPIRE', KEYS[i], KEPT_S)
end
return {known and 1 or 0, call('HLEN', people), bot_count}
