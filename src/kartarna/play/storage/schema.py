"""The tables of the database, as numbered steps that are only ever added to (forward only)."""

from __future__ import annotations

from kartarna.play.storage.database import Execute, StorageError

EPOCH = "first"  # until a backup is restored: then it is another, and what servers had in memory holds no more

# INTEGER is 64 bits in both databases under these names; REAL must be DOUBLE PRECISION in PostgreSQL.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE log (
            table_id TEXT NOT NULL, seq BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL,
            seat INTEGER, message TEXT, data TEXT NOT NULL, PRIMARY KEY (table_id, seq))""",
        "CREATE UNIQUE INDEX log_message ON log (table_id, seat, message) WHERE message IS NOT NULL",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL,
            created DOUBLE PRECISION NOT NULL)""",
        "CREATE INDEX tables_phase ON tables (phase, created)",
        "CREATE TABLE seated (person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id))",
        "CREATE INDEX seated_table ON seated (table_id)",
        """CREATE TABLE seen (
            table_id TEXT NOT NULL, person TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (table_id, person))""",
        """CREATE TABLE people (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, phrase TEXT)""",
        "CREATE UNIQUE INDEX people_phrase ON people (phrase) WHERE phrase IS NOT NULL",
        "CREATE TABLE tokens (hash TEXT PRIMARY KEY, person TEXT NOT NULL, created DOUBLE PRECISION NOT NULL)",
        "CREATE INDEX tokens_person ON tokens (person)",
        "CREATE TABLE moves (hash TEXT PRIMARY KEY, person TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL)",
        "CREATE INDEX moves_person ON moves (person)",
        "CREATE TABLE epoch (value TEXT NOT NULL)",
        f"INSERT INTO epoch VALUES ('{EPOCH}')",  # noqa: S608
    ),
)


def migrate(execute: Execute) -> None:
    """Brings the database up to this program's version, inside the caller's transaction."""
    execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    found = execute("SELECT version FROM schema_version")
    version = found[0][0] if found else 0
    if version > len(MIGRATIONS):
        raise StorageError(f"this database has version {version}; this program knows {len(MIGRATIONS)}: update it")
    for steps in MIGRATIONS[version:]:
        for sql in steps:
            execute(sql)
    if not found:
        execute("INSERT INTO schema_version VALUES (?)", len(MIGRATIONS))
    elif version < len(MIGRATIONS):
        execute("UPDATE schema_version SET version = ?", len(MIGRATIONS))
