"""What processes on one database tell each other besides what happens at tables. Nothing of it is stored."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """A person is no longer known here, or one device of theirs."""

    person: str
    token: str | None = None  # the hash; None: all of them


class Spent(Struct, frozen=True, tag="spent"):
    """How much clients have used up of a limit since this was last told."""

    limit: str
    clients: dict[str, int]


class OpenSockets(Struct, frozen=True, tag="sockets"):
    """How many sockets clients have at the process that tells it."""

    clients: dict[str, int]


class Follows(Struct, frozen=True, tag="follows"):
    """The process that tells it has these tables, and wants to know what happens there."""

    tables: tuple[str, ...]


News = SignedOut | Spent | OpenSockets | Follows
DECODER = msgspec.json.Decoder(News)


def write_news(news: News) -> str:
    return msgspec.json.encode(news).decode()


def read_news(text: str) -> News:
    news: News = DECODER.decode(text)
    return news
