-- Writes the steps of several rooms, each of its own fate.
--
-- ARGV[1]: how many. ARGV[2]: a channel that nobody but the process that calls listens to.
-- ARGV[3]: the channel that every connection listens to before it listens to any room.
-- Then for each commit, in order:
--   KEYS  state, timers, [log], [more keys by flags, in the order in which they are used below]
--   ARGV  flags, version, tag, new version, new tag, state, entry, due
--         with flags from 8 on also: number of its keys, number of its arguments, more by flags
-- The answer has for each: 1 written and published; 2 written, and nobody else listens to anything;
-- {0, version, tag} another was first; {2, play time} too early; {3, error} nothing of it was
-- written.
--
-- RECORD_S, seconds that a finished game is kept, is set before this source.
-- Nothing decodes a state or an entry. A commit of a card is the path without any flag from 8 on.
local APPEND, RESTART, DROP, NOT_BEFORE, FRESH, DEALS, GAME, LIST, UNLIST, CLOSE =
  1, 2, 4, 8, 16, 32, 64, 128, 256, 512
local MESSAGE_STATE_BYTES = 8192

local has = bit.band
local call, pcall_store = redis.call, redis.pcall

-- The end of a game: its deals become the record, under the time at which it ended.
local function file_record(deals, k, a)
  local record, index, public, unarchived = KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3]
  local id, head = ARGV[a], ARGV[a + 1]
  local now = now_ms()
  if call('EXISTS', deals) == 1 then
    call('RENAME', deals, record)
  else
    call('DEL', record)
  end
  call('LPUSH', record, head)
  call('EXPIRE', record, RECORD_S)
  call('ZADD', index, now, id)
  if ARGV[a + 2] == '1' then
    call('ZADD', public, now, id)
  end
  call('ZADD', unarchived, 0, id)
end

-- Everything but the log, the state and the timer. `k` and `a` are at the first key and argument
-- of their own.
local function write_more(room, flags, k, a)
  local deals
  if has(flags, FRESH + DEALS + GAME + CLOSE) ~= 0 then
    deals, k = KEYS[k], k + 1
    if has(flags, FRESH) ~= 0 then
      call('DEL', deals)
    end
  end
  if has(flags, DEALS) ~= 0 then
    local count = tonumber(ARGV[a])
    for i = a + 1, a + count do
      call('RPUSH', deals, ARGV[i])
    end
    a = a + 1 + count
  end
  if has(flags, GAME) ~= 0 then
    file_record(deals, k, a)
    k, a = k + 4, a + 3
  end
  if has(flags, LIST + UNLIST + CLOSE) ~= 0 then
    if has(flags, LIST) ~= 0 then
      call('HSET', KEYS[k], room, ARGV[a])
      call('INCR', KEYS[k + 1])
    elseif call('HDEL', KEYS[k], room) == 1 then
      call('INCR', KEYS[k + 1])
    end
    k = k + 2
  end
  if has(flags, CLOSE) ~= 0 then
    call('DEL', deals, KEYS[k], KEYS[k + 1])
  end
end

-- Whether no connection but that of the process that calls can hear what is published. Nobody can
-- begin to listen while the script runs, and who begins afterwards reads what it wrote.
local function is_alone()
  local heard = redis.pcall('PUBSUB', 'NUMSUB', ARGV[2], ARGV[3])
  return not heard.err and heard[2] == 1 and heard[4] == 1
end

local function commit(flags, k, a, alone)
  local state_key = KEYS[k]
  local stored = pcall_store('HMGET', state_key, 'v', 't')
  if stored.err then
    return {3, stored.err}
  end
  local stored_version, stored_tag = stored[1] or '0', stored[2] or ''
  if stored_version ~= ARGV[a + 1] or stored_tag ~= ARGV[a + 2] then
    return {0, stored_version, stored_tag}
  end
  -- As text, because numbers are slow to write.
  local new_version = ARGV[a + 3]
  local state, entry, due = ARGV[a + 5], ARGV[a + 6], ARGV[a + 7]
  local room = string.sub(state_key, -20, -7)
  local more_k, more_a = k + 2, a + 10

  local log
  if has(flags, APPEND + RESTART + DROP) ~= 0 then
    log, more_k = KEYS[more_k], more_k + 1
  end
  if has(flags, NOT_BEFORE) ~= 0 then
    local play = play_clock(KEYS[more_k], now_ms())
    if play < tonumber(ARGV[more_a]) then
      return {2, play}
    end
    more_k, more_a = more_k + 1, more_a + 1
  end
  -- First of the writes, because it alone can still fail.
  if has(flags, APPEND + RESTART) ~= 0 then
    local id = new_version .. '-0'
    local added = pcall_store('XADD', log, id, 'e', entry)
    if added.err then
      return {3, added.err}
    end
    if has(flags, RESTART) ~= 0 then
      call('XTRIM', log, 'MINID', '=', id)
    end
  end
  if has(flags, CLOSE) ~= 0 then
    call('DEL', state_key)
    state = ''
  else
    local set = pcall_store('HSET', state_key, 'v', new_version, 't', ARGV[a + 4], 's', state)
    if type(set) == 'table' then
      -- Without a log entry this is the first write: nothing happened yet.
      return {3, set.err}
    end
  end
  if has(flags, DROP) ~= 0 then
    call('DEL', log)
  end
  if due == '0' then
    call('ZREM', KEYS[k + 1], room)
  else
    call('ZADD', KEYS[k + 1], due, room)
  end
  if flags >= 16 then
    write_more(room, flags, more_k, more_a)
  end
  if alone then
    return 2
  end
  if #state > MESSAGE_STATE_BYTES then
    state = ''
  end
  local channel = string.sub(state_key, 1, -7)
  call('PUBLISH', channel, string.format('u%08x', #entry) .. entry .. state)
  return 1
end

local results = {}
local k, a = 1, 4
local alone = is_alone()
for i = 1, tonumber(ARGV[1]) do
  local flags = tonumber(ARGV[a])
  results[i] = commit(flags, k, a, alone)
  if flags >= 8 then
    k, a = k + ARGV[a + 8], a + ARGV[a + 9]
  else
    k, a = k + (flags == 0 and 2 or 3), a + 8
  end
end
return results
