"""A PostgreSQL of our own for the tests: with its socket in a temporary folder, run by an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

HELP = "PostgreSQL is needed for these tests: apt-get install postgresql"


def binaries() -> Path:
    """Debian keeps them in a folder of their version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    if command := shutil.which("initdb"):
        return Path(command).parent
    pytest.fail(HELP)


def unprivileged() -> int | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    return users.get("postgres", users["nobody"])


class PostgresServer:
    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kartarna-postgres-"))
        self.user = unprivileged()
        if self.user is not None:
            os.chown(self.folder, self.user, -1)
        self.data = self.folder / "data"
        self._run("initdb", "--pgdata", str(self.data), "--username=tester", "--auth=trust", "--no-sync")
        settings = f"-k {self.folder} -c listen_addresses= -c max_connections=200"
        self._run("pg_ctl", "--pgdata", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", settings, "start")
        self.count = 0

    def _run(self, command: str, *arguments: str) -> None:
        done = subprocess.run(
            [binaries() / command, *arguments],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )
        if done.returncode:
            pytest.fail(f"{HELP}\n{command}: {done.stdout.decode()}")

    def fresh(self) -> str:
        """The address of an empty database."""
        self.count += 1
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE test{self.count}")
        return self.address(f"test{self.count}")

    def address(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=tester"

    def stop(self) -> None:
        self._run("pg_ctl", "--pgdata", str(self.data), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
