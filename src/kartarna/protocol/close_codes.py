"""Why a socket is closed. docs/protocol.md says what a client does then; a test compares."""

from __future__ import annotations

POLICY = 1008  # not from here, or too many connections
BROKEN = 1011  # a fault of the server
COME_AGAIN = (
    1013  # too slow, or may no longer look, or nothing can be read or stored now: when it comes back it is told
)
MALFORMED = 4400
UNKNOWN = 4401
NOT_HERE = 4404
TOO_FAST = 4429
