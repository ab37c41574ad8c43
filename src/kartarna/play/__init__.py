"""Tables: people and bots playing one game together. A table is a cache of its log; docs/tables.md explains."""
