-- Play time is the store's clock minus what was lost. A stamp that is over 3 s old, or in the
-- future (the clock was set back), means a stretch in which no server lived: it does not count.
local function play_clock(key, now)
  local stored = redis.call('HMGET', key, 'stamp', 'lost')
  local stamp, lost = tonumber(stored[1] or now), tonumber(stored[2] or 0)
  if now - stamp > 3000 or now < stamp then
    lost = lost + now - stamp
  end
  return now - lost, lost, stored[1] and stamp, tonumber(stored[2])
end

-- Says that a server lives now. A stamp of this very second is left: each costs a write.
local function stamp_clock(key, now)
  local play, lost, stamp, old_lost = play_clock(key, now)
  if lost ~= old_lost then
    redis.call('HSET', key, 'stamp', now, 'lost', lost)
  elseif now - stamp > 900 then
    redis.call('HSET', key, 'stamp', now)
  end
  return play, lost
end
