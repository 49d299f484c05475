"""Gymnasium environment: one seat against bots, `gymnasium.make("domik/treehouse-v0", seats=4, opponents="hard")`."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.bots import end_programs
from domik.games import check_writer, written_by
from domik.kernel.batch import final_rewards
from domik.kernel.driver import GameDriver
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck
from domik.research.batch import REWARDS, action_list, build_match, check_choice
from domik.research.encoding import Numbers, np
from domik.research.errors import BadInput, bad_input, require, whole_number
from domik.research.gym_names import register
from domik.research.opponents import Opponents, play_bots
from domik.research.rendering import render_view
from domik.research.spaces import OBSERVE, LegalActionSpace, ObservationSpec, SeatObserver, without

if TYPE_CHECKING:
    from gymnasium import Env
else:
    Env = require("gymnasium").Env

ILLEGAL = ("end", "raise")
Observation = dict[str, Numbers]

register()


class DomikEnv(Env[Any, Any]):
    """The decisions of one seat; the other seats are played by bots, which see views only.

    An illegal action ends the game with `illegal_reward` (as in PettingZoo), or raises BadInput and changes nothing.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: str = "normal",
        observe: str = "float32",
        reward: str = "win",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        components: Path | str | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.match = build_match(game, seats, options, components)
        check_choice("observe", observe, OBSERVE)
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_choice("render_mode", render_mode, self.metadata["render_modes"])
        if seat is not None and not 0 <= whole_number("seat", seat) < self.match.seats:
            raise bad_input("not_seat", seat=seat, last=self.match.seats - 1)
        self.fixed_seat = seat  # None: rotates from game to game
        self.seat = seat or 0
        self.opponents = Opponents(self.match, opponents)
        self.reward = REWARDS[reward]
        self.illegal = illegal
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.is_running = False
        self.games = 0
        self.bots: list[Any] = []
        self.open(observe)

    def open(self, observe: str) -> None:
        """Create the kernel's driver, in which no game has begun yet, and what is seen of it."""
        game = self.match.game
        self.driver = GameDriver(game, self.opponents.players)
        self.observation_spec = ObservationSpec(self.match, observe)
        self.observer = SeatObserver(self.driver, self.observation_spec)
        self.observation_space = self.observation_spec.dict_space()
        self.action_space = LegalActionSpace(lambda: int(self.driver.legal) if self.is_running else 0)

    def __getstate__(self) -> dict[str, Any]:
        kept = without(self.__dict__, "driver", "observer", "observation_spec", "observation_space", "action_space")
        return kept | {"_pickle": (written_by(), self.observation_spec.observe, self.driver.snapshot())}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        writer, observe, snapshot = kept["_pickle"]
        check_writer(writer)
        self.__dict__.update(without(kept, "_pickle"))
        self.open(observe)
        self.driver.restore(snapshot)

    def __copy__(self) -> DomikEnv:
        return copy.deepcopy(self)  # the game and the random streams must not be shared

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and play it up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self.games = 0
        if self.fixed_seat is None:
            self.seat = self.games % self.match.seats
        self.games += 1
        self.close()
        luck = Luck(*self.np_random.integers(0, 1 << 32, 4, np.int64).tolist())
        self.bots = self.opponents.bots(luck)
        self.driver.begin(luck, self.seat)
        self.is_running = True
        self.play_opponents()
        return self.observe_learner()

    def play_opponents(self) -> None:
        """Let the Python bots decide until it is the learner's turn."""
        if self.bots:
            play_bots(self.driver, self.bots, self.seat, self.match.seats)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply the learner's action, then play the others up to its next decision."""
        bout = self.driver
        number = whole_number("action", action)
        if not self.is_running or not 0 <= number < 63 or not bout.legal >> number & 1:
            return self.handle_illegal(number)
        who = int(bout.seat)
        bout.play(who, number)
        self.play_opponents()
        if bout.legal:
            seen, info = self.observe_learner()
            return seen, 0.0, False, False, info
        if self.opponents.is_self_play:
            self.seat = who
        rewards = final_rewards(bout, self.reward, 0.5 if self.match.package.halves else 1.0)
        seen, info = self.observe_learner()
        info["rewards"] = np.array(rewards)
        info["scores"] = np.array([self.match.points(int(bout.score(seat))) for seat in range(self.match.seats)])
        self.is_running = False
        return seen, float(rewards[self.seat]), True, False, info

    def handle_illegal(self, number: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """End the game or raise, as configured; the position is unchanged."""
        if not self.is_running:
            raise bad_input("over" if self.games else "not_begun")
        seat = int(self.driver.seat)
        error: BadInput = bad_input(
            "illegal_alone", action=number, seat=seat, legal=action_list(int(self.driver.legal))
        )
        if self.illegal == "raise":
            raise error
        seen, info = self.observe_learner()
        self.is_running = False
        return seen, self.illegal_reward, True, False, info | {"illegal": str(error)}

    def observe_learner(self) -> tuple[Observation, dict[str, Any]]:
        """The learner's observation; the mask is also in the info, where some libraries look for it."""
        seat = int(self.driver.seat) if self.opponents.is_self_play and self.driver.legal else self.seat
        if self.render_mode == "human":
            self.render()
        seen, mask = self.observer.observe(seat)
        if not self.driver.legal:
            mask[:] = 1  # over: nothing is played any more, and masked samplers need something to sample
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask, "seat": seat}

    def action_masks(self) -> Numbers:
        """The open actions as bool [63], under the name by which sb3-contrib's MaskablePPO asks an environment."""
        legal = int(self.driver.legal) or -1  # over: as in the observation
        return np.array([legal >> number & 1 for number in range(MOST_ACTIONS)], np.bool_)

    def render(self) -> str | Numbers | None:
        """The table as the learner may see it: text, text that is printed, or pixels [height, width, 3]."""
        return render_view(self.match, self.driver.view(self.seat), self.render_mode)

    def close(self) -> None:
        end_programs(self.bots)
