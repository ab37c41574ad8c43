"""Picks among equals met one after another (reservoir sampling). Compiled code gets it from reservoir.pxd."""

from __future__ import annotations

from kartarna.core.rng import Rng


def takes_newest(met: int, rng: Rng) -> bool:
    """Whether the newest of so many equals replaces the one picked so far: so each is as likely in the end."""
    return met == 1 or rng._below(met) == 0
