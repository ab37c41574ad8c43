"""A package of bots as somebody else might install it: a module and the metadata that pip would write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kartarna import bots
from kartarna.bots import plugins

MODULE = """
import os, sys, time, zlib

def first(observation):
    return min(observation.legal())

class Polite:
    name = "polite"
    def choose(self, observation):
        print("thinking aloud", flush=True)
        return max(observation.legal())

def told(observation):
    assert observation.seconds == 2.5 and observation.iterations == 77 and observation.story, observation
    worlds = observation.world, observation.history.now, observation.imagine_history().now
    assert len({world.snapshot() for world in worlds}) == 3
    views = [observation.game.view(world, observation.seat) for world in worlds]
    assert views == [views[0]] * 3
    legal = observation.legal()
    return legal[observation.rng.below(len(legal))]

seen = []

def remembers(observation):
    seen.append(observation)
    assert len(seen) == 1, "it has been asked before"
    return min(observation.legal())

def peeker(observation):
    from kartarna.core.state import State
    legal = observation.legal()
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if isinstance(value, State) and value.snapshot() != observation.world.snapshot():
                return legal[zlib.crc32(value.snapshot()) % len(legal)]
        frame = frame.f_back
    return legal[0]

def crash(observation):
    return 1 // 0

def illegal(observation):
    return next(action for action in range(10**6) if action not in observation.legal())

def huge(observation):
    return 10**30

def word(observation):
    return "seven"

def slow(observation):
    while True:
        time.sleep(0.01)

def dies(observation):
    os.kill(os.getpid(), 9)

def pipes():
    return [fd for fd in range(3, 40) if os.path.exists(f"/proc/self/fd/{fd}")]

def garbage(observation):
    for fd in pipes():
        try:
            os.write(fd, b"\\x80\\x04garbage\\n")
        except OSError:
            pass
    return min(observation.legal())

def flood(observation):
    for fd in pipes():
        try:
            os.write(fd, b"[" * 60000)
        except OSError:
            pass
    return min(observation.legal())
"""
BOTS = "first told remembers peeker crash illegal huge word slow dies garbage flood"
ENTRY_POINTS = "\n".join(
    [
        "[kartarna.bots]",
        *(f"{name} = outside_bots:{name}" for name in BOTS.split()),
        "polite = outside_bots:Polite",
        "missing = outside_bots:nothing_of_that_name",
        "greedy = outside_bots:first",
        "Strange Name = outside_bots:first",
        "",
    ]
)


def install(site: Path) -> None:
    (site / "outside_bots.py").write_text(MODULE)
    info = site / "outside_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which these bots are installed."""
    site = tmp_path_factory.mktemp("site")
    install(site)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        forget()
        yield site
    forget()


def forget() -> None:
    plugins.installed.cache_clear()
    bots.hire.cache_clear()  # the processes end with the last reference to them
