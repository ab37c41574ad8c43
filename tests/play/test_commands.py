"""Commands are pure: what people ask of a table becomes drafts of rows, without a room, a log or a clock."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.play.commands import consent, decide
from kartarna.play.commands.checks import Known
from kartarna.play.errors import Illegal, NotYourSeat, OutOfTurn, Refused, Stale
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Change, Table
from tests.play.helpers import settings


def deal(_: Table, state: State) -> list[int]:
    return state.draw(Rng(1, state.round))


def write(table: Table, drafts: list[Draft]) -> list[Change]:
    return [table.apply(draft.row(table.seq + 1, 0.0), draft.step) for draft in drafts]


def opened(*bots: str, game: str = "gap", humans: int = 1, **options: Any) -> Table:
    """A table whose humans p0, p1, … sit on the first seats, with the cards dealt."""
    table = Table("t")
    seats = settings(*["open"] * humans, *bots, game=game, options=options, take_backs=True)
    data = {
        "settings": seats.write(),
        "deck": get(game).decks.standard.data,
        "host": "p0",
        "link": "",
        "sitting": [],
        "seats": [
            [seat, f"p{seat}" if plan.bot is None else None, "", plan.bot] for seat, plan in enumerate(seats.seats)
        ],
    }
    write(table, [Draft("opened", data=data)])
    write(table, [Draft("dealt", data={"outcome": deal(table, table.state)})])
    return table


class Counting:
    """A state that counts how often it is copied and carries decisions out."""

    def __init__(self, state: State, counted: Counter[str]) -> None:
        self.state, self.counted = state, counted

    def __getattr__(self, name: str) -> Any:
        if name in ("clone", "apply", "refusal"):
            self.counted[name] += 1
        found = getattr(self.state, name)
        return (lambda: Counting(found(), self.counted)) if name == "clone" else found


def test_a_decision_is_checked_once_and_the_state_copied_once() -> None:
    table, counted = opened("greedy", game="trop", starter=1), Counter[str]()
    before: Any = Counting(table.state, counted)
    table.history.state = before
    action = before.state.legal_actions(0)[0]
    drafts = decide.decide(table, "p0", 0, "m", table.asked[0], action, deal)
    (change,) = write(table, drafts[:1])
    assert counted == {"clone": 1, "apply": 1}
    assert change.step is drafts[0].step
    assert change.step
    assert table.state is change.step.after


def test_a_command_changes_nothing_and_says_why_not() -> None:
    table = opened("greedy", starter=1)
    asked, state, seq = table.asked[0], table.state.snapshot(), table.seq
    legal = table.state.legal_actions(0)
    wrong = next(action for action in range(table.state.ACTIONS) if action not in legal)
    for error, person, seat, at, action in (
        (NotYourSeat, "p1", 0, asked, legal[0]),
        (NotYourSeat, "p0", 1, asked, legal[0]),
        (Stale, "p0", 0, asked - 1, legal[0]),
        (Illegal, "p0", 0, asked, wrong),
        (Illegal, "p0", 0, asked, -1),
    ):
        with pytest.raises(error):
            decide.decide(table, person, seat, "m", at, action, deal)
    drafts = decide.decide(table, "p0", 0, "m", asked, legal[0], deal)
    assert (table.state.snapshot(), table.seq, table.asked[0]) == (state, seq, asked)
    write(table, drafts)
    with pytest.raises(Known):
        decide.decide(table, "p0", 0, "m", asked, legal[0], deal)


def test_the_next_round_is_dealt_with_the_decision_that_ends_one_or_later() -> None:
    table = opened("random", game="trop", starter=1)
    while True:
        seat = next(seat for seat, asked in enumerate(table.asked) if asked)
        action = table.state.legal_actions(seat)[0]
        drafts = [
            decide.decide(table, "p0", 0, None, table.asked[0], action, dealer)
            if seat == 0
            else decide.decide_for(table, 1, table.asked[1], action, dealer)
            for dealer in (deal, None)
        ]
        if [draft.kind for draft in drafts[0]] != ["decided"]:
            break
        write(table, drafts[0])
    assert [[draft.kind for draft in made] for made in drafts] == [["decided", "dealt"], ["decided"]]
    write(table, drafts[1])
    assert table.state.due()
    assert not any(table.asked)
    with pytest.raises(OutOfTurn):
        decide.decide(table, "p0", 0, None, table.seq, 0, deal)


# ---- taking back ---------------------------------------------------------------------------------------------


def trop(*bots: str, humans: int = 1) -> Table:
    """TROP-5: who draws uses no card, and nobody else sees what comes. Everyone has drawn once."""
    table = opened(*bots, game="trop", humans=humans, starter=1)
    for seat in range(table.players):
        act(table, seat, draw=True)
    return table


def act(table: Table, seat: int, *, draw: bool) -> None:
    """Draws, or plays the first card that can be played."""
    action = next(
        action
        for action in table.state.legal_actions(seat)
        if draw == (not table.game.words.cards(table.state, seat, action))
    )
    if table.chairs[seat].bot:
        write(table, decide.decide_for(table, seat, table.asked[seat], action, deal))
    else:
        write(table, decide.decide(table, f"p{seat}", seat, None, table.asked[seat], action, deal))


def take_back(table: Table, seat: int = 0) -> None:
    write(table, consent.propose(table, f"p{seat}", seat, None, "take_back"))


def position(table: Table) -> bytes:
    """Without what was shown and taken back (ALL-4)."""
    state = table.state.clone()
    state.forget()
    return state.snapshot()


def test_nothing_to_take_back() -> None:
    with pytest.raises(Refused, match="no_take_back_yet"):
        take_back(opened("random", game="trop", starter=1))


def test_a_decision_is_taken_back_with_what_bots_did_since() -> None:
    table = trop("random", "random")
    before, standing = position(table), len(table.history.standing)
    act(table, 0, draw=False)
    act(table, 1, draw=True)
    act(table, 2, draw=True)
    take_back(table)
    assert (position(table), len(table.history.standing)) == (before, standing)
    assert table.asked[0] == table.seq


@pytest.mark.parametrize("played", [0, 1])
def test_not_once_a_bot_has_used_a_card(played: int) -> None:
    table = trop("random", "random")
    act(table, 0, draw=False)
    for number in range(2):
        act(table, number + 1, draw=number != played)
    with pytest.raises(Refused, match="no_take_back_played"):
        take_back(table)


def test_not_once_the_seat_has_seen_a_card_by_it() -> None:
    table = trop("random", "random")
    act(table, 0, draw=True)
    with pytest.raises(Refused, match="no_take_back_seen"):
        take_back(table)


def test_not_once_another_human_has_decided() -> None:
    table = trop("random", humans=2)
    act(table, 0, draw=False)
    assert consent.propose(table, "p0", 0, None, "take_back")
    act(table, 1, draw=True)
    with pytest.raises(Refused, match="no_take_back"):
        take_back(table)


def test_what_all_agreed_on_is_taken_back_only_by_one_who_is_alone_among_bots() -> None:
    alone, two = opened("random", timed=True, starter=1), opened(humans=2, timed=True, starter=1)
    write(alone, consent.propose(alone, "p0", 0, None, "last_round"))
    assert alone.events() == ()
    take_back(alone)
    assert alone.events() == ("last_round",)
    write(two, consent.propose(two, "p0", 0, "a", "last_round"))
    write(two, consent.agree(two, "p1", 1, "b"))
    with pytest.raises(Refused, match="no_take_back"):
        take_back(two)


def test_rows_of_before_take_back_one_decision() -> None:
    table = trop("random")
    before = position(table)
    act(table, 0, draw=False)
    write(table, [Draft("taken_back", 0)])
    assert position(table) == before
