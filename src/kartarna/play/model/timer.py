"""The clock of a table, from the times in its log: who has how long, and until when."""

from __future__ import annotations

from dataclasses import dataclass, field

from kartarna.play.model.settings import ClockSetting


@dataclass
class Timer:
    """`left` is a seat's time when its clock was last stopped, `since` when it was started again."""

    setting: ClockSetting
    players: int
    left: list[float] = field(default_factory=list)
    since: list[float | None] = field(default_factory=list)
    stopped: bool = False  # for everyone: paused, or asleep

    def __post_init__(self) -> None:
        self.left = [self.setting.seconds] * self.players
        self.since = [None] * self.players

    @property
    def runs(self) -> bool:
        return self.setting.kind != "none"

    def ask(self, seat: int, at: float) -> None:
        """The seat is asked a decision: its clock starts."""
        if self.setting.kind == "decision":
            self.left[seat] = self.setting.seconds
        self.start(seat, at)

    def answer(self, seat: int, at: float) -> None:
        self.stop(seat, at)
        if self.setting.kind == "bank":
            self.left[seat] += self.setting.increment

    def start(self, seat: int, at: float) -> None:
        self.since[seat] = at if self.runs else None

    def stop(self, seat: int, at: float) -> None:
        since = self.since[seat]
        if since is not None and not self.stopped:
            self.left[seat] = max(0.0, self.left[seat] - (at - since))
        self.since[seat] = None

    def stop_all(self, at: float) -> None:
        """A pause, or nobody is there: seats keep what they have left."""
        if self.stopped:
            return
        for seat, since in enumerate(self.since):
            if since is not None:
                self.left[seat] = max(0.0, self.left[seat] - (at - since))
        self.stopped = True

    def start_all(self, at: float) -> None:
        self.stopped = False
        self.since = [None if since is None else at for since in self.since]

    def grant(self, seat: int) -> None:
        """Whoever comes back after time ran out gets at least one increment (or decision) to go on with."""
        least = self.setting.increment if self.setting.kind == "bank" else self.setting.seconds
        self.left[seat] = max(self.left[seat], least, 1.0)

    def deadline(self, seat: int) -> float | None:
        """When this seat's time runs out, if it is running."""
        since = self.since[seat]
        return None if since is None or self.stopped else since + self.left[seat]

    def shown(self) -> tuple[tuple[float, float | None], ...]:
        """Each seat's time left, and when it runs out; nothing without a clock."""
        return tuple(zip(self.left, map(self.deadline, range(self.players)), strict=True)) if self.runs else ()
