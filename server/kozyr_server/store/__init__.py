"""What lies in Redis or Valkey, and the one place that talks to it."""
