"""Words from outside feed the rules' own drawing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from kartarna.core.rng import Rng
from kartarna.core.tape import Tape
from kartarna.games import get
from tests.variants import VARIANTS, name


def words_of(rng: Rng) -> Iterator[int]:
    while True:
        yield rng.word()


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_tape_of_a_generators_words_draws_what_the_generator_draws(
    variant: tuple[str, int, dict[str, object]],
) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    assert state.draw(Tape(words_of(Rng(7, 3)))) == state.draw(Rng(7, 3))


def test_words_are_read_in_order_and_no_more_than_needed() -> None:
    words = iter([1 << 63, (1 << 64) - 1, 5, 6])
    tape = Tape(words)
    assert [tape.below(16), tape.below(16), tape.word()] == [8, 15, 5]
    assert next(words) == 6


def test_words_that_would_favour_some_numbers_are_rejected() -> None:
    """Below 3: the word 0 is rejected ((2³² − 3) mod 3 = 1), the next one counts."""
    tape = Tape(chain([0, 0, 1 << 63], repeat(7)))
    assert tape.below(3) == 1
    assert tape.word() == 7
