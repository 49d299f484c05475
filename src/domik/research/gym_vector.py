"""Gymnasium vector environment over a batch: one seat at each of many tables, or all seats in self-play."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.bots.bot import Bot
from domik.games import check_writer, written_by
from domik.kernel import batch as kernel
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck, luck_of
from domik.research.batch import REWARDS, action_list, build_match, check_actions, check_at_least, check_choice
from domik.research.encoding import Numbers, array_over, np, unpack_masks
from domik.research.errors import bad_input, require, whole_number
from domik.research.gym_names import register
from domik.research.opponents import Opponents
from domik.research.spaces import OBSERVE, Discrete, ObservationSpec, without

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
else:
    vector = require("gymnasium.vector")
    AutoresetMode, VectorEnv, batch_space = vector.AutoresetMode, vector.VectorEnv, vector.utils.batch_space

# The attributes that a pickle keeps; all others are made anew by `open`.
KEPT = (
    *("match", "num_envs", "fixed_seat", "opponents", "reward", "bots", "is_running"),
    *("_np_random", "_np_random_seed", "spec", "render_mode", "closed"),
)
Observation = dict[str, Numbers]
VectorStep = tuple[Observation, Numbers, Numbers, Numbers, dict[str, Any]]

register()


class DomikVectorEnv(VectorEnv[Observation, Numbers, Numbers]):
    """Many tables at once. A game that ends is reset in the same step; its last view is in `final_obs`.

    The learner decides at every table in every step. With `opponents="self"` it decides for all seats: the reward is
    that of the seat that acted, `info["seat"]` is the seat to act, and `info["rewards"]` has the rewards of all seats.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: str = "normal",
        observe: str = "float32",
        reward: str = "win",
        components: Path | str | None = None,
        **options: object,
    ) -> None:
        self.match = build_match(game, seats, options, components)
        num_envs = check_at_least("num_envs", num_envs, 1)
        check_choice("observe", observe, OBSERVE)
        check_choice("reward", reward, REWARDS)
        if seat is not None and not 0 <= whole_number("seat", seat) < self.match.seats:
            raise bad_input("not_seat", seat=seat, last=self.match.seats - 1)
        self.num_envs = num_envs
        self.fixed_seat = seat  # None: rotates from game to game
        self.opponents = Opponents(self.match, opponents)
        self.reward = REWARDS[reward]
        self.bots: list[list[Bot | None]] = []
        self.is_running = False
        self.open(observe)

    def open(self, observe: str) -> None:
        """Create the kernel's engine, in which no game has begun yet, and what is seen of it."""
        unit = 0.5 if self.match.package.halves else 1.0
        players = self.opponents.players
        self.kernel = kernel.BatchEngine(self.match.game, self.num_envs, luck_of(0), players, self.reward, unit)
        self.kernel.rotate = self.fixed_seat is None
        self.kernel.first_seat = self.fixed_seat or 0
        self.kernel.final_view_of_first = not self.opponents.is_self_play
        self.kernel.keep_finals()
        self.observation_spec = ObservationSpec(self.match, observe)
        self.map_arrays()

    def map_arrays(self) -> None:
        """Create the NumPy arrays over the kernel's buffers, and the spaces."""
        inner = self.kernel
        rows = (self.num_envs, -1)
        self.observation = array_over(inner.observation, np.int64).reshape(rows)
        self.final = array_over(inner.final, np.int64).reshape(rows)
        self.rewards = array_over(inner.reward, np.float64).reshape(rows)
        self.legal = array_over(inner.legal, np.int64)
        self.seat = array_over(inner.seat, np.int64)
        self.done = array_over(inner.done, np.bool_)
        self.tables = np.arange(self.num_envs)
        self.single_observation_space = self.observation_spec.dict_space()
        self.single_action_space = Discrete(MOST_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: self.__dict__[name] for name in KEPT if name in self.__dict__}
        return kept | {"_pickle": (written_by(), self.observation_spec.observe, self.kernel.snapshot())}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        writer, observe, snapshot = kept["_pickle"]
        check_writer(writer)
        self.__dict__.update(without(kept, "_pickle"))
        self.open(observe)
        if self.is_running:
            self.kernel.restore(snapshot)

    def __copy__(self) -> DomikVectorEnv:
        return copy.deepcopy(self)  # the games and the random streams must not be shared

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        luck = Luck(*self.np_random.integers(0, 1 << 32, 4, np.int64).tolist())
        self.kernel.luck = luck
        self.bots = [self.opponents.bots(luck.stream(-1 - table)) for table in range(self.num_envs)]
        self.kernel.begin()
        self.is_running = True
        self.play_opponents()
        seen = self.observe_all()
        return seen, self.info(seen)

    def step(self, actions: Numbers) -> VectorStep:
        """Apply one action at every table; BadInput names the first illegal one, and nothing changes."""
        if not self.is_running:
            raise bad_input("not_begun")
        array = check_actions(actions, self.num_envs)
        acted = self.seat.copy()
        wrong = int(self.kernel.step(array.astype(np.int64, order="C", copy=False)))
        if wrong >= 0:
            legal = action_list(int(self.legal[wrong]))
            raise bad_input("illegal", table=wrong, seat=int(self.seat[wrong]), action=int(array[wrong]), legal=legal)
        self.play_opponents()
        done = self.done.copy()
        finals = self.final_infos(done) if done.any() else {}
        seen = self.observe_all()
        rewards: Numbers = self.rewards[self.tables, acted]
        return seen, rewards, done, np.zeros(self.num_envs, np.bool_), self.info(seen) | finals

    def play_opponents(self) -> None:
        """Let the Python bots decide until the learner is to act at every table."""
        if not self.opponents.has_asked_bots:
            return
        inner, seats = self.kernel, self.match.seats
        for table in range(self.num_envs):
            while (
                bot := self.bots[table][(int(inner.seat[table]) - int(inner.first_player_seat(table))) % seats]
            ) is not None:
                view = inner.drivers[table].view(int(inner.seat[table]))
                inner.play(table, bot.decide(view, int(inner.legal[table])).bit_length() - 1)

    def observe_all(self) -> Observation:
        """The observations of the seats to act, as new arrays."""
        mask = unpack_masks(self.legal).astype(np.int8)
        if not self.observation_spec.wants_features:
            return {"observation": self.observation.copy(), "action_mask": mask}
        self.kernel.encode(self.observation_spec.encoder)
        return {"observation": self.features(), "action_mask": mask}

    def features(self) -> Numbers:
        """The kernel's features in the configured type."""
        rows = array_over(self.kernel.features, np.uint8).reshape(self.num_envs, -1)
        return self.observation_spec.convert(rows)

    def final_infos(self, done: Numbers) -> dict[str, Any]:
        """The last views of the games that ended, in Gymnasium's format."""
        if self.observation_spec.wants_features:
            self.kernel.encode_finals(self.observation_spec.encoder)
            last = self.features()
        else:
            last = self.final.copy()
        anything = np.ones(MOST_ACTIONS, np.int8)  # masked samplers need something to sample
        found = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(done):
            found[table] = {"observation": last[table], "action_mask": anything.copy()}
        rewards = self.rewards.copy()
        return {"final_obs": found, "_final_obs": done, "final_info": {"rewards": rewards, "_rewards": done}}

    def info(self, seen: Observation) -> dict[str, Any]:
        """The action mask again, the seat to act, and the rewards of the games that just ended."""
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": seen["action_mask"].copy(),
            "_action_mask": everywhere,
            "seat": self.seat.copy(),
            "_seat": everywhere.copy(),
            "rewards": self.rewards.copy(),
            "_rewards": self.done.copy(),
        }
