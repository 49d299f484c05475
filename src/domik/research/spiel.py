"""OpenSpiel games, named `python_domik_treehouse` and so on; importing this module registers them.

Chance is explicit: three chance nodes of 1,024 equally likely outcomes choose one of 2**30 numbered deals. A player's
observation is that seat's view: all that the rules let it know. The information state recalls, besides, everything that
the player saw and did before.

`deals=N` leaves N deals only, and `opening=K` lets the kernel's greedy player make the first K decisions: what is left
is a small game for algorithms that walk the whole tree.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from domik.games import Writer, check_writer, game_packages, written_by
from domik.kernel.batch import all_external, final_rewards
from domik.kernel.driver import GameDriver
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck, luck_of
from domik.kernel.options import Choice, Flag
from domik.kernel.package import GamePackage, Match
from domik.kernel.state import View
from domik.research.batch import REWARDS, action_list, build_match, check_at_least, check_choice
from domik.research.encoding import Encoding, np
from domik.research.errors import bad_input, require

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = require("pyspiel", "research,spiel")

OUTCOMES = 1024  # per chance node
CHANCE_NODES = 3
UNIFORM = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
MOST_POINTS = 1000.0  # far above any real score
PREFIX = "python_domik_"
PARAMETERS = ("players", "reward", "deals", "opening")  # all others are options of the game


class DomikGame(pyspiel.Game):
    """One game with its parameters: `players`, `reward`, and every choice and flag of its options."""

    title: GamePackage

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.match = match_of(self.title, given)
        self.reward = str(given.get("reward", "win"))
        check_choice("reward", self.reward, REWARDS)
        self.deals = check_at_least("deals", int(given.get("deals", 0)), 0)
        self.opening = check_at_least("opening", int(given.get("opening", 0)), 0)
        self.chance_nodes = 1 if self.deals else CHANCE_NODES
        self.outcomes = self.deals or OUTCOMES
        self.encoding = Encoding(self.match)
        super().__init__(game_type(self.title, self.utility()[0]), self.game_info(), given)

    def utility(self) -> tuple[pyspiel.GameType.Utility, float | None]:
        """What all rewards sum to: shares of the victory to 1, two players' margins to 0; points to anything."""
        kinds = pyspiel.GameType.Utility
        if self.reward == "win" and self.match.seats > 1:
            return kinds.CONSTANT_SUM, 1.0
        if self.reward == "margin" and self.match.seats == 2:
            return kinds.ZERO_SUM, 0.0
        return kinds.GENERAL_SUM, None

    def game_info(self) -> pyspiel.GameInfo:
        shares = self.reward == "win"
        return pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=self.outcomes,
            num_players=self.match.seats,
            min_utility=0.0 if shares else -MOST_POINTS,
            max_utility=1.0 if shares else MOST_POINTS,
            utility_sum=self.utility()[1],
            max_game_length=int(self.match.game.max_moves),
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> DomikGame:
        """Rules are immutable: clones of a state share the game."""
        return self

    def new_initial_state(self) -> DomikState:
        """The state before the deal."""
        return DomikState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DomikObserver:
        """An observer that gives a player's view as a tensor or a string."""
        return DomikObserver(self, params, iig_obs_type is not None and iig_obs_type.perfect_recall)


