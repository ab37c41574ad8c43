"""Every message of the WebSocket, both ways. docs/protocol.md tells how they follow each other.

JSON text frames; `type` says which one it is. The server tells no sentences: events and refusals go out as a kind
and its facts, and the client tells them in its language from the game's catalogue.

A name ends in Json where the core or kartarna.play has a type of its own for the same thing; the browser's types
have the short name.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from kartarna.play.model.table_info import TableInfo

VERSION = 1

Seat = Annotated[int, Meta(ge=0, le=11)]  # counted from 0; people see 1 … n
Id = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,40}$")]  # the client's own name for a message
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes
Short = Annotated[str, Meta(max_length=200)]
Happening = Annotated[str, Meta(pattern="^[a-z][a-z_]{0,39}$")]  # what a game cannot know, so people must say it
Proposed = Happening  # or one of take_back, end, draw, pause


class TypeScript(str):
    """How the client writes a type that Python cannot say more exactly."""

    __slots__ = ()


# ---- parts of messages -------------------------------------------------------------------------------


class CardFact(Struct, frozen=True):
    card: str  # its notation


class SeatFact(Struct, frozen=True):
    seat: int


class WordFact(Struct, frozen=True):
    word: str  # a key of the catalogue, to be told itself


Fact = int | str | CardFact | SeatFact | WordFact  # or a list of them
Facts = Annotated[dict[str, Any], TypeScript("Record<string, Fact | Fact[]>")]


class CardMoveJson(Struct, frozen=True):
    """Cards go from place to place, zones as the view has them: `row`, `hand:2`. One place: shown or turned there."""

    source: str
    target: str
    cards: list[str]  # by name, as they are called at the source
    hidden: int  # how many more go unseen
    becomes: list[str] | UnsetType = UNSET  # what the cards are called at the target, where that differs
    covered: bool | UnsetType = UNSET  # true: seen as they go, but lying unseen at the target


class Told(Struct, frozen=True):
    """Something that happened, would happen or is refused: `kind` is the key of its sentence."""

    kind: str
    facts: Facts = {}
    rule: str | None = None  # the id of the rule that it rests on
    private: bool | UnsetType = UNSET  # true of an event that only this seat is told; else left out
    seat: int | UnsetType = UNSET  # in a replay with open cards: who alone was told it
    moves: list[CardMoveJson] | UnsetType = UNSET  # what an event does to the cards, in order


class ZoneJson(Struct, frozen=True):
    """A place with cards: those seen by name, the others by number only."""

    name: str
    seat: int | None
    cards: list[str]
    hidden: int
    known: list[str]  # of the hidden ones, those that everyone saw go there


class SharedView(Struct, frozen=True):
    """The part of a view that is the same for all."""

    game: str
    players: int
    round: int
    waiting: tuple[int, ...]
    over: bool
    totals: tuple[int, ...]
    facts: Facts


class ViewJson(SharedView, frozen=True):
    """The table as a seat (null: a spectator) sees it."""

    seat: int | None
    zones: list[ZoneJson]


class ChoiceJson(Struct, frozen=True):
    """A decision that can be made now."""

    action: int
    notation: str
    decision: Told
    cards: list[str]  # the seat's own cards that it uses
    effects: list[Told]  # what follows for certain


class RefusedCardJson(Struct, frozen=True):
    """A card of one's own that no decision uses now, and why."""

    card: str
    reason: Told


class OptionsJson(Struct, frozen=True):
    choices: list[ChoiceJson]
    refused: list[RefusedCardJson]


class Clock(Struct, frozen=True):
    left: float  # seconds, when the seat's clock was last stopped
    ends: float | None  # when it runs out, if it runs


class EndingJson(Struct, frozen=True):
    """How it stands when a round, or the game, is over."""

    totals: tuple[tuple[int, ...], ...]  # by seat, after each round that was played at this table
    events: list[Told]  # by which the last one ended, its score explained; none: the game ended in mid-round


# ---- from the server -----------------------------------------------------------------------------------


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    version: int
    table: str
    now: float  # the table's time, in seconds since 1970: that of its rows and clocks
    phrases: tuple[str, ...]  # what can be said here: phrase_… of the catalogue
    epoch: str  # send it back with `last`: it changes when the operator restores a backup


class You(Struct, frozen=True, tag="you"):
    """What this connection is at the table; sent again whenever it changes."""

    seats: tuple[int, ...]  # that it holds; none: a spectator; several: hot seat
    host: bool
    seat: int | None  # whose cards it is shown; null: nobody's
    acts: bool  # false: a newer tab plays


class Presence(Struct, frozen=True, tag="presence"):
    """Who is connected; sent again whenever it changes."""

    seats: tuple[int, ...]
    watchers: int


class UpdateJson(Struct, frozen=True, tag="update"):
    """One row of the table's log, for these eyes. Whoever has all updates up to `seq` has missed nothing."""

    seq: int
    kind: str  # of the row; "sync": the present state, whatever came before
    at: float
    events: list[Told]
    view: ViewJson | None  # null before the first deal
    asked: int  # send it back as `seq` of the decision; 0: nothing is asked
    options: OptionsJson | None
    clocks: list[Clock]  # by seat; empty without a clock
    table: TableInfo | None  # null: as before
    by: int | None  # the seat whose row it is; null: nobody's
    ending: EndingJson | None = None  # null: a round is being played
    take_back: bool = False  # this seat can propose one now


class PastEntryJson(Struct, frozen=True):
    """A row of the log, as the update of it told these eyes."""

    seq: int
    kind: str
    at: float
    by: int | None  # the seat whose row it is
    events: list[Told]


