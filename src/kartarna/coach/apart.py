"""A coach that thinks in a process of its own, for games whose rules would keep all threads of ours waiting."""

from __future__ import annotations

from functools import cache

from kartarna.bots.gil import holds_gil
from kartarna.bots.processes.parent import Processes
from kartarna.bots.slices import Slices, in_one
from kartarna.coach.hint import Advisor, advisor, observed
from kartarna.coach.reasons import Explanation
from kartarna.coach.telling import tellings
from kartarna.coach.worth import Ranking, Worth
from kartarna.core.rng import Rng
from kartarna.core.state import State

PATIENCE = 20.0  # seconds for a thought; it takes some 1 000 iterations at most, whatever the game


class CoachProcesses(Processes):
    module = "kartarna.coach.child"
    longest_line = 500_000  # every choice of a position


@cache
def coach_processes() -> CoachProcesses:
    return CoachProcesses("coach", PATIENCE)


class AdvisorApart(Advisor):
    """The same advice; a Forfeited if the process gives none."""

    def rank(self) -> Slices[Ranking]:
        return in_one(self._ask_ranking)

    def why(self, other: int) -> Slices[Explanation | None]:
        return in_one(lambda: self._ask_reason(other))

    def _ask_ranking(self) -> Ranking:
        answer = coach_processes().ask(self.observation)
        return Ranking(tuple(Worth(*choice) for choice in answer["choices"]))

    def _ask_reason(self, other: int) -> Explanation | None:
        known = {telling.name: telling for telling in tellings(self.game.folder)}
        if not known:
            return None
        found = coach_processes().ask(self.observation, (self.ranking.best.action, other))["reason"]
        if found is None:
            return None
        name, better, worse = found
        return Explanation(known[name], better, worse)


def advisor_among_others(state: State, seat: int, rng: Rng) -> Advisor:
    """For a table in a house where others play: its thoughts keep none of them waiting."""
    return AdvisorApart(observed(state, seat, rng)) if holds_gil(state) else advisor(state, seat, rng)
