"""ALL-4: what was shown and taken back stays known: in views, in `resample`, in stories and in imagined rounds."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna.bots.determinization import imagine_history
from kartarna.bots.story import Move, Story
from kartarna.core.history import History, events_of
from kartarna.core.notation import understand
from kartarna.core.record import Decision, Happening, read, write
from kartarna.core.recorder import replayed
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.verification import verify
from kartarna.core.view import Zone, seats_of, without_known
from kartarna.games import GAMES, get
from kartarna.games.dnup.cards import STAR
from tests.positions import dealt, recorded


def begun(game: str, players: int, zones: dict[str, str], **options: Any) -> History:
    return History(get(game), dealt(game, players, zones, **options))


def decide(history: History, *decisions: str) -> None:
    """Written as in a record: `1 7r` is seat 1 deciding 7r."""
    for decision in decisions:
        seat, _, text = decision.partition(" ")
        state, by = history.state, int(seat) - 1
        history.decide(by, understand(history.game, state, by, text, history.game.teller(state, "en")))


def known(history: History, owner: int) -> list[str]:
    """Of a hand (counted from 1), what every other seat and a spectator know; in every world they imagine it is so."""
    game, hand = history.game, history.state.clone()
    views = [game.view(history.state, seat) for seat in (None, *range(history.state.players)) if seat != owner - 1]
    (told,) = {view.zone("hand", owner - 1).known for view in views}
    cards = [card for card in told if card != STAR]
    for seat in range(hand.players):
        for seed in range(5 if seat != owner - 1 else 0):
            hand.copy_from(history.state)
            hand.resample(seat, Rng(seed))
            held = [str(card) for card in game.view(hand, owner - 1).zone("hand", owner - 1).cards]
            for card in cards:
                held.remove(str(card))
    return [str(card) for card in told]


def test_trop_a_card_played_and_taken_back_is_known() -> None:
    history = begun("trop", 2, {"starter": "1", "deck": "-2 1 5 6"})
    decide(history, "1 draw", "2 draw", "1 -2")
    assert known(history, 1) == []
    history.take_back(0)
    assert known(history, 1) == ["-2"]
    decide(history, "1 draw", "2 draw", "1 -2")
    assert known(history, 1) == []


def test_trop_a_choice_from_the_row_shows_nothing_of_a_hand() -> None:
    """Both are taken back one after the other; what the first take-back left known stays so after the second."""
    history = begun("trop", 2, {"starter": "1", "deck": "1 2 3t 4 5"})
    decide(history, "1 draw", "2 draw", "1 1", "2 2", "1 draw", "2 draw", "1 3t", "1 1")
    assert known(history, 1) == ["1"]
    history.take_back(0)
    assert known(history, 1) == []
    history.take_back(0)
    assert known(history, 1) == ["3t"]
    decide(history, "1 draw", "2 4")
    history.take_back(1)
    history.take_back(0)
    assert (known(history, 1), known(history, 2)) == (["3t"], ["4"])


def test_gap_a_card_played_and_taken_back_is_known_until_it_is_played() -> None:
    history = begun("gap", 4, {"starter": "1", "hand 1": "7r 8r", "row": "1r 2r 3r 4r"})
    decide(history, "1 7r")
    history.take_back(0)
    assert known(history, 1) == ["7r"]
    decide(history, "1 8r")
    history.take_back(0)
    assert known(history, 1) == ["7r", "8r"]
    decide(history, "1 7r")
    assert known(history, 1) == ["8r"]


def test_three_a_card_played_and_taken_back_is_known() -> None:
    history = begun("three", 3, {"starter": "1"})
    card = get("three").view(history.state, 0).zone("hand", 0).cards[0]
    decide(history, f"1 {card}")
    history.take_back(0)
    assert known(history, 1) == [card]
    decide(history, f"1 {card}")
    assert known(history, 1) == []


def test_karma_as_many_copies_are_known_as_were_shown() -> None:
    history = begun("karma", 2, {"starter": "1", "hand 1": "5 5 15 15 16 16"})
    decide(history, "1 5 16 16")
    history.take_back(0)
    assert known(history, 1) == []  # KARMA-3: what is chosen is not shown yet
    decide(history, "1 5 16 16")
    history.decide(1, history.state.legal_actions(1)[0])
    for cards in ("5", "15 15", "15"):
        decide(history, f"1 {cards}")
        history.take_back(0)
    assert known(history, 1) == ["5", "15", "15"]


def test_dnup_which_way_up_is_known_too_and_turns_with_the_hand() -> None:
    history = begun("dnup", 3, {"hand 1": "7/1 7/3 4/2"})
    while not history.state.waiting() & 1:
        history.decide(seats_of(history.state.waiting())[0], 0)
    decide(history, "1 7/1 7/3")
    history.take_back(0)
    assert {"7/1", "7/3"} <= set(known(history, 1))
    history.decide(0, 0)
    assert {"1/7", "3/7"} <= set(known(history, 1))
    while not history.state.waiting() & 1:
        history.decide(seats_of(history.state.waiting())[0], 0)
    decide(history, "1 2/4")
    history.take_back(0)
    history.take_back(0, 3)  # before the hand was turned
    assert {"7/1", "7/3", "4/2"} <= set(known(history, 1))


def test_dnup_5_the_star_card_is_known_as_it_lay() -> None:
    history = begun("dnup", 3, {})
    (seat,) = seats_of(history.state.waiting())
    assert STAR in known(history, seat + 1)
    star = next(
        action
        for action in history.state.legal_actions(seat)
        if (after := history.step(Decided(seat, action)).after).star < 0 and after.held[seat] == 9
    )
    history.decide(seat, star)
    history.take_back(seat)
    assert STAR not in known(history, seat + 1)
    assert known(history, seat + 1) == [str(card) for card in get("dnup").words.cards(history.state, seat, star)]
    history.decide(seat, 0)
    history.take_back(seat)
    assert STAR not in known(history, seat + 1)


# ---- any game ------------------------------------------------------------------------------------------------


def hesitant(game: str, players: int, seed: int, *, freely: bool = False) -> tuple[History, list[Step[Any]]]:
    """A game in which every third decision or so is taken back, some two in a row; its steps.

    Freely: also where hidden cards came out by it, as one who is alone among bots may.
    """
    history, rng = History(get(game), get(game).new(players)), Rng(seed)
    steps: list[Step[Any]] = []
    while not history.state.over() and len(steps) < 80:
        if history.state.due():
            steps.append(history.deal_random(rng))
        seat = seats_of(history.state.waiting())[0]
        legal = history.state.legal_actions(seat)
        steps.append(history.decide(seat, legal[rng.below(len(legal))]))
        while (last := last_step(history)) and rng.below(3) == 0 and (freely or shows_nothing(get(game), last)):
            steps.append(history.take_back(last.entry.seat))
    return history, steps


def last_step(history: History) -> Step[Any] | None:
    """What would be taken back first."""
    return next(history.since(len(history.standing) - 1)) if history.standing else None


def shows_nothing(game: Any, step: Step[Any]) -> bool:
    return not any(event.reveals for event in events_of(game, step))


@pytest.mark.parametrize("freely", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_take_back_changes_nothing_but_what_is_known(game: str, freely: bool) -> None:
    for seed in range(3):
        history, steps = hesitant(game, 3, seed, freely=freely)
        again = History(get(game), steps[0].before)
        for step in steps:
            assert again.advance(step.entry).after.snapshot() == step.after.snapshot()
            assert set(get(game).census(step.after)) == set(get(game).census(steps[0].after))
        assert again.state.snapshot() == history.state.snapshot()


@pytest.mark.parametrize("game", GAMES)
def test_imagined_rounds_and_resampled_worlds_respect_it(game: str) -> None:
    differing = 0
    for seed in range(4):
        story = Story(get(game), 3)
        for number, step in enumerate(hesitant(game, 3, seed)[1]):
            story.add(step)
            if number % 5 or not step.after.waiting():
                continue
            for seat in range(3):
                imagined = imagine_history(story.account(seat).steps, seat, Rng(number))
                again = imagine_history(imagined.steps, seat, Rng(number))
                assert (again.due.snapshot(), again.entries) == (imagined.due.snapshot(), imagined.entries)
                world = step.after.clone()
                world.resample(seat, Rng(number))
                views = [get(game).view(state, seat) for state in (step.after, imagined.now, world)]
                assert views[0] == views[1] == views[2]
                differing += imagined.now.snapshot() != step.after.snapshot()
    assert differing


@pytest.mark.parametrize("game", GAMES)
def test_where_hidden_cards_came_out_imagined_rounds_leave_out_what_was_taken_back(game: str) -> None:
    for seed in range(4):
        story = Story(get(game), 3)
        for number, step in enumerate(hesitant(game, 3, seed, freely=True)[1]):
            story.add(step)
            if number % 5 or not step.after.waiting():
                continue
            for seat in range(3):
                imagined = imagine_history(story.account(seat).steps, seat, Rng(number))
                views = [get(game).view(state, seat) for state in (step.after, imagined.now)]
                assert without_known(views[0]) == without_known(views[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_story_keeps_what_was_taken_back(game: str) -> None:
    steps = hesitant(game, 3, 1)[1]
    story = Story(get(game), 3)
    for step in steps:
        story.add(step)
    decided = [step.entry for step in steps if isinstance(step.entry, Decided)]
    for seat in range(3):
        told = [told for told in story.account(seat).story if isinstance(told, Move)]
        own = [entry.action for entry in decided if entry.seat == seat]
        assert [move.action for move in told if move.seat == seat] == own


@pytest.mark.parametrize("freely", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_it_verifies_and_leads_to_the_same_state(game: str, freely: bool) -> None:
    table = recorded(game, 3)
    for step in hesitant(game, 3, 2, freely=freely)[1]:
        table.advance(step.entry)
    record = read(write(table.record))
    verify(get(game), record)
    assert replayed(get(game), record).state.snapshot() == table.state.snapshot()


def test_taken_back_among_decisions_made_at_the_same_time() -> None:
    """KARMA-3: seats choose in any order; whose choice is taken back must be plain from the record."""
    table = recorded("karma", 3, starter=1)
    table.deal_random(Rng(1))
    for seat in (2, 1):
        table.decide(seat, table.state.legal_actions(seat)[0])
    table.take_back(1)
    for seat in (1, 0):
        table.decide(seat, table.state.legal_actions(seat)[1])
    record = read(write(table.record))
    seats = [(line.seat, isinstance(line, Happening)) for line in record.rounds[0].play]
    assert seats == [(2, False), (1, False), (1, True), (0, False), (1, False)]
    assert isinstance(record.rounds[0].play[0], Decision)
    verify(get("karma"), record)


def test_what_was_taken_back_by_drawing_it_is_nowhere_known() -> None:
    """It lies in the deck again."""
    history = begun("trop", 2, {"starter": "1", "deck": "-2 1 5 6"})
    decide(history, "1 draw", "2 draw", "1 -2")
    history.take_back(0, 3)
    assert known(history, 1) == []
    state: State = history.state
    assert get("trop").view(state, 0).zone("hand", 0).cards == ()


def test_all_4_without_the_aid_no_view_collects_what_was_seen() -> None:
    zones = (Zone("hand", 0, hidden=2, known=("7r",)), Zone("deck", hidden=3, known=("1b",)))
    view = get("gap").view(get("gap").new(2), None)._replace(zones=zones)
    assert [zone.known for zone in without_known(view).zones] == [(), ("1b",)]
