"""The files of deploy/: what they name is there, their commands run, and the proxy passes a game on through TLS."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.play.conftest import postgres
from tests.play.postgres_server import PostgresServer
from tests.server.process import Serve
from tests.server.test_nginx import free_port, wait_for

__all__ = ["postgres"]  # the fixture
ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
STEPS = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
PORT = 8000  # within the container


def steps(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", STEPS, re.MULTILINE)


# ---- the container ---------------------------------------------------------------------------------


def test_the_container_file_is_made_of_known_steps() -> None:
    known = "FROM RUN WORKDIR COPY USER ENV VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD"
    lines = [line for line in STEPS.splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} == {*known.split()}
    assert lines[0].startswith("FROM ")


def test_what_it_starts_is_a_command_of_ours() -> None:
    [entry], [command] = map(json.loads, steps("ENTRYPOINT")), map(json.loads, steps("CMD"))
    assert entry == ["kartarna"]
    told = subprocess.run([sys.executable, "-m", *entry, command[0], "--help"], capture_output=True, check=True)
    for option in command[1:]:
        assert not option.startswith("--") or option.encode() in told.stdout
    assert steps("EXPOSE") == [str(PORT)]


def test_its_health_check_asks_the_server(tmp_path: Path) -> None:
    check = json.loads(steps("HEALTHCHECK")[0].partition("CMD ")[2])
    with Serve(f"sqlite:///{tmp_path}/house.db") as server:
        asked = check[-1].replace(f"http://127.0.0.1:{PORT}", server.url)
        assert asked != check[-1]
        subprocess.run([sys.executable, *check[1:-1], asked], check=True)
    assert subprocess.run([sys.executable, *check[1:-1], asked], capture_output=True, check=False).returncode != 0


def test_it_is_not_built_from_what_was_built_here() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".venv*", "**/node_modules", "**/*.so", "build", "src/kartarna/server/web/dist"} <= {*left_out}


# ---- the three together ----------------------------------------------------------------------------


def test_the_files_and_services_that_it_names_are_there() -> None:
    build = SERVICES["app"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    for service in SERVICES.values():
        assert {*service.get("depends_on", ())} <= {*SERVICES}
        assert {*service["networks"]} <= {*COMPOSE["networks"]}
        for source in (volume.split(":")[0] for volume in service.get("volumes", ())):
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists()


def test_its_parts_find_each_other() -> None:
    command = " ".join(SERVICES["app"]["command"])
    assert f"--proxy={SERVICES['proxy']['networks']['house']['ipv4_address']} " in command
    assert "--database=postgresql://kartarna@database/kartarna " in command
    assert SERVICES["database"]["environment"]["POSTGRES_USER"] == "kartarna"
    assert SERVICES["proxy"]["environment"]["KARTARNA_SERVER"] == f"app:{PORT}"
    assert "app" not in [name for name, service in SERVICES.items() if "ports" in service], "only behind the proxy"


@contextmanager
def caddy(folder: Path, server: str) -> Iterator[int]:
    """The very file of the proxy, but for its ports."""
    port = free_port()
    head = f"{{\nadmin off\nauto_https disable_redirects\nskip_install_trust\nhttps_port {port}\n}}\n"
    (folder / "Caddyfile").write_text(head + (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    own = {"KARTARNA_NAME": "localhost", "KARTARNA_SERVER": server, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = [shutil.which("caddy") or "caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    with subprocess.Popen(command, env={**os.environ, **own}, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for_certificate(port)
            yield port
        finally:
            process.terminate()


def wait_for_certificate(port: int) -> None:
    """It is made after the port is open."""
    wait_for(port)
    for _ in range(400):
        try:
            fetched(port, "/")
        except ssl.SSLError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the proxy has no certificate")


def test_the_house_stands_behind_its_proxy(postgres: PostgresServer, tmp_path: Path) -> None:
    """The command of compose.yaml with a PostgreSQL and the proxy, all of them on this machine."""
    replaced = {"--host": "127.0.0.1", "--proxy": "127.0.0.1", "--allow-host": "localhost"}
    options = dict(option.split("=", 1) for option in SERVICES["app"]["command"][1:])
    assert {*replaced, "--database", "--workers"} == {*options}
    del options["--database"]
    given = [f"{name}={replaced.get(name, value)}" for name, value in options.items()]
    with Serve(postgres.fresh(), *given) as server, caddy(tmp_path, server.url.removeprefix("http://")) as port:
        status, headers, page = fetched(port, "/")
        assert status == 200
        assert "<title>Kartárna</title>" in page
        assert "Strict-Transport-Security" in headers, "the server believes its proxy that this is https"
        assert fetched(port, "/metrics")[0] == 404


def fetched(port: int, path: str) -> tuple[int, dict[str, str], str]:
    trusting = ssl._create_unverified_context()  # noqa: S323 - the certificate was made a moment ago
    line = HTTPSConnection("localhost", port, context=trusting, timeout=20)
    line.request("GET", path)
    answer = line.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    line.close()
    return found


# ---- the unit --------------------------------------------------------------------------------------


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "kartarna.service").read_text(encoding="utf-8")
    assert unit.count("/opt/kartarna/bin/kartarna") == 1
    here = tmp_path / "kartarna.service"
    here.write_text(unit.replace("/opt/kartarna/bin/kartarna", shutil.which("true") or ""))
    run = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_unit_starts_a_server_that_is_known(tmp_path: Path) -> None:
    unit = (DEPLOY / "kartarna.service").read_text(encoding="utf-8")
    [command] = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    program, verb, *options = shlex.split(command)
    assert (Path(program).name, verb) == ("kartarna", "serve")
    assert options[:4] == ["--host", "127.0.0.1", "--port", str(PORT)]
    with Serve(f"sqlite:///{tmp_path}/house.db", *options[4:]) as server:
        assert server.url


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "Caddyfile", "kartarna.service"])
def test_the_guide_names_it(file: str) -> None:
    assert f"deploy/{file}" in (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
