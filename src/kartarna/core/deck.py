"""Decks as data: reads a deck.toml, finds the line of a mistake, numbers the decks of a game."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kartarna.core.errors import DeckError, EntryFault
from kartarna.core.faces import check_faces
from kartarna.core.words import LANGUAGES, Teller, catalogue

MOST_DECKS = 1024  # of one game in one process: the compiled tables have that many places
FOR_GUESTS = MOST_DECKS // 2  # no new ones beyond it: tables that were opened with theirs find room always
ON_TRIAL = MOST_DECKS - 1  # the place where a deck is only checked; no state has this number
LONGEST_FILE = 100_000
LONGEST_NAME = 80
LONGEST_LABEL = 40
DEEPEST = 8  # tables within tables
MOST_DOTS = 64  # in a line: a key of thousands of parts takes as long as it likes to read
LARGEST = 2**53  # a browser knows no larger whole numbers

Check = Callable[[dict[str, Any], int], None]  # checks the data, loads the compiled table of that number


@dataclass(frozen=True)
class Deck:
    """The cards of one edition of a game."""

    game: str
    number: int  # its place in the game's compiled tables
    data: dict[str, Any]  # the whole file: it stands in every record

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def reconstruction(self) -> bool:
        """The real deck is not public; this is our best guess."""
        return bool(self.data.get("reconstruction", False))


@dataclass
class Decks:
    """The decks of one game in this process: number 0 is the game's own.

    A number is never given to another deck: states have nothing else of theirs.
    """

    game: str
    file: Path
    check: Check
    loaded: dict[int, Deck] = field(default_factory=dict)  # by number
    numbers: dict[str, int] = field(default_factory=dict)  # by what stands in the file
    files: list[Deck] = field(default_factory=list)  # those that were read from files here

    @property
    def standard(self) -> Deck:
        if 0 not in self.loaded:
            self.place(parse(self.file.read_text(encoding="utf-8"), str(self.file)), 0)
        return self.loaded[0]

    @property
    def installed(self) -> list[Deck]:
        """Those that whoever runs this program has chosen: the game's own first."""
        return [self.standard, *self.files]

    def number(self, number: int) -> Deck:
        return self.standard if number == 0 else self.loaded[number]

    def read(self, path: Path) -> Deck:
        """A deck from a file; a mistake is reported with the file, the line and what is wrong."""
        text = read_text(path)
        data = parse(text, str(path))
        try:
            deck = self.add(data)
        except DeckError as error:
            raise DeckError(f"{path}, line {line_of(text, error.path)}: {error}", error.path) from error
        if deck not in self.installed:
            self.files.append(deck)
        return deck

    def find(self, data: dict[str, Any]) -> Deck | None:
        """This very deck, if it has a number here."""
        with self._told():
            _check_plain(data)
        self.standard  # noqa: B018 - it may be the one
        number = self.numbers.get(json.dumps(data))
        return None if number is None else self.loaded[number]

    def add(self, data: dict[str, Any]) -> Deck:
        """The same deck twice is one deck."""
        if known := self.find(data):
            return known
        self.examine(data)
        for number in range(1, ON_TRIAL):
            if number not in self.loaded and (deck := self._claim(data, number)):
                return deck
        raise DeckError(f"{ON_TRIAL} decks of this game are in use already; start a new process for more")

    def place(self, data: dict[str, Any], number: int) -> Deck:
        """A deck under the number that it has elsewhere, for states that come from there."""
        self.examine(data)
        known = self.loaded.get(number) or self._claim(data, number)
        if known is None or json.dumps(known.data) != json.dumps(data):
            raise DeckError(f"the number {number} belongs to another deck")
        return known

    def _claim(self, data: dict[str, Any], number: int) -> Deck | None:
        """A deck without fault takes this number, unless another thread is quicker."""
        deck = Deck(self.game, number, data)
        if number >= ON_TRIAL or self.loaded.setdefault(number, deck) is not deck:
            return None
        self.check(data, number)
        self.numbers.setdefault(json.dumps(data), number)
        return deck

    @staticmethod
    def is_plain(data: dict[str, Any]) -> bool:
        """It can be written as JSON, whether or not it is a deck."""
        try:
            _check_plain(data)
        except DeckError:
            return False
        return True

    def examine(self, data: dict[str, Any]) -> None:
        """Only checks it: a DeckError says what is wrong. It gets no number."""
        with self._told():
            _check_plain(data)
            self._check_head(data)
            check_faces(data)
            self.check(data, ON_TRIAL)

    def _check_head(self, data: dict[str, Any]) -> None:
        if data.get("game") != self.game:
            raise EntryFault("wrong_game", ("game",), game=self.game)
        if not isinstance(data.get("name"), str) or not 0 < len(data["name"].strip()) <= LONGEST_NAME:
            raise EntryFault("wrong_name", ("name",), most=LONGEST_NAME)
        if not isinstance(data.get("reconstruction", False), bool):
            raise EntryFault("wrong_reconstruction", ("reconstruction",))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """A fault in English, as all that goes wrong with files; another language tells its kind and facts."""
        try:
            yield
        except EntryFault as fault:
            teller = Teller(catalogue(self.file.parent), lambda card, _: card, "en", ())
            rule, sentence = teller.rule(fault.kind), teller.sentence(fault.kind, fault.facts)
            fault.args = (f"{rule}: {sentence}" if rule else sentence,)
            raise


