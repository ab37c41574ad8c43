"""The stages of a game, and its longest. Compiled code gets these numbers from stages.pxd."""

DUE = 0  # a round must be dealt
PLAYING = 1
OVER = 2

LAST_ROUND = 100  # ALL-5
