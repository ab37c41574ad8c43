"""A record is checked step by step; a wrong one is refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.history import events_of
from kartarna.core.record import Decision, Happening, Record, RecordedPlayer, read, write
from kartarna.core.recorder import RecordedGame, replayed
from kartarna.core.rng import Rng
from kartarna.core.step import Dealt, Note
from kartarna.core.verification import follow, verify
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.core.test_record import GOOD, TEXT, _damage, changed, played
from tests.positions import recorded
from tests.variants import VARIANTS, name

GAP = get("gap")


def fault(record: Record, language: str = "en") -> str:
    with pytest.raises(RecordError) as error:
        verify(GAP, record, language)
    return str(error.value)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_all_2_every_game_verifies_and_its_steps_lead_to_the_same_state(
    variant: tuple[str, int, dict[str, Any]],
) -> None:
    game, players, options = variant
    table = played(game, players, 1, **options)
    record = read(write(table.record))
    steps = list(follow(get(game), record))
    assert steps[-1].after.snapshot() == table.state.snapshot()
    assert [step for step in steps if isinstance(step.entry, Dealt)] == [step for step in steps if step.before.due()]
    teller = get(game).teller(table.state, "cs")
    assert all(teller.say(event) for step in steps for event in events_of(get(game), step))


def two_players() -> Record:
    return played("gap", 2, 1).record


# ---- decisions -------------------------------------------------------------------------------------


def test_an_illegal_decision_is_named_with_its_place_rule_and_reason() -> None:
    record = two_players()
    third = record.rounds[1].play[2]
    assert isinstance(third, Decision)
    held = {entry.notation for entry in record.rounds[1].play if isinstance(entry, Decision)}
    foreign = next(card for card in record.rounds[1].deal["deck"] if card not in held)
    record.rounds[1].play[2] = Decision(third.seat, foreign)
    told = fault(record)
    assert told.startswith(f"Round 2, decision 3 (Player {third.seat + 1}): “{foreign}” is not allowed. GAP-3: ")
    assert "Play one card of your hand" in told or "Choose one of" in told
    assert fault(record, "cs").startswith(
        f"2. kolo, 3. rozhodnutí (Player {third.seat + 1}): „{foreign}“ není dovoleno. GAP-3: "
    )


def test_a_decision_must_be_written_in_full() -> None:
    record = two_players()
    record.rounds[0].play[0] = Decision(record.rounds[0].play[0].seat or 0, "7")
    assert "“7” is not how any decision of this game is written" in fault(record)


def test_a_decision_out_of_turn() -> None:
    record = two_players()
    record.rounds[0].play.insert(0, record.rounds[0].play.pop(-1))
    first = record.rounds[0].play[0]
    assert isinstance(first, Decision)
    told = fault(record)
    assert told.startswith("Round 1, decision ")
    record = two_players()
    record.rounds[0].play[0] = Decision(1 - (record.rounds[0].play[0].seat or 0), "7r")
    assert "ALL-1: Player" in fault(record)


def test_a_decision_after_the_end_of_a_round_and_of_the_game() -> None:
    record = two_players()
    record.rounds[0].play.append(Decision(0, "7r"))
    assert "has nothing to decide now" in fault(record)
    record = two_players()
    record.rounds[-1].play.append(Decision(0, "7r"))
    assert "ALL-1: The game is over." in fault(record)


def test_a_round_that_is_not_finished_or_too_many() -> None:
    record = two_players()
    record.rounds[0].play.pop()
    assert fault(record).startswith("Round 1, end: the points of the round are, by the record: ")
    record.rounds[0].points = None
    assert fault(record) == "Round 2, deal: the round before has not ended yet."
    record = two_players()
    record.rounds.append(record.rounds[-1])
    assert fault(record) == f"Round {len(record.rounds)}, deal: the game was over by then."


def test_a_wrong_deal() -> None:
    record = two_players()
    record.rounds[1].deal["row"][0] = record.rounds[1].deal["row"][1]
    assert fault(record).startswith("Round 2, deal: the deal is wrong: zone 'row'")


# ---- scores ----------------------------------------------------------------------------------------


def test_wrong_points_totals_and_winners() -> None:
    record = two_players()
    assert record.totals
    record.rounds[0].points = [99, -99]
    assert "Round 1, end: the points of the round are, by the record: 99, −99; by the rules: " in fault(record)
    record = two_players()
    record.totals = [0, 0]
    assert fault(record).startswith("End of the game: the totals are, by the record: 0, 0; by the rules: ")
    record = two_players()
    record.winners = [0, 1]
    assert fault(record).startswith("End of the game: the winning seats are, by the record: 1, 2; by the rules: ")
    record.winners = None
    assert "by the record: –; by the rules: " in fault(record)
    record = two_players()
    record.rounds.pop()
    assert fault(record).startswith("End of the game: the totals are")


def test_a_starter_that_was_not_drawn() -> None:
    with pytest.raises(RecordError, match="starter: the first deal says"):
        read(changed("starter", to=3 - GOOD["starter"]))


# ---- events ----------------------------------------------------------------------------------------


def test_an_event_that_cannot_happen() -> None:
    record = two_players()
    record.rounds[0].play.insert(1, Happening("last_round"))
    assert fault(record).startswith("Round 1, entry 2: last_round cannot happen here: GAP-9: only a table with")


def test_an_event_that_the_game_does_not_know() -> None:
    record = two_players()
    record.rounds[0].play.insert(1, Happening("flood"))
    assert fault(record).startswith("Round 1, entry 2: flood cannot happen here: 'flood' cannot happen in GAP")


def test_a_limit_that_was_not_reached() -> None:
    record = two_players()
    record.rounds[0].play.insert(1, Happening("limit_reached"))
    assert fault(record) == "Round 1, entry 2: no limit was reached here (limit_reached)."


def reached_limit() -> Record:
    """Two random players of Karma never get rid of their cards: the limit ends the game."""
    table, rng = recorded("karma", 2), Rng(1)
    table.deal_random(rng)
    while not table.state.over():
        seat = seats_of(table.state.waiting())[0]
        legal = table.state.legal_actions(seat)
        table.decide(seat, legal[rng.below(len(legal))])
    return read(write(table.record))


def test_all_5_a_limit_that_was_reached_must_be_told() -> None:
    record = reached_limit()
    karma = get("karma")
    assert [events_of(karma, step) for step in follow(karma, record) if isinstance(step.entry, Note)] == [[]]
    del record.rounds[-1].play[-1]
    for more in ([], [Happening("last_round")]):
        record.rounds[-1].play += more
        with pytest.raises(RecordError, match="the record should say that the limit was reached"):
            verify(karma, record)


def test_taken_back_decisions_are_checked_too() -> None:
    table = RecordedGame(GAP, [RecordedPlayer("Anna"), RecordedPlayer("Ben")], {"starter": 1}, owner=0)
    table.deal_random(Rng(1))
    for _ in range(2):
        table.decide(0, table.state.legal_actions(0)[0])
        while table.state.waiting() & 1:
            table.decide(0, table.state.legal_actions(0)[0])
        table.take_back(0, len(table.record.rounds[0].play) if not _ else 1)
    verify(GAP, read(write(table.record)))
    table.record.rounds[0].play[0] = Decision(0, table.record.rounds[0].deal["deck"][0])
    assert "Round 1, decision 1 (Anna): " in fault(table.record)


@pytest.mark.parametrize("count", [2, 1000])
def test_more_is_taken_back_than_stands(count: int) -> None:
    record = two_players()
    record.rounds[0].play.insert(1, Happening("taken_back", record.rounds[0].play[0].seat, count))
    assert f"{count} decisions are taken back, but only 1 of this round still stand" in fault(record)
    with pytest.raises(RecordError, match=f"{count} decisions are taken back, there are only 1"):
        replayed(GAP, record)


def test_somebody_takes_back_what_another_decided() -> None:
    record = two_players()
    first = record.rounds[0].play[0]
    for seat in (1 - (first.seat or 0), None):
        record.rounds[0].play[1:1] = [Happening("taken_back", seat, 1), first]
        assert "is not one of the seat that takes it back" in fault(record)
        del record.rounds[0].play[1:3]
    record.rounds[0].play[1:1] = [Happening("taken_back", first.seat), first]
    verify(GAP, record)


# ---- the head --------------------------------------------------------------------------------------


def test_the_head_of_a_record() -> None:
    with pytest.raises(RecordError, match="this is a record of 'gap', not of three"):
        verify(get("three"), two_players())
    record = two_players()
    record.options["target"] = 10**9
    assert "the head of the record is wrong: option target" in fault(record)
    record = two_players()
    record.deck = {}
    assert "the head of the record is wrong: " in fault(record)


# ---- an unfinished game tells nothing about other hands ----------------------------------------------


def unfinished(owner: int | None = 0) -> Record:
    table = RecordedGame(GAP, [RecordedPlayer("Anna"), RecordedPlayer("Ben", "bot")], {"starter": 1}, owner=owner)
    table.deal_random(Rng(1))
    for _ in range(3):
        seat = seats_of(table.state.waiting())[0]
        table.decide(seat, table.state.legal_actions(seat)[0])
    return table.record


def test_errors_of_an_unfinished_game_name_no_hidden_card() -> None:
    record = unfinished()
    place = next(place for place, entry in enumerate(record.rounds[0].play) if entry.seat == 1)
    hidden = record.rounds[0].deal["hand 2"] + record.rounds[0].deal["deck"]
    for notation in (record.rounds[0].deal["deck"][0], "no card at all"):
        record.rounds[0].play[place] = Decision(1, notation)
        told = fault(record)
        assert told.endswith("this decision is not allowed. Other players' cards are not shown in an unfinished game.")
        assert not [card for card in hidden if card in told]
    record = unfinished()
    record.rounds[0].deal["hand 2"][0] = record.rounds[0].deal["hand 2"][1]
    assert fault(record) == "Round 1, deal: the deal is wrong. Cards of an unfinished game are not shown."


def test_the_owner_is_told_about_the_own_mistake() -> None:
    record = unfinished()
    record.rounds[0].play[0] = Decision(0, record.rounds[0].deal["deck"][0])
    assert "GAP-3: You do not hold" in fault(record)
    record.owner = None
    assert "GAP-3: You do not hold" not in fault(record)


# ---- hostile files ---------------------------------------------------------------------------------


def check(text: str) -> None:
    try:
        record = read(text)
        verify(get(record.game), record)
    except KartarnaError as error:
        assert str(error)  # a reason, and no traceback
    else:
        assert json.loads(text)["rounds"]


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_an_edited_file_is_verified_or_refused(place: int, letter: str) -> None:
    check(TEXT[:place] + letter + TEXT[place + 1 :])


@given(st.data())
def test_wrong_values_anywhere_are_refused(data: st.DataObject) -> None:
    check(json.dumps(_damage(GOOD, data)))


@given(st.integers(0, len(GOOD["rounds"][0]["play"]) - 1), st.text(max_size=120))
def test_any_text_as_a_decision(place: int, text: str) -> None:
    check(changed("rounds", 0, "play", place, to=text))


@given(st.integers(0, 5), st.integers(-5, 2000), st.integers(-1, 4))
def test_any_number_taken_back(place: int, count: int, seat: int) -> None:
    event = {"event": "taken_back", "count": count, "seat": seat}
    check(changed("rounds", 0, "play", place, to=event))


@pytest.mark.parametrize(
    "text",
    [
        changed("deck", "x", to=json.loads("[" * 200 + "]" * 200)),
        changed("options", "x", to=json.loads("[" * 20 + "]" * 20)),
        changed("deck", "x", to="@").replace('"@"', "1e999"),
        changed("deck", "x", to="@").replace('"@"', "-Infinity"),
        changed("seats", 0, "name", to="\ud800"),
        changed("version", to=True),
    ],
)
def test_what_no_file_could_hold_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read(text)
