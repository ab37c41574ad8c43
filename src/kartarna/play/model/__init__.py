"""A table as its log tells it: pure, without clock, network or disk."""
