"""The generator: the published numbers of SplitMix64, exact uniformity, streams that share nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from kartarna.core.rng import Rng


def split_mix(state: int) -> Iterator[int]:
    """SplitMix64, written down once more."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        yield word ^ word >> 31


def test_the_reference_gives_the_published_numbers() -> None:
    assert list(islice(split_mix(1234567), 3)) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_seed_and_stream_start_split_mix_at_a_mixed_state() -> None:
    rng = Rng(2026, 7)
    state = next(split_mix(next(split_mix(7)) ^ 2026))
    assert [rng.word() for _ in range(100)] == list(islice(split_mix(state), 100))


def test_all_2_a_seed_gives_the_same_numbers_for_ever() -> None:
    rng = Rng(2026, 7)
    assert [rng.below(52) for _ in range(8)] == [47, 28, 33, 40, 42, 50, 1, 50]


def test_streams_of_one_seed_differ_and_so_do_seeds() -> None:
    firsts = {Rng(seed, stream).word() for seed in range(100) for stream in range(100)}
    assert len(firsts) == 10_000


def test_below_is_uniform() -> None:
    rng = Rng(1)
    counts = Counter(rng.below(6) for _ in range(60_000))
    chi_squared = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_squared < 20.5  # 5 degrees of freedom, p = 0.001


def test_below_rejects_what_would_favour_some_numbers() -> None:
    """Just above half of 2**32 nearly half of all words are rejected; the rest is spread evenly."""
    rng = Rng(3)
    n = 2**31 + 1
    low = sum(rng.below(n) < n // 2 for _ in range(20_000))
    assert abs(low - 10_000) < 500


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_a_number_below_nothing_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        Rng(1).below(n)


def test_any_integer_is_a_seed() -> None:
    assert Rng(-1).word() == Rng(2**64 - 1).word()
    assert Rng(2**70 + 5).word() == Rng(5).word()
