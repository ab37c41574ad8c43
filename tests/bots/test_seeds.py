"""A bot's random numbers do not lead back to the cards, though SplitMix64 runs backwards as well as forwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna import bots
from kartarna.core.record import RecordedPlayer
from kartarna.core.rng import Rng
from kartarna.games import GAMES, get
from kartarna.lab.arena.tournament import BOT_STREAMS, Played, Tournament, TournamentTable
from kartarna.play.model.solo import opening
from kartarna.play.room.solo import SoloRoom
from kartarna.play.storage.file_log import FileLog

WORD = (1 << 64) - 1
STEP, MIX_A, MIX_B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
FIRST_WORDS = 400  # of a stream: before a bot gets its seed, a world was resampled for it


def unmixed(word: int) -> int:
    """The state of the generator that has just given this word."""
    word = unshifted(word, 31) * pow(MIX_B, -1, 1 << 64) & WORD
    word = unshifted(word, 27) * pow(MIX_A, -1, 1 << 64) & WORD
    return unshifted(word, 30)


def unshifted(word: int, by: int) -> int:
    """The reverse of word ^ word >> by."""
    found = word
    for _ in range(64 // by):
        found = word ^ found >> by
    return found


def mixed_in(first_word: int) -> int:
    """The seed of a stream by its first word: mixed with the stream's number, as a seed of 0 shows."""
    return (unmixed((unmixed(first_word) - STEP) & WORD) - STEP) & WORD


def sources(word: int, stream: int) -> set[int]:
    """The seeds whose stream of this number has this word among its first."""
    number = mixed_in(Rng(0, stream).word())
    state = unmixed(word)
    return {(unmixed((state - place * STEP) & WORD) - STEP) & WORD ^ number for place in range(1, FIRST_WORDS)}


class Listener:
    """Keeps the seeds that it is given."""

    name = "listener"

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def choose(self, observation: bots.Observation) -> int:
        self.seeds.append(observation.seed)
        return observation.legal()[0]


def drawn(rng: Rng, count: int) -> list[int]:
    return [rng.word() for _ in range(count)]


def test_the_way_back_is_known() -> None:
    words = drawn(Rng(1234567, 89), FIRST_WORDS - 1)
    assert all(1234567 in sources(word, 89) for word in words)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_does_not_lead_back_to_the_cards_of_a_tournament(game: str) -> None:
    table = TournamentTable(Tournament(game, 2, ("greedy",), seed=1234567), 0, Played(0))
    bot = Listener()
    table.deal()
    bots.consult(bot, table.state, 0, table.chance[0])
    assert table.cards not in sources(bot.seeds[0], BOT_STREAMS)
    assert table.cards in sources(table.chance[0].word(), BOT_STREAMS)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_does_not_lead_back_to_the_cards_of_a_table(game: str, tmp_path: Path) -> None:
    seats = [RecordedPlayer("Eva"), RecordedPlayer("Ada", "bot", "greedy")]
    rows = [opening(get(game), seats, {}, get(game).decks.standard).row(1, 0.0)]
    room = SoloRoom(FileLog.begin(tmp_path / "game.json", rows), rows, seed=1234567)
    bot = Listener()
    room.deal()
    state = room.table.state
    chance, stream = room.chance(5), state.round << 32 | 5
    bots.consult(bot, state, state.waiting().bit_length() - 1, chance)
    assert room.seed not in sources(bot.seeds[0], stream)
    assert room.seed in sources(chance.word(), stream)
