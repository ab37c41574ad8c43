"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from kartarna.play.model.settings import BOT, SeatPlan


@dataclass
class Chair:
    plan: SeatPlan
    person: str | None = None  # the id of the human who sits here
    name: str = ""
    bot: str | None = None  # the level of the bot that sits here
    stand_in: bool = False  # a bot decides until the human is back
    resigned: bool = False  # a bot plays on, and the seat has lost
    won: int = 0  # games before this one, in a series of rematches

    @classmethod
    def planned(cls, plan: SeatPlan) -> Chair:
        return cls(plan, bot=plan.bot if plan.kind == BOT else None)

    @property
    def taken(self) -> bool:
        return self.person is not None or self.bot is not None

    @property
    def human(self) -> bool:
        """A human who has a say here."""
        return self.person is not None and not self.resigned

    @property
    def automatic(self) -> bool:
        """A bot decides for this seat now."""
        return self.bot is not None or self.stand_in or self.resigned

    def sit(self, person: str, name: str) -> None:
        self.person, self.name, self.bot, self.won = person, name, None, 0

    def fill(self, level: str) -> None:
        self.person, self.name, self.bot, self.won = None, "", level, 0

    def clear(self) -> None:
        self.person, self.name, self.bot, self.won = None, "", None, 0
