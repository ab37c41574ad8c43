"""The protocol's page, its types for the browser and its catalogue agree with the code."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import get_args

import kartarna
from kartarna.client.decoder import read_event
from kartarna.core.words import LANGUAGES, PLACEHOLDER, Card, Event, Seat, Word
from kartarna.games import GAMES
from kartarna.play.model.table_info import TableInfo
from kartarna.play.storage.database import StorageError
from kartarna.protocol import bodies, close_codes, failures, messages
from kartarna.protocol.encoder import ENCODER, UpdateEncoder, catalogue
from kartarna.protocol.typescript import generate
from kartarna.protocol.words import sentences
from kartarna.server.app import create_app

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
PACKAGE = Path(inspect.getfile(kartarna)).parent
SOURCES = [file for part in ("protocol", "server") for file in (PACKAGE / part).rglob("*.py")]


def nothing() -> None:
    raise StorageError


def test_every_message_is_on_the_page() -> None:
    for message in (*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)):
        tag = message.__struct_config__.tag
        assert re.search(rf"`{tag}[`.]", PAGE), tag


def test_every_route_is_on_the_page() -> None:
    app = create_app(nothing)  # type: ignore[arg-type]
    spoken = {path for path in app.openapi()["paths"] if path != "/metrics"}
    assert len(spoken) > 20
    for path in spoken:
        shown = path.removeprefix("/api/me") if path == "/api/me/finished" else path
        assert f"`{shown}" in PAGE or f"/api/me{shown}`" in PAGE, path


def test_every_closing_code_is_on_the_page() -> None:
    """Ours; those that uvicorn and websockets use by themselves; and no code stands anywhere else in the server."""
    ours = {code for name, code in vars(close_codes).items() if name.isupper()}
    told = {int(code) for code in re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)}
    assert told == ours | {1002, 1007, 1009, 1011, 1012}
    source = "".join(file.read_text("utf-8") for file in SOURCES if file.name != "close_codes.py")
    assert not re.findall(r"(?:Disconnect|end|close|fail)\(\d{4}", source)


def test_the_types_for_the_browser_have_every_shape_and_field() -> None:
    types = generate()
    shapes = [*get_args(messages.ClientMessage), *get_args(messages.ServerMessage), messages.Told, TableInfo]
    shapes += [*bodies.Body.__subclasses__(), *bodies.Answer.__subclasses__(), bodies.NewTable, bodies.DeckInfo]
    fields = {shape.__name__.removesuffix("Json"): shape.__struct_fields__ for shape in shapes}
    assert len(fields) > 50
    for name, wanted in fields.items():
        block = types.split(f"export interface {name} {{")[1].split("}")[0]
        assert all(f"  {field}: " in block or f"  {field}?: " in block for field in wanted), name
    names = re.findall(r"^export (?:interface|type) (\w+)", types, re.MULTILINE)
    assert len(names) == len(set(names))


def test_every_refusal_of_the_server_has_a_sentence_in_both_languages() -> None:
    source = "".join(file.read_text("utf-8") for file in SOURCES)
    kinds = set(re.findall(r'(?:Failed\(\d+, |Disconnect\(\w+, |Event\()"(\w+)"', source)) | set(failures.STATUS)
    assert len(kinds) > 15
    for kind in kinds:
        entry = catalogue("gap")[kind]
        assert all(entry[language] for language in LANGUAGES), kind


def test_both_languages_fill_in_the_same_facts() -> None:
    for kind, entry in sentences().items():
        assert {*PLACEHOLDER.findall(entry["cs"])} == {*PLACEHOLDER.findall(entry["en"])}, kind


def test_a_catalogue_has_the_words_of_game_table_and_server() -> None:
    for game in GAMES:
        words = catalogue(game)
        assert {"round_starts", "out_of_turn", "phrase_hello", "who_are_you"} <= words.keys()


def test_facts_come_back_as_they_were() -> None:
    event = Event(
        "x", {"n": -3, "t": "hi", "c": Card("7r"), "s": Seat(2), "w": Word("key"), "l": (Seat(0), Seat(1)), "e": ()}
    )
    text = ENCODER.encode(UpdateEncoder("gap").told(event))
    assert b'"c":{"card":"7r"},"s":{"seat":2},"w":{"word":"key"},"l":[{"seat":0},{"seat":1}],"e":[]' in text
    back = read_event(messages.Told(**json.loads(text)))
    assert back == event
    assert [type(value) for value in back.facts.values()] == [type(value) for value in event.facts.values()]
