"""What one client may use up. Everything here is an option of the server."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

FEW_MINUTES = 300.0


@dataclass(frozen=True)
class Limits:
    """A client is whoever holds a token; without one, an address."""

    frame: int = 4096  # bytes of a message
    messages: int = 100  # of a client, over all its sockets …
    messages_seconds: float = 20.0  # … in so many seconds
    said: int = 20  # phrases of a person at a table in a minute: each is a row that stays
    queue: int = 200  # updates that wait for a slow client, beside those that it missed before it came
    hello_seconds: float = 10.0  # until the first message
    sockets: int = 30  # of a client at the same time
    sockets_of_address: int = 300
    tables: int = 30  # opened by a client in an hour
    people: int = 60  # new ones from an address in an hour
    requests: int = 1200  # of an address …
    requests_seconds: float = 60.0  # … in so many seconds
    body: int = 64 * 1024  # bytes of a request
    bodies: int = 30  # of an address, that are being read at the same time
    body_seconds: float = 30.0  # until it must be here: a record, over a line of 320 kbit/s
    record_body: int = 1_200_000  # where a record of at most 1 MiB comes along, as JSON


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


@dataclass
class Rates:
    """The same rate for each of many clients; those who have been quiet are forgotten."""

    count: int
    seconds: float
    clients: dict[str, Rate] = field(default_factory=dict)
    tidied: float = 0.0

    def take(self, client: str, now: float) -> bool:
        if now - self.tidied > max(self.seconds, FEW_MINUTES):
            self.clients = {who: rate for who, rate in self.clients.items() if now - rate.times[-1] < self.seconds}
            self.tidied = now
        rate = self.clients.get(client)
        if rate is None:
            rate = self.clients[client] = Rate(self.count, self.seconds)
        return rate.take(now)