class PicklableDriver:
    """Wraps a GameDriver so that OpenSpiel can copy and pickle the states that hold it."""

    def __init__(self, game: DomikGame, driver: GameDriver) -> None:
        self.game = game
        self.driver = driver

    def __deepcopy__(self, memo: dict[int, Any]) -> PicklableDriver:
        return PicklableDriver(self.game, self.driver.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_driver, (written_by(), str(self.game), self.driver.snapshot())


def restore_driver(writer: Writer, name: str, snapshot: Any) -> PicklableDriver:
    check_writer(writer)
    game = load_game(name)
    held = PicklableDriver(game, GameDriver(game.match.game, all_external(game.match.seats)))
    held.driver.restore(snapshot)
    return held


@lru_cache(maxsize=16)
def load_game(name: str) -> DomikGame:
    """The game of a name with parameters, cached."""
    game: DomikGame = pyspiel.load_game(name)
    return game


class DomikState(pyspiel.State):
    """An OpenSpiel state; the whole game state stays inside the kernel's driver."""

    def __init__(self, game: DomikGame) -> None:
        super().__init__(game)
        self.chances: list[int] = []
        self.memories = [""] * game.match.seats  # of what each player saw and did, as one hash
        self.holder = PicklableDriver(game, GameDriver(game.match.game, all_external(game.match.seats)))

    @property
    def rules(self) -> DomikGame:
        """The game with its Python attributes, which OpenSpiel's own pickles of a game do not have."""
        return self.holder.game

    @property
    def driver(self) -> GameDriver:
        return self.holder.driver

    def current_player(self) -> int:
        """The seat to act; chance before the deal."""
        if not self.is_dealt():
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.driver.seat) if self.driver.legal else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        mask = int(self.driver.legal)
        return [number for number in range(mask.bit_length()) if mask >> number & 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each chance node chooses ten bits of the deal's number, or all of it where there are few deals."""
        return [(outcome, 1 / self.rules.deals) for outcome in range(self.rules.deals)] or UNIFORM

    def _apply_action(self, action: int) -> None:
        """Deal or act; actions are checked here because OpenSpiel does not check them."""
        if not self.is_dealt():
            if not 0 <= action < self.rules.outcomes:
                raise bad_input("not_outcome", action=action, last=self.rules.outcomes - 1)
            self.chances.append(action)
            if self.is_dealt():
                self.driver.begin(luck_of(f"spiel {self.chances}"))
                self.play_opening()
        elif not 0 <= action < MOST_ACTIONS or not int(self.driver.legal) >> action & 1:
            raise bad_input(
                "illegal_alone", action=action, seat=int(self.driver.seat), legal=action_list(int(self.driver.legal))
            )
        else:
            seat = int(self.driver.seat)
            seen = f"{self.memories[seat]} {observation_string(self, seat)} {action}"
            self.memories[seat] = hashlib.blake2b(seen.encode(), digest_size=12).hexdigest()
            self.driver.play(seat, action)

    def play_opening(self) -> None:
        """The first decisions as the greedy player makes them; the last one is always left."""
        driver = self.driver
        for _ in range(self.rules.opening):
            seat = int(driver.seat)
            best = int(driver.view(seat).best_moves(driver.legal))
            tried = driver.copy()
            tried.play(seat, (best & -best).bit_length() - 1)
            if not tried.legal:
                return
            driver.play(seat, (best & -best).bit_length() - 1)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move in the game's notation for the player to act; otherwise its number."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if player == self.driver.seat and int(self.driver.legal) >> action & 1:
            return self.rules.match.write(self.view(player), 1 << action)
        return str(action)

    def is_terminal(self) -> bool:
        return self.is_dealt() and not self.driver.legal

    def returns(self) -> list[float]:
        """The reward of every player; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.rules.match.seats
        return final_rewards(self.driver, REWARDS[self.rules.reward], 0.5 if self.rules.match.package.halves else 1.0)

    def view(self, player: int) -> View:
        """A player's view, as Domik's bots take it."""
        return self.driver.view(player)

    def is_dealt(self) -> bool:
        return len(self.chances) == self.rules.chance_nodes

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DomikState:
        """A state that the player cannot distinguish from this one, as OpenSpiel's ISMCTS asks for it."""
        return self.imagine(player, luck_of(f"resample {sampler()}"))

    def imagine(self, player: int, luck: Luck) -> DomikState:
        """A state that the player cannot distinguish from this one: for OpenSpiel's `set_resampler`."""
        other: DomikState = self.clone()
        other.holder = PicklableDriver(self.rules, self.driver.imagine(player, luck))
        other.memories = ["" if seat != player else kept for seat, kept in enumerate(self.memories)]
        return other

    def __str__(self) -> str:
        """The public information only; hidden cards never appear in the text."""
        return observation_string(self, -1)


class DomikObserver:
    """An OpenSpiel observer over Domik's features: named pieces, relative to the observing seat."""

    def __init__(self, game: DomikGame, params: Any, is_recalling: bool = False) -> None:
        self.is_recalling = is_recalling
        if params:
            raise bad_input("not_word", what="observer parameters", value=str(params), values="none")
        self.encoding = game.encoding
        self.tensor = np.zeros(self.encoding.width, np.float32)
        self.dict = {
            name.replace(".", "_"): self.tensor[where].reshape(self.encoding.shapes[name])
            for name, where in self.encoding.slices.items()
        }

    def set_from(self, state: DomikState, player: int) -> None:
        """Fill the tensor for a player; all zero before the deal."""
        if state.is_dealt():
            self.tensor[:] = self.encoding.of(state.view(player))
        else:
            self.tensor.fill(0)

    def string_from(self, state: DomikState, player: int) -> str:
        """The observation as text: equal for states that the player cannot distinguish."""
        seen = observation_string(state, player)
        return f"{state.memories[player]} {seen}" if self.is_recalling and player >= 0 else seen


def observation_string(state: DomikState, player: int) -> str:
    """What a player (-1: a spectator) may know, as a short text."""
    if not state.is_dealt():
        return "not dealt"
    numbers = np.array([int(number) for number in state.view(player).numbers], np.int64)
    return f"seat {player}: {base64.b85encode(numbers.tobytes().rstrip(bytes(1))).decode()}"


def match_of(package: GamePackage, params: dict[str, Any]) -> Match:
    """The match of OpenSpiel's parameters; an empty string means the default."""
    options = {name: value for name, value in params.items() if name not in PARAMETERS and value != ""}
    seats = int(params.get("players", package.default_seats))
    return build_match(package.name, seats, options)


def game_type(package: GamePackage, utility: pyspiel.GameType.Utility | None = None) -> pyspiel.GameType:
    """The game's description: for the registry with general sums, for one with its parameters as they sum there."""
    specification: dict[str, Any] = {"players": package.default_seats, "reward": "win", "deals": 0, "opening": 0}
    for option in package.schema.options:
        if isinstance(option, (Choice, Flag)):
            specification[option.name] = option.default
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=PREFIX + package.name,
        long_name=f"Domik: {package.name.replace('_', ' ').title()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility or kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=package.most_seats,
        min_num_players=package.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification,
    )


def register() -> None:
    """Register every available game."""
    for title in game_packages():
        short = PREFIX + title.name
        if short not in pyspiel.registered_names():
            made = type(f"Domik{title.name.title().replace('_', '')}", (DomikGame,), {"title": title})
            globals()[made.__name__] = made  # pickle looks it up here
            pyspiel.register_game(game_type(title), made)


register()
