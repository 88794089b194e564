"""A load test for card-table servers that judges whether they are right, not only how fast."""
