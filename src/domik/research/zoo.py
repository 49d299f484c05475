"""PettingZoo environments: every seat an agent, one at a time (AEC, `env`) or simultaneously (`parallel_env`)."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.games import GAMES, check_writer, written_by
from domik.kernel.batch import all_external, final_rewards
from domik.kernel.driver import GameDriver
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck
from domik.research.batch import REWARDS, action_list, build_match, check_at_least, check_choice
from domik.research.encoding import Numbers, features_of, np
from domik.research.errors import bad_input, require, whole_number
from domik.research.rendering import RENDER_MODES, render_view
from domik.research.spaces import OBSERVE, LegalActionSpace, ObservationSpec, SeatObserver, Space, without

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv
else:
    AECEnv = require("pettingzoo").AECEnv
    ParallelEnv = require("pettingzoo").ParallelEnv


Observation = dict[str, Numbers]
ILLEGAL = ("end", "raise")


class SharedGame:
    """What both PettingZoo forms share: the match, the agents, their spaces and observations."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        observe: str,
        reward: str,
        max_cycles: int | None,
        render_mode: str | None,
        components: Path | str | None,
        options: dict[str, object],
    ) -> None:
        self.match = build_match(game, seats, options, components)
        check_choice("observe", observe, OBSERVE)
        check_choice("reward", reward, REWARDS)
        if max_cycles is not None:
            check_at_least("max_cycles", max_cycles, 1)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.reward = REWARDS[reward]
        self.agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.rng = np.random.default_rng()
        self.open(observe)

    def open(self, observe: str) -> None:
        """Create the kernel's driver, in which no game has begun yet, and what is seen of it."""
        self.driver = GameDriver(self.match.game, all_external(self.match.seats))
        self.observer = SeatObserver(self.driver, ObservationSpec(self.match, observe))

    def __getstate__(self) -> dict[str, Any]:
        kept = without(self.__dict__, "driver", "observer")
        return kept | {"_pickle": (written_by(), self.observer.spec.observe, self.driver.snapshot())}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        writer, observe, snapshot = kept["_pickle"]
        check_writer(writer)
        self.__dict__.update(without(kept, "_pickle"))
        self.open(observe)
        self.driver.restore(snapshot)

    def begin(self, seed: int | None) -> None:
        """Start a new game; without a seed the random stream continues."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.driver.begin(Luck(*self.rng.integers(0, 1 << 32, 4, np.int64).tolist()))

    def legal(self, agent: str) -> int:
        """The mask of an agent's legal actions."""
        return int(self.driver.legal_of(self.seat_of[agent]))

    def rewards(self) -> dict[str, float]:
        """The reward of every agent of a finished game."""
        return dict(
            zip(
                self.agents,
                final_rewards(self.driver, self.reward, 0.5 if self.match.package.halves else 1.0),
                strict=True,
            )
        )

    def render(self, seat: int, mode: str | None) -> str | Numbers | None:
        """The table as one seat may see it: text, text that is printed, or pixels [height, width, 3]."""
        return render_view(self.match, self.driver.view(seat), mode)


