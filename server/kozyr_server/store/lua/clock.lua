-- Milliseconds of the store's clock. The only place that reads it: tests load another.
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
