"""The names that a server answers to.

A page of a stranger can have its own name point to this machine (DNS rebinding): for the browser the server then
belongs to that page. So a server answers only to names that are known to be its own.
"""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit


def own_names(*more: str) -> frozenset[str]:
    machine = gethostname().lower()
    return frozenset({"localhost", machine, f"{machine.partition('.')[0]}.local", *(name.lower() for name in more)})


def answers_to(host: str | None, names: frozenset[str]) -> bool:
    """`host` as in the header of that name; browsers always send one. An address is no name: it always fits."""
    if host is None:
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name in names or bool(ip_address(name))
    except ValueError:
        return False
