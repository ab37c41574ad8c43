"""The tables of the database, as numbered steps that are only ever added to (forward only)."""

from __future__ import annotations

from kartarna.play.storage.database import Execute, StorageError

EPOCH = "first"  # until a backup is restored: then it is another, and what servers had in memory holds no more

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"
TABLES = ("log", "tables", "seated", "seen", "people", "tokens", "moves", "epoch", "replay_links")

HOLDS_NAMES = "kind IN ('opened', 'sat', 'renamed')"  # rows of a log

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
    (f"CREATE INDEX log_names ON log (table_id, seq) WHERE {HOLDS_NAMES}",),
    (
        """CREATE TABLE replay_links (
            table_id TEXT NOT NULL, person TEXT NOT NULL, secret TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (table_id, person))""",
        "CREATE INDEX replay_links_person ON replay_links (person)",
    ),
    (
        "ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tokens ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0",
    ),
)


def migrate(execute: Execute) -> None:
    """Brings the database up to this program's version, inside the caller's transaction."""
    build(execute, 0, 0)
    version = check_version(execute)
    build(execute, version, len(MIGRATIONS))
    if version:
        execute("UPDATE schema_version SET version = ?", len(MIGRATIONS))
    else:
        execute("INSERT INTO schema_version VALUES (?)", len(MIGRATIONS))
    for table in TABLES:
        execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - the database says so if it is not there


def check_version(execute: Execute) -> int:
    """The version of the database; 0: nothing is in it yet. A StorageError if it is none that this program knows."""
    found = [version for (version,) in execute("SELECT version FROM schema_version")]
    if not found:
        return 0
    if len(found) > 1 or type(found[0]) is not int or found[0] < 1:
        raise StorageError("the database has no version that there ever was: it is damaged, restore a backup")
    if found[0] > len(MIGRATIONS):
        raise StorageError(f"this database has version {found[0]}; this program knows {len(MIGRATIONS)}: update it")
    return int(found[0])


def build(execute: Execute, version: int, wanted: int) -> None:
    """From one version to another."""
    execute(VERSION_TABLE)
    for steps in MIGRATIONS[version:wanted]:
        for sql in steps:
            execute(sql)
