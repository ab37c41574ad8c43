"""Stands in for the package `cython` where that is not installed: the little the interpreted twin uses."""

from contextlib import nullcontext
from typing import TypeVar

Thing = TypeVar("Thing")

compiled = False
nogil = gil = nullcontext()


def final(thing: Thing) -> Thing:
    """Says that nothing overrides this: compiled, it is called directly."""
    return thing
