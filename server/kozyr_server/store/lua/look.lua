-- Reads a string and the time.
--
-- KEYS  the string
-- The answer: {now, the string or nothing}
return {now_ms(), redis.call('GET', KEYS[1])}
