"""Where the logs of tables are kept: SQLite or PostgreSQL."""
