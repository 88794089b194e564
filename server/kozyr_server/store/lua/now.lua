-- The store's clock, Unix time in ms.
return now_ms()
