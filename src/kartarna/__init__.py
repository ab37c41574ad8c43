"""Kartárna: a card room for five modern card games."""

from kartarna import twin as _twin

VERSION = "0.4.0"
COMPILED = _twin.choose()
