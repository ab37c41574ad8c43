"""Few words are enough where they fit only one choice, in every game, in courses as at tables."""

from __future__ import annotations

import pytest

from kartarna.core.errors import Ambiguous, IllegalNotation, Malformed, NotationError
from kartarna.core.options import options
from kartarna.games import get
from kartarna.learn.attempt import Attempt
from kartarna.learn.course import course
from kartarna.terminal.play.lessons import LessonDialogue
from kartarna.terminal.play.typed import decision_of
from kartarna.terminal.play.visit import Visit
from kartarna.terminal.voice import Voice
from tests.terminal.command import kartarna, lines


class Step:
    """A step of a course; what is typed first is done."""

    def __init__(self, game: str, step: str, *typed: str, language: str = "en") -> None:
        self.game = get(game)
        lessons = course(self.game.folder)
        lesson = lessons.lesson(step)
        assert lesson
        self.dialogue = LessonDialogue(Voice(language), self.game, lessons, lessons.lessons.index(lesson))
        self.attempt: Attempt = self.dialogue.attempt
        for text in typed:
            assert self.attempt.decide(self.dialogue.meant(text)).right

    def meant(self, typed: str) -> str:
        return self.game.words.notation(self.attempt.state, self.attempt.seat, self.dialogue.meant(typed))


UNDERSTOOD = [
    ("three", "highest", "blue", "52"),
    ("three", "highest", "světle modrou", "52"),
    ("three", "highest", "turquoise", "82"),
    ("dnup", "lay", "turn the hand", "turn"),
    ("dnup", "lay", "otoč", "turn"),
    ("dnup", "lay", "12", "7/1 7/1 7/3"),  # by its place in the list: no card has a 12
    ("dnup", "add", "přidat", "+5/7 >1"),
    ("trop", "draw", "card", "draw"),
    ("trop", "discard", "discard", "5d"),
    ("trop", "discard", "odhoď", "5d"),
    ("karma", "at-least", "pile", "take"),
    ("karma", "give", "daruj", "give"),
    ("karma", "face-down", "2", "?2"),
    ("gap", "same", "yellow", "2y"),
    ("gap", "same", "žlutou", "2y"),
    ("gap", "same", "2", "2y"),
    ("gap", "same", "RED 8", "8r"),
]


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize(("game", "step", "typed", "notation"), UNDERSTOOD)
def test_few_words_are_understood_in_either_language(
    game: str, step: str, typed: str, notation: str, language: str
) -> None:
    assert Step(game, step, language=language).meant(typed) == notation


@pytest.mark.parametrize(("language", "name"), [("cs", "hráči 3"), ("en", "player 3")])
def test_who_is_given_the_pile_is_understood_by_number_and_name(language: str, name: str) -> None:
    step = Step("karma", "give", "give", language=language)
    assert [step.meant(typed) for typed in ("3", ">3", name)] == [">3"] * 3


@pytest.mark.parametrize(
    ("game", "step", "typed", "listed"),
    [
        ("three", "highest", "olive", "#2 28, #6 77"),
        ("dnup", "add", "vzít", "#6 take 1, #7 take 2"),
        ("dnup", "add", "5", "#5 +5/7 >1, #6 take 1"),  # to lay it is refused
        ("trop", "play", "play", "#1 -2, #2 9, #3 12"),
        ("karma", "give", "pile", "#1 give, #2 take"),
        ("gap", "same", "red", "#3 4r, #5 8r, #6 9r"),
    ],
)
def test_what_fits_several_lists_them(game: str, step: str, typed: str, listed: str) -> None:
    with pytest.raises(Ambiguous) as error:
        Step(game, step).meant(typed)
    assert listed in str(error.value)


def test_many_that_fit_are_not_all_listed() -> None:
    with pytest.raises(Ambiguous, match=r"#1 .*, …"):
        Step("karma", "set-up").meant("lay")


@pytest.mark.parametrize(
    ("game", "step", "typed", "error"),
    [
        ("gap", "same", "5r", IllegalNotation),  # in full: what is refused is not taken for another card
        ("gap", "same", "1", IllegalNotation),  # no 1 is held, and the list is not meant
        ("gap", "same", "purple", Malformed),
        ("dnup", "add", "5 5", IllegalNotation),  # two 5s are not one
        ("karma", "at-least", "4", IllegalNotation),
        ("trop", "draw", "banana", Malformed),
        ("dnup", "lay", "99", NotationError),  # not in the list either
    ],
)
def test_what_fits_none_is_refused(game: str, step: str, typed: str, error: type[NotationError]) -> None:
    with pytest.raises(error):
        Step(game, step).meant(typed)


def test_all_notations_mean_what_they_are_written_for() -> None:
    for game, step in (("three", "three"), ("dnup", "take"), ("trop", "trop"), ("karma", "give"), ("gap", "must")):
        at = Step(game, step)
        state, seat = at.attempt.state, at.attempt.seat
        for choice in options(at.game, state, seat).choices:
            assert decision_of(at.dialogue.menu(), at.game, state, seat, choice.notation) == choice.action


def test_at_a_table_it_is_the_same() -> None:
    run = kartarna("play", "trop", "--lang", "en", "--seed", 1, "--starter", 1, typed=lines("card", "quit"))
    assert "You draw a card." in run.out


def test_on_a_visit_to_a_server_it_is_the_same() -> None:
    """There only the choices are known, not the position."""
    step = Step("gap", "same")
    visit = Visit.__new__(Visit)
    visit.voice, visit.menu = step.dialogue.voice, step.dialogue.menu()
    choices = {choice.action: choice.notation for choice in visit.menu.options.choices}
    meant = {typed: visit._action(typed, None) for typed in ("2", "yellow", "red 8", "#1", "5r", "banana")}
    assert [action if action is None else choices[action] for action in meant.values()] == [
        *("2y", "2y", "8r", "0g"),
        *(None, None),
    ]
    assert visit._action("yes", "agree") is None
    with pytest.raises(Ambiguous):
        visit._action("red", None)
