"""What one client may use up. Everything here is an option of the server."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field

from kartarna.protocol.queue import QueueLimits

FEW_MINUTES = 300.0


@dataclass(frozen=True)
class Limits:
    """A client is whoever holds a token; without one, an address."""

    frame: int = 4096  # bytes of a message
    messages: int = 100  # of a client, over all its sockets …
    messages_seconds: float = 20.0  # … in so many seconds
    frames: int = 200  # of a socket in as many: pings and pieces of messages, too
    unread_seconds: float = 30.0  # that nothing may be read of what waits for a socket, and little of a long answer
    pasts: int = 40  # times in a minute that a client asks what has happened: the game is played through
    hints: int = 60  # times in a minute that a client asks for a hint, or its coach: each may be a second's thought
    said: int = 20  # phrases of a person at a table in a minute: each is a row that stays
    queue: int = 200  # updates that wait for a slow client, beside those that it missed before it came
    head_seconds: float = 20.0  # until a request says what it wants
    connections: int = 600  # of an address that are no sockets (yet), without a proxy
    hello_seconds: float = 10.0  # until the first message
    sockets: int = 30  # of a client at the same time
    sockets_of_address: int = 300  # at the same time, and opened in a minute
    tables: int = 30  # opened by a client in an hour, rematches too
    decks: int = 20  # new ones from an address in an hour: each keeps its place until the server ends
    names: int = 10  # new ones of a person in an hour: each is a row at every table of theirs
    people: int = 60  # new ones from an address in an hour
    requests: int = 1200  # of an address …
    requests_seconds: float = 60.0  # … in so many seconds
    files: int = 6000  # of the app, that an address fetches in as many
    body: int = 64 * 1024  # bytes of a request
    bodies: int = 30  # of an address, that are being read at the same time
    body_seconds: float = 30.0  # until it must be here: a record, over a line of 320 kbit/s
    record_body: int = 1_200_000  # where a record of at most 1 MiB comes along, as JSON
    replays: int = 8  # records that are worked through or wait for it …
    replays_of_client: int = 3  # … of a client
    replay_seconds: float = 5.0  # of processor time for one of them: the longest game of twelve takes two
    replay_answer: int = 8_000_000  # bytes of a replay: that game has half of it

    def of_replays(self) -> QueueLimits:
        return QueueLimits(self.replays, self.replays_of_client, self.replay_seconds, self.replay_answer)


class Rate:
    """At most so many in so many seconds."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self.times: deque[float] = deque(maxlen=count)

    def take(self, now: float) -> bool:
        if len(self.times) == self.times.maxlen and now - self.times[0] < self.seconds:
            return False
        self.times.append(now)
        return True

    def lately(self, now: float) -> int:
        return sum(now - at < self.seconds for at in self.times)


@dataclass
class Rates:
    """The same rate for each of many clients; those who have been quiet are forgotten."""

    count: int
    seconds: float
    clients: dict[str, Rate] = field(default_factory=dict)
    untold: Counter[str] = field(default_factory=Counter)  # what other processes have not been told
    tidied: float = 0.0

    def take(self, client: str, now: float) -> bool:
        if now - self.tidied > max(self.seconds, FEW_MINUTES):
            self.clients = {who: rate for who, rate in self.clients.items() if now - rate.times[-1] < self.seconds}
            self.untold = Counter({who: count for who, count in self.untold.items() if who in self.clients})
            self.tidied = now
        taken = self._rate(client).take(now)
        if taken:
            self.untold[client] += 1
        return taken

    def _rate(self, client: str) -> Rate:
        rate = self.clients.get(client)
        if rate is None:
            rate = self.clients[client] = Rate(self.count, self.seconds)
        return rate

    def add(self, client: str, count: int, now: float) -> None:
        """So many were taken at another process."""
        self._rate(client).times.extend([now] * min(count, self.count))

    def told(self, part: int) -> dict[str, int]:
        """What those have taken here since it was last told who have used up this part of the limit."""
        now = time.monotonic()
        much = {who: n for who, n in self.untold.items() if self.clients[who].lately(now) * part >= self.count}
        for client in much:
            del self.untold[client]
        return {client: min(count, self.count) for client, count in much.items()}
