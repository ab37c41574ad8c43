"""The games for OpenSpiel: `import kartarna.research.open_spiel` registers each as `kartarna_NAME`.

Cards are dealt one by one by chance nodes; with `deals=K` one chance node a round deals one of K fixed deals instead,
and with `after=N` it begins when the quick players have made N decisions: one of K worlds that agree in all that
everyone has seen. With `last=N` it ends after N rounds, and who leads has won. That makes a game small enough to be
solved.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyspiel

from kartarna.core.errors import OptionError
from kartarna.core.game import Game, Value
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import View
from kartarna.games import OWN, get
from kartarna.research.chance import Chance
from kartarna.research.decisions import Decisions, returns, seat_to_move, won_by
from kartarna.research.encoder import Encoder
from kartarna.research.text import show

LONGEST_GAME = 200_000  # actions, chance included; ALL-5 ends every game before
Params = dict[str, Any]


def short_name(game: str) -> str:
    return f"kartarna_{game}"


def parameters(game: Game[Any]) -> Params:
    """Every option of the game; 0 stands for one that is not set."""
    options = {option.name: option.default if option.default is not None else 0 for option in game.options}
    return {"players": game.players.start, "deals": 0, "after": 0, "last": 0, "deck": "", **options}


def game_type(game: Game[Any]) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game.id),
        long_name=f"Kartárna: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
        provides_factored_observation_string=False,
    )


class SpielGame(pyspiel.Game):
    """Each game is a subclass: OpenSpiel drops what creates a game after Python's end, which only a class survives."""

    kartarna_game: ClassVar[Game[Any]]

    def __init__(self, params: Params) -> None:
        self.settings = {**parameters(self.kartarna_game), **params}
        self.start = self._start()
        self.encoder = Encoder(self.kartarna_game, self.start)
        self.decisions = Decisions(self.start)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.decisions.count,
            max_chance_outcomes=Chance(self.start, self.settings["deals"]).most_outcomes(),
            num_players=self.start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(game_type(self.kartarna_game), info, params)

    def _start(self) -> State:
        game = self.kartarna_game
        options: dict[str, Value] = {
            option.name: self.settings[option.name]
            for option in game.options
            if self.settings[option.name] or option.is_flag
        }
        deck = game.decks.read(Path(self.settings["deck"])) if self.settings["deck"] else None
        start: State = game.new(self.settings["players"], options, deck)
        if self.settings["after"]:
            self._play_on(start, self.settings["after"])
        return start

    def _play_on(self, state: State, decisions: int) -> None:
        if not self.settings["deals"]:
            raise OptionError("after=N needs deals=K: from how many worlds the game may go on")
        rng = Rng(0)
        for _ in range(decisions):
            if state.due():
                state.deal_random(rng)
            if state.over():
                raise OptionError(f"the game is over before {decisions} decisions: choose a smaller `after`")
            seat = seat_to_move(state)
            state.apply(seat, state.greedy(seat, rng))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A game in progress, and for each seat a digest of all that it has seen and decided."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.world = game.start.clone()
        self.recall = [""] * self.world.players
        self.chance = Chance(self.world, game.settings["deals"])
        self.open = not self.world.due()  # a world is still to be chosen

    def current_player(self) -> int:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.open or self.world.due() else seat_to_move(self.world)

    def is_terminal(self) -> bool:
        return self.world.over() or self._has_had_its_rounds()

    def _has_had_its_rounds(self) -> bool:
        return 0 < self.get_game().settings["last"] <= self.world.round and self.world.due()

    def returns(self) -> list[float]:
        early = not self.world.over() and self._has_had_its_rounds()
        return won_by(self.world.leaders(), self.world.players) if early else returns(self.world)

    def _legal_actions(self, player: int) -> list[int]:
        decisions: Decisions = self.get_game().decisions
        return decisions.legal(self.world, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.chance.outcomes(self.world)
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.open:
            self._imagine(action)
        elif self.world.due():
            deal = self.chance.choose(self.world, action)
            if deal is None:
                return
            self.world.deal(deal)
            self._remember(None, action)
        else:
            seat = seat_to_move(self.world)
            self.world.apply(seat, self.get_game().decisions.action(self.world, seat, action))
            self._remember(seat, action)

    def _imagine(self, number: int) -> None:
        """One of the worlds that agree with the start in all that everyone has seen."""
        for seat in range(self.world.players):
            self.world.resample(seat, Rng(number, seat))
        self.open = False

    def _remember(self, actor: int | None, action: int) -> None:
        """What each seat sees now, and its own decision, on top of what it had seen before."""
        for seat, before in enumerate(self.recall):
            own = f"{action}" if seat == actor else ""
            self.recall[seat] = _digest(before, own, self.seen(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        game: Game[Any] = self.get_game().kartarna_game
        decisions: Decisions = self.get_game().decisions
        if action not in decisions.legal(self.world, player):
            return f"decision {action}"
        return game.words.notation(self.world, player, decisions.action(self.world, player, action))

    def view(self, player: int | None) -> View:
        game: Game[Any] = self.get_game().kartarna_game
        return game.view(self.world, player)

    def seen(self, player: int | None) -> str:
        return show(self.get_game().kartarna_game, self.view(player))

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{self.recall[seat]}\n{self.observation_string(seat)}"

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"seat {seat + 1}\n{self.seen(seat)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A world that the player cannot tell from this one; of its past it has only what the player knows."""
        twin: SpielState = self.get_game().new_initial_state()
        twin.world.copy_from(self.world)
        twin.open = False
        twin.world.resample(player, Rng(int(sampler() * 2**53)))
        twin.recall = [_digest("imagined", "", twin.seen(seat)) for seat in range(len(self.recall))]
        twin.recall[player] = self.recall[player]
        return twin

    def __str__(self) -> str:
        return f"{self.seen(None)}\ndealt so far: {len(self.chance.drawn)}"


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


class SpielObserver:
    """Tensor and text of what a player sees; of a spectator's view if no private information is asked for."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observation; given: {params}")
        self.game = game
        self.kind = kind
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(game.encoder.size, np.float32)
        self.dict = {span.name: self.tensor[span.start : span.stop] for span in game.encoder.spans}

    def set_from(self, state: SpielState, player: int) -> None:
        view = state.view(None)._replace(seat=player) if self.public else state.view(player)
        self.tensor[:] = self.game.encoder.encode(view)

    def string_from(self, state: SpielState, player: int) -> str:
        if self.public:
            return state.seen(None)
        return state.information_state_string(player) if self.kind.perfect_recall else state.observation_string(player)


def resampler(seed: int) -> Callable[[SpielState, int], SpielState]:
    """For `set_resampler` of OpenSpiel's ISMCTSBot: worlds by a seeded stream."""
    rng = Rng(seed)
    return lambda state, player: state.resample_from_infostate(player, lambda: rng.below(2**31) / 2**31)


for name in OWN:
    pyspiel.register_game(game_type(get(name)), type(f"SpielGame_{name}", (SpielGame,), {"kartarna_game": get(name)}))
