"""Stands in for the package `cython` where that is not installed: the little the interpreted twin uses."""

from contextlib import nullcontext

compiled = False
nogil = gil = nullcontext()
