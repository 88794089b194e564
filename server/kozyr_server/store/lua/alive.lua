-- The processes that have stamped themselves within five seconds.
--
-- KEYS  the clock, the processes
local play = play_clock(KEYS[1], now_ms())
return redis.call('ZRANGEBYSCORE', KEYS[2], play - 5000, '+inf')
