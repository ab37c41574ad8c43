"""Commands are pure: what people ask of a table becomes drafts of rows, without a room, a log or a clock."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.play.commands import consent, decide, go_on
from kartarna.play.commands.checks import Known
from kartarna.play.errors import Illegal, NotYourSeat, OutOfTurn, Refused, Stale
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Change, Table
from kartarna.play.model.table_info import table_info
from kartarna.play.model.take_backs import may_take_back
from kartarna.play.model.updates import sync
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
    drafts = decide.decide(table, "p0", 0, "m", table.asked[0], action)
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
            decide.decide(table, person, seat, "m", at, action)
    drafts = decide.decide(table, "p0", 0, "m", asked, legal[0])
    assert (table.state.snapshot(), table.seq, table.asked[0]) == (state, seq, asked)
    write(table, drafts)
    with pytest.raises(Known):
        decide.decide(table, "p0", 0, "m", asked, legal[0])


def to_the_rounds_end(table: Table) -> None:
    while not table.state.due():
        act(table, next(seat for seat, asked in enumerate(table.asked) if asked))


def test_the_next_round_waits_until_its_people_go_on() -> None:
    table = opened("random", game="trop", starter=1)
    to_the_rounds_end(table)
    assert not any(table.asked)
    assert table.rounds == [tuple(table.state.totals[:2])]
    assert go_on.deal_next(table, {"p0"}, 1e9, deal) == []  # one alone has all the time in the world
    with pytest.raises(OutOfTurn):
        decide.decide(table, "p0", 0, None, table.seq, 0)
    with pytest.raises(NotYourSeat):
        go_on.go_on(table, "p0", 1, "on")
    write(table, go_on.go_on(table, "p0", 0, "on"))
    with pytest.raises(Known):
        go_on.go_on(table, "p0", 0, "on")
    assert go_on.go_on(table, "p0", 0, "once more") == []
    write(table, go_on.deal_next(table, set(), 0.0, deal))  # who has gone on need not stay
    assert (table.state.round, table.interval, table.ending) == (2, None, None)
    assert go_on.go_on(table, "p0", 0, "late") == []


def test_several_people_wait_for_those_who_are_there_and_ten_seconds_at_most() -> None:
    table = opened("random", game="trop", humans=3, starter=1)
    to_the_rounds_end(table)
    everyone = {"p0", "p1", "p2"}
    write(table, go_on.go_on(table, "p0", 0, "on"))
    assert go_on.deal_next(table, everyone, 9.9, deal) == []
    assert go_on.deal_next(table, {"p0", "p2"}, 9.9, deal) == []
    assert [draft.kind for draft in go_on.deal_next(table, everyone, 10.0, deal)] == ["dealt"]
    assert [draft.kind for draft in go_on.deal_next(table, {"p0"}, 0.0, deal)] == ["dealt"]  # the others are away
    write(table, go_on.go_on(table, "p2", 2, "on"))
    assert go_on.deal_next(table, everyone, 0.0, deal) == []
    write(table, go_on.go_on(table, "p1", 1, "on"))
    assert [draft.kind for draft in go_on.deal_next(table, everyone, 0.0, deal)] == ["dealt"]


def test_nobody_there_and_nobody_gone_on_is_not_all_gone_on() -> None:
    table = opened("random", game="trop", humans=2, starter=1)
    to_the_rounds_end(table)
    assert go_on.deal_next(table, set(), 9.9, deal) == []
    assert go_on.deal_next(table, set(), 10.0, deal)


def test_a_table_of_bots_waits_for_nobody() -> None:
    table = opened("random", "random", game="trop", humans=0, starter=1)
    to_the_rounds_end(table)
    assert [draft.kind for draft in go_on.deal_next(table, set(), 0.0, deal)] == ["dealt"]


def test_the_end_of_a_round_is_taken_back_with_its_score() -> None:
    table = opened("random", starter=1)
    to_the_rounds_end(table)
    count = len(table.history.standing)
    write(table, [Draft("taken_back", 0, data={"count": 1})])
    assert (table.rounds, table.ending, table.interval) == ([], None, None)
    assert len(table.history.standing) == count - 1
    assert any(table.asked)


def test_rows_of_before_deal_at_once() -> None:
    """Older logs have the next deal right after the decision that ends a round."""
    table = opened("random", game="trop", starter=1)
    for number in (1, 2):
        to_the_rounds_end(table)
        write(table, [Draft("dealt", data={"outcome": deal(table, table.state)})])
        assert (table.interval, table.ending, len(table.rounds)) == (None, None, number)
        assert any(table.asked)


# ---- taking back ---------------------------------------------------------------------------------------------


def trop(*bots: str, humans: int = 1) -> Table:
    """TROP-5: who draws uses no card, and nobody else sees what comes. Everyone has drawn once."""
    table = opened(*bots, game="trop", humans=humans, starter=1)
    for seat in range(table.players):
        act(table, seat, draw=True)
    return table


def act(table: Table, seat: int, *, draw: bool | None = None) -> None:
    """Draws, or plays the first card that can be played; unless told, whichever comes first."""
    action = next(
        action
        for action in table.state.legal_actions(seat)
        if draw in (None, not table.game.words.cards(table.state, seat, action))
    )
    if table.chairs[seat].bot:
        write(table, decide.decide_for(table, seat, table.asked[seat], action))
    else:
        write(table, decide.decide(table, f"p{seat}", seat, None, table.asked[seat], action))


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


def test_alone_among_bots_one_takes_back_freely_to_the_start_of_the_round() -> None:
    """Whatever was seen and played since; then there is nothing left to take back."""
    table = opened("random", "random", game="trop", starter=1)
    dealt, places = position(table), []
    for draw in (True, False):
        places.append((position(table), len(table.history.standing)))
        for seat in range(3):
            act(table, seat, draw=draw)
    assert (may_take_back(table, 0), table.practice) == (True, False)
    for place in reversed(places):
        take_back(table)
        assert (position(table), len(table.history.standing)) == place
    assert (position(table), table.practice) == (dealt, True)
    assert not may_take_back(table, 0)
    with pytest.raises(Refused, match="no_take_back_yet"):
        take_back(table)


def test_not_once_a_bot_has_decided_at_the_same_time_whatever_it_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """KARMA-3: everybody chooses at the same time; here, as if that used no card."""
    table = opened("random", "random", game="karma", humans=2)
    monkeypatch.setattr(type(table.game.words), "cards", lambda *_: ())
    act(table, 0, draw=True)
    assert may_take_back(table, 0)
    act(table, 2, draw=True)
    with pytest.raises(Refused, match="no_take_back_played"):
        take_back(table)


def test_a_game_of_practice_says_so() -> None:
    """Whether one may take back is told with every update, too."""
    table = opened("random", game="trop", starter=1)
    assert not sync(table, 0).take_back
    act(table, 0, draw=True)
    assert not table_info(table).practice
    assert [sync(table, eyes).take_back for eyes in (0, 1, None)] == [True, False, False]
    take_back(table)
    assert table_info(table).practice


def test_who_plays_on_two_seats_does_not_take_back_freely() -> None:
    table = trop("random", humans=2)
    table.chairs[1].person = "p0"
    act(table, 0, draw=True)
    assert not may_take_back(table, 0)
    with pytest.raises(Refused, match="no_take_back_seen"):
        take_back(table)


@pytest.mark.parametrize("played", [0, 1])
def test_among_humans_not_once_a_bot_has_used_a_card(played: int) -> None:
    table = trop("random", "random", humans=2)
    act(table, 0, draw=True)
    act(table, 1, draw=False)
    for number in range(2):
        act(table, number + 2, draw=number != played)
    assert not may_take_back(table, 1)
    with pytest.raises(Refused, match="no_take_back_played"):
        take_back(table, 1)


def test_among_humans_not_once_the_seat_has_seen_a_card_by_it() -> None:
    table = trop("random", humans=2)
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