def read_text(path: Path) -> str:
    try:
        if not path.is_file() and path.exists():
            raise DeckError(f"{path} is not a file")  # a pipe may never end, nor ever begin
        with path.open("rb") as stream:
            data = stream.read(LONGEST_FILE + 1)
        if len(data) > LONGEST_FILE:
            raise DeckError(f"{path} is too large for a deck ({LONGEST_FILE} bytes at most)")
        return data.decode("utf-8")
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is not a text file in UTF-8") from error


def parse(text: str, source: str) -> dict[str, Any]:
    try:
        _check_dots(text)
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise DeckError(f"{source} is not TOML: {error!s:.200}") from error


def _check_dots(text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"more than {MOST_DOTS} dots (at line {number})")


def _check_plain(value: Any, path: tuple[str, ...] = ()) -> None:
    """A deck stands in records, which are JSON: TOML has more kinds of values. Its texts are shown to others."""
    if len(path) > DEEPEST:
        raise EntryFault("wrong_depth", path, entry=".".join(path), most=DEEPEST)
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_shown(key, (*path, key))
            _check_plain(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value, 1):
            _check_plain(inner, (*path, str(place)))
    elif isinstance(value, float) and not math.isfinite(value):
        raise EntryFault("wrong_float", path, entry=".".join(path), key=str(value))
    elif not isinstance(value, str | int | float | None):
        raise EntryFault("wrong_date", path, entry=".".join(path))
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise EntryFault("wrong_large", path, entry=".".join(path))
    elif isinstance(value, str):
        _check_shown(value, path)


def _check_shown(text: str, path: tuple[str, ...]) -> None:
    if not all(letter.isprintable() or letter == "\u00a0" for letter in text):
        raise EntryFault("wrong_signs", path, entry=f"{'.'.join(path)!r:.80}")


def table(data: dict[str, Any], *path: str) -> dict[str, Any]:
    """The table at this path of a deck, which must be there."""
    for depth, key in enumerate(path):
        data = data.get(key)  # type: ignore[assignment]
        if not isinstance(data, dict):
            raise EntryFault("wrong_table", path[:depth], entry=".".join(path[: depth + 1]))
    return data


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line of an entry: of its key, or of the nearest table above it that is written out."""
    lines = text.splitlines()
    for depth in range(len(path), 0, -1):
        header, key = ".".join(path[:depth]), path[depth - 1]
        above = ".".join(path[: depth - 1])
        section = ""
        for number, line in enumerate(lines, 1):
            if (found := _header(line)) is not None:
                section = found
                if section == header:
                    return number
            elif section == above and _begins(line, key):
                return number
    return 1


def _header(line: str) -> str | None:
    """The table that this line begins. Without a pattern: of a stranger's line one may try them for hours."""
    name, closed, _ = line.strip().lstrip("[").partition("]")
    return name.strip().replace('"', "") if closed and line.lstrip().startswith("[") else None


def _begins(line: str, key: str) -> bool:
    """Whether this entry begins with this line."""
    rest = line.strip().removeprefix('"')
    return rest.startswith(key) and rest[len(key) :].removeprefix('"').lstrip().startswith("=")


def colour_names(data: dict[str, Any], letter: str) -> None:
    """A colour has one small letter for notation, and a name in each language."""
    colour = table(data, "colours", letter)
    if not re.fullmatch("[a-z]", letter):
        raise EntryFault("wrong_letter", ("colours", letter), key=f"{letter!r:.40}")
    for key in (*LANGUAGES, "shape"):
        check_label(colour, key, ("colours", letter))


def check_label(entries: dict[str, Any], key: str, path: tuple[str, ...]) -> None:
    """A short text under this key of a table."""
    if not isinstance(entries.get(key), str) or not 0 < len(entries[key]) <= LONGEST_LABEL:
        raise EntryFault("wrong_label", (*path, key), entry=".".join(path), key=key, most=LONGEST_LABEL)
