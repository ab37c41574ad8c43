"""Counters and times of this process, as Prometheus reads them. No names, no tables, no cards."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for edge, count in zip((*map(str, BUCKETS), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{edge}"}} {total}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    def __init__(self) -> None:
        self.messages: Counter[str] = Counter()  # by type
        self.refused: Counter[str] = Counter()  # by kind
        self.requests: Counter[str] = Counter()  # by status
        self.closed: Counter[str] = Counter()  # sockets, by code
        self.forfeits: Counter[str] = Counter()  # by bot
        self.updates = 0
        self.decisions = Histogram()  # from the frame to its answer
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def text(self) -> str:
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for name, note, label, counter in (
            ("kartarna_messages_total", "Messages from clients", "type", self.messages),
            ("kartarna_refused_total", "Messages and requests that were refused", "kind", self.refused),
            ("kartarna_requests_total", "HTTP requests", "status", self.requests),
            ("kartarna_sockets_closed_total", "Sockets closed by the server", "code", self.closed),
            ("kartarna_forfeits_total", "Decisions that a bot forfeited to the quick player", "bot", self.forfeits),
        ):
            yield from _head(name, note, "counter")
            yield from (f'{name}{{{label}="{key}"}} {count}' for key, count in sorted(counter.items()))
        yield from _head("kartarna_updates_total", "Updates sent to clients", "counter")
        yield f"kartarna_updates_total {self.updates}"
        yield from _head("kartarna_decision_seconds", "From a decision's arrival to its answer", "histogram")
        yield from self.decisions.lines("kartarna_decision_seconds")
        for name, (note, value) in self.gauges.items():
            yield from _head(name, note, "gauge")
            yield f"{name} {value():g}"


def _head(name: str, note: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {note}.", f"# TYPE {name} {kind}"
