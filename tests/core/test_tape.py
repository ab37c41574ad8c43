"""Words from outside feed the rules' own drawing."""

from __future__ import annotations

import pytest

from kartarna.core.rng import LONGEST_TAPE, Rng
from kartarna.games import get
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_tape_of_a_generators_words_draws_what_the_generator_draws(
    variant: tuple[str, int, dict[str, object]],
) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    words = Rng(7, 3)
    tape = Rng.reading([words.word() for _ in range(LONGEST_TAPE)])
    assert state.draw(tape) == state.draw(Rng(7, 3))
    assert 10 < LONGEST_TAPE - tape.left < 140


def test_a_tape_that_is_too_short_says_so() -> None:
    tape = Rng.reading([1 << 62] * 5)
    get("gap").new(4).draw(tape)
    assert tape.left == 0


def test_a_tape_cannot_be_longer_than_its_room() -> None:
    assert Rng.reading([0] * LONGEST_TAPE).left == LONGEST_TAPE
    with pytest.raises(ValueError, match="512"):
        Rng.reading([0] * (LONGEST_TAPE + 1))


def test_words_that_would_favour_some_numbers_are_rejected() -> None:
    """Below 3: the word 0 is rejected ((2³² − 3) mod 3 = 1), the next one counts."""
    tape = Rng.reading([0, 0, 1 << 63])
    assert tape.below(3) == 1
    assert tape.left == 0