class DomikAEC(AECEnv[str, Observation, int]):
    """Agents act one at a time; of seats that choose simultaneously the lowest acts first, unseen by the others.

    An illegal action ends the game: the agent gets `illegal_reward`, the others 0; with `illegal="raise"` it raises
    BadInput and changes nothing. `max_cycles` truncates a game once every seat has made that many decisions.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "domik_v0", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        observe: str = "float32",
        reward: str = "win",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        components: Path | str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        check_choice("illegal", illegal, ILLEGAL)
        self.shared = SharedGame(game, seats, observe, reward, max_cycles, render_mode, components, options)
        self.illegal = illegal
        self.illegal_reward = illegal_reward
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(self.shared.agents)
        self.agents: list[str] = []
        self.open()

    def open(self) -> None:
        """Make the spaces over the shared game."""
        self.driver = self.shared.driver
        self.observer = self.shared.observer
        space = self.observer.spec.dict_space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self.legal_space(agent) for agent in self.possible_agents}

    def __getstate__(self) -> dict[str, Any]:
        return without(self.__dict__, "driver", "observer", "observation_spaces", "action_spaces")

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.open()

    def __copy__(self) -> DomikAEC:
        return copy.deepcopy(self)  # the game and the random stream must not be shared

    def legal_space(self, agent: str) -> LegalActionSpace:
        """An agent's action space, which samples legal actions."""
        return LegalActionSpace(lambda: self.shared.legal(agent) if self.agents else 0)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.shared.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = [0] * len(self.agents)
        self.over = False
        self.select_next()

    def select_next(self) -> None:
        """Select the agent to act; the mask is also in its info."""
        agent = self.possible_agents[self.driver.seat]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self.observer.observe(int(self.driver.seat))[1]}

    def observe(self, agent: str) -> Observation:
        """What an agent may know, with the mask of its legal actions."""
        seen, mask = self.observer.observe(self.shared.seat_of[agent])
        if self.over:
            mask[:] = 1  # nothing is played any more, and masked samplers need something to sample
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action."""
        if not self.agents:
            raise bad_input("over" if hasattr(self, "over") else "not_begun")
        if self.over:
            self._was_dead_step(action)
            return
        bout = self.driver
        seat = int(bout.seat)
        number = -1 if action is None else whole_number("action", action)
        if not 0 <= number < MOST_ACTIONS or not bout.legal >> number & 1:
            self.handle_illegal(number)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        bout.play(seat, number)
        if self.max_cycles is not None:
            self.decisions[seat] += 1
        if not bout.legal:
            self.finish(self.shared.rewards())
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and min(self.decisions) >= self.max_cycles:
            self.finish(dict.fromkeys(self.agents, 0.0))
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.select_next()

    def handle_illegal(self, number: int) -> None:
        """End the game or raise, as configured; the position is unchanged."""
        seat = int(self.driver.seat)
        error = bad_input("illegal_alone", action=number, seat=seat, legal=action_list(int(self.driver.legal)))
        if self.illegal == "raise":
            raise error
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.infos[self.agent_selection]["illegal"] = str(error)
        self.finish(dict.fromkeys(self.agents, 0.0) | {self.agent_selection: self.illegal_reward})
        self.terminations = dict.fromkeys(self.agents, True)

    def finish(self, rewards: dict[str, float]) -> None:
        """Give the final rewards; the agents are then removed one by one, as PettingZoo requires."""
        self.over = True
        self.rewards = rewards
        self._accumulate_rewards()
        self.infos = {
            agent: self.infos[agent] | {"action_mask": np.ones(MOST_ACTIONS, np.int8)} for agent in self.agents
        }
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def render(self) -> str | Numbers | None:
        """The table as the selected agent may see it."""
        return self.shared.render(self.shared.seat_of[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""

    def __str__(self) -> str:
        return f"domik_{self.shared.match.package.name}_v0"


def env(game: str = "treehouse", **kwargs: Any) -> DomikAEC:
    """The AEC form; it checks every action itself and needs no wrapper."""
    return DomikAEC(game, **kwargs)


def parallel_env(game: str = "treehouse", **kwargs: Any) -> DomikParallel:
    """The simultaneous form, for games whose awaited seats act independently."""
    return DomikParallel(game, **kwargs)


raw_env = env


def register() -> None:
    """Register domik/treehouse-v0 and the others, if this version of PettingZoo has a registry."""
    enter = getattr(require("pettingzoo"), "register", None)
    if enter is None:
        return
    for name in GAMES:
        enter("aec", f"domik/{name}-v0", "domik.research.zoo:env", kwargs={"game": name})
        enter("parallel", f"domik/{name}-v0", "domik.research.zoo:parallel_env", kwargs={"game": name})


register()


WAIT_ACTION = MOST_ACTIONS  # the only action of an agent that is not awaited
ParallelStep = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]  # returned by step()


class DomikParallel(ParallelEnv[str, Observation, int]):
    """All awaited seats choose before any choice is applied; agents that are not awaited take action 63 (wait).

    Available only for games in which the order of the awaited seats makes no difference; BadInput otherwise. Illegal
    actions raise BadInput and change nothing.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "domik_parallel_v0", "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        observe: str = "float32",
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        components: Path | str | None = None,
        **options: object,
    ) -> None:
        self.shared = SharedGame(game, seats, observe, reward, max_cycles, render_mode, components, options)
        match = self.shared.match
        if not features_of(match).is_order_free(match.options):
            raise bad_input("not_at_once", game=match.package.name)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(self.shared.agents)
        self.agents: list[str] = []
        self.cycles = 0
        self.open()

    def open(self) -> None:
        """Make the spaces over the shared game."""
        space = self.shared.observer.spec.dict_space(MOST_ACTIONS + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self.legal_space(agent) for agent in self.possible_agents}

    def __getstate__(self) -> dict[str, Any]:
        return without(self.__dict__, "observation_spaces", "action_spaces")

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.open()

    def __copy__(self) -> DomikParallel:
        return copy.deepcopy(self)  # the game and the random stream must not be shared

    def legal_space(self, agent: str) -> LegalActionSpace:
        """An agent's action space, which samples legal actions."""
        return LegalActionSpace(lambda: self.legal(agent) if self.agents else 0, MOST_ACTIONS + 1)

    def legal(self, agent: str) -> int:
        """The mask of an agent's legal actions, waiting included."""
        return self.shared.legal(agent) or 1 << WAIT_ACTION

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.shared.begin(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        seen = self.observe_all(self.agents)
        return seen, self.infos(seen)

    def step(self, actions: dict[str, int]) -> ParallelStep:
        """Apply one action of every agent."""
        chosen = self.check_all(actions)
        bout, agents = self.shared.driver, self.agents
        for agent in agents:
            if chosen[agent] != WAIT_ACTION:
                bout.play(self.shared.seat_of[agent], chosen[agent])
        self.cycles += 1
        over = not bout.awaited_seats()
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self.shared.rewards() if over else dict.fromkeys(agents, 0.0)
        seen = self.observe_all(agents)
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), self.infos(seen)

    def check_all(self, actions: dict[str, int]) -> dict[str, int]:
        """Check that every agent has a legal action, before any is applied."""
        if not self.agents:
            raise bad_input("over" if self.cycles else "not_begun")
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            wrong = set(map(str, actions)) ^ set(self.agents) if isinstance(actions, dict) else self.agents
            raise bad_input("not_everybody", agents=", ".join(sorted(wrong)))
        chosen = {agent: whole_number("action", action) for agent, action in actions.items()}
        for agent, action in chosen.items():
            legal = self.legal(agent)
            if not 0 <= action <= WAIT_ACTION or not legal >> action & 1:
                seat = self.shared.seat_of[agent]
                open_now = str(WAIT_ACTION) if legal >> WAIT_ACTION else action_list(legal)
                raise bad_input("illegal_alone", action=action, seat=seat, legal=open_now)
        return chosen

    def observe_all(self, agents: list[str]) -> dict[str, Observation]:
        found: dict[str, Observation] = {}
        for agent in agents:
            seen, mask = self.shared.observer.observe(self.shared.seat_of[agent])
            waits = np.array([not mask.any()], np.int8)
            found[agent] = {"observation": seen, "action_mask": np.concatenate((mask, waits))}
        return found

    def infos(self, seen: dict[str, Observation]) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": sight["action_mask"].copy()} for agent, sight in seen.items()}

    def render(self) -> str | Numbers | None:
        """The table as the first agent may see it."""
        return self.shared.render(0, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""
