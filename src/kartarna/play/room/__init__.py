"""A table in memory with people at it: writing, telling, bots and clock."""
