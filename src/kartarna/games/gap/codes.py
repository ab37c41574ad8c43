"""The numbers that the rules of GAP are written in. Compiled code gets them from codes.pxd."""

COLOURS = 5
NUMBERS = 10
CARDS = 50
ROW = 4  # GAP-2, GAP-6

# Sets of cards. Compiled, these have 64 bits: a plain 1 would shift as a 32-bit number.
ONE = 1
NUMBER = 0x1F  # the five cards numbered 0
COLOUR = 0x210842108421  # the ten cards of colour 0
DECK = 0x3FFFFFFFFFFFF

# Refusals; `REFUSALS` has their names.
NOT_HELD = 2
NOT_OFFERED = 3
REFUSALS = ("", "not_waiting", "not_held", "not_offered")
