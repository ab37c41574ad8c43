"""Sets of cards as bit masks: how many, and the lowest. Compiled code gets them from bits.pxd."""


def popcount(mask: int) -> int:
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest bit set; the mask must not be empty."""
    return (mask & -mask).bit_length() - 1