class PastJson(Struct, frozen=True, tag="past"):
    """The answer to `past`: what has happened, for these eyes, the oldest first."""

    id: str
    seq: int  # up to this row
    seat: int | None  # whose eyes
    entries: list[PastEntryJson]  # rows that tell nothing are left out
    whole: bool  # nothing came before them


class HintJson(Struct, frozen=True, tag="hint"):
    """The answer to `hint` and `coach`. In its sentences `choices` are facts: decisions, told as their buttons are."""

    id: str
    seq: int  # the question that it is about: `asked` of the update
    depth: int  # 0: the coach has nothing to say
    told: list[Told]
    choices: dict[str, int]
    look: str | None  # the place to look at: a zone as the view has it
    costly: tuple[int, ...]  # decisions that cost more than 4 points of the chance to win


class Done(Struct, frozen=True, tag="done"):
    """The message of this id was carried out, now or before."""

    id: str
    seq: int  # the last row that it brought; 0: none
    secret: str | None = None  # of the table's new link


class RefusedJson(Struct, frozen=True, tag="refused"):
    """The message of this id (null: the connection itself) is refused; nothing has changed."""

    id: str | None
    reason: Told


class Pong(Struct, frozen=True, tag="pong"):
    id: str
    now: float


ServerMessage = Welcome | You | Presence | UpdateJson | PastJson | HintJson | Done | RefusedJson | Pong


# ---- from the client -----------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello"):
    """The first frame."""

    version: int
    last: Annotated[int, Meta(ge=0)] | None = None  # the last update that was received
    token: Short | None = None  # for clients without cookies
    secret: Short | None = None  # of the table's link: a table that is not public shows itself to who has it
    epoch: Short | None = None  # that `last` belongs to; if it is over, everything is told anew


class Message(Struct, frozen=True, kw_only=True):
    """Every other message has an id; the same id again (by the same seat) is answered, not carried out twice."""

    id: Id


class Decide(Message, frozen=True, tag="decide"):
    seat: Seat
    seq: Annotated[int, Meta(ge=0)]  # `asked` of the update
    action: int


class GoOn(Message, frozen=True, tag="go_on"):
    """Between two rounds: this human has seen enough. The next one is dealt when all who are there have."""

    seat: Seat


class Promise(Message, frozen=True, tag="promise"):
    seat: Seat
    hash: Hex


class Reveal(Message, frozen=True, tag="reveal"):
    seat: Seat
    part: Hex


class Propose(Message, frozen=True, tag="propose"):
    seat: Seat
    what: Proposed


class Agree(Message, frozen=True, tag="agree"):
    seat: Seat


class Decline(Message, frozen=True, tag="decline"):
    seat: Seat


class Resume(Message, frozen=True, tag="resume"):
    """Starts a paused clock again."""

    seat: Seat


class Resign(Message, frozen=True, tag="resign"):
    seat: Seat


class ComeBack(Message, frozen=True, tag="come_back"):
    """The human decides again instead of the stand-in. (So does any decision.)"""

    seat: Seat


class AskStandIn(Message, frozen=True, tag="ask_stand_in"):
    seat: Seat
    absent: Seat


class Nudge(Message, frozen=True, tag="nudge"):
    """Reminds a human who owes a decision; not again within a minute."""

    seat: Seat
    absent: Seat


class Say(Message, frozen=True, tag="say"):
    seat: Seat
    phrase: Short


class Lift(Message, frozen=True, tag="lift"):
    """Hot seat: shows this seat's cards."""

    seat: Seat


class Cover(Message, frozen=True, tag="cover"):
    """Hot seat: hides them."""


class Share(Message, frozen=True, tag="share"):
    """Hot seat: takes another free seat for a friend at the same device."""

    seat: Seat
    name: Short


class Leave(Message, frozen=True, tag="leave"):
    """Before the start; afterwards one resigns."""

    seat: Seat


class Remove(Message, frozen=True, tag="remove"):
    """Host: empties a seat."""

    seat: Seat


class Swap(Message, frozen=True, tag="swap"):
    """Host: two seats change places."""

    seat: Seat
    other: Seat


class Fill(Message, frozen=True, tag="fill"):
    """Host: bots take all free seats, and the game starts."""

    bot: Short


class RenewLink(Message, frozen=True, tag="renew_link"):
    """Host: `done` brings the new secret; the old one is void."""


class Close(Message, frozen=True, tag="close"):
    """Host: before the start, or while no other human plays."""


class AskPast(Message, frozen=True, tag="past"):
    """What has happened so far? Spectators may ask, too."""

    whole: bool = False  # all rounds, not only the present one


class AskHint(Message, frozen=True, tag="hint"):
    """1: what matters now; 2: which choices cost too much; 3: the best one, and why. The answer may take a while."""

    seat: Seat
    depth: Annotated[int, Meta(ge=1, le=3)] = 1


class AskCoach(Message, frozen=True, tag="coach"):
    """Before a decision: does it cost too much? Without one: get ready to be asked, and answer `done`."""

    seat: Seat
    action: int | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Is anybody there?"""


ClientMessage = (
    Hello
    | Decide
    | GoOn
    | Promise
    | Reveal
    | Propose
    | Agree
    | Decline
    | Resume
    | Resign
    | ComeBack
    | AskStandIn
    | Nudge
    | Say
    | Lift
    | Cover
    | Share
    | Leave
    | Remove
    | Swap
    | Fill
    | RenewLink
    | Close
    | AskPast
    | AskHint
    | AskCoach
    | Ping
)
