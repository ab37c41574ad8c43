"""Sets of cards as bit masks: how many, and the lowest; words of 64 bits. Compiled code gets them from bits.pxd."""

WORD = 0xFFFFFFFFFFFFFFFF  # compiled, a word has no more bits: masking with it costs nothing
HALF = 0xFFFFFFFF


def popcount(mask: int) -> int:
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest bit set; the mask must not be empty."""
    return (mask & -mask).bit_length() - 1
