"""PettingZoo's parallel form: all seats act at once, for the games and options in which that is honest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.kernel.game import MOST_ACTIONS
from domik.research.batch import numbers_of
from domik.research.buffers import np
from domik.research.errors import bad, whole
from domik.research.extras import needed
from domik.research.features import module_of
from domik.research.spaces import OpenActions, Space
from domik.research.zoo import Seats, Seen

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv
else:
    ParallelEnv = needed("pettingzoo").ParallelEnv

WAIT = MOST_ACTIONS  # the only action of an agent that is not awaited
Answer = tuple[
    dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]  # what step() gives back


class DomikParallel(ParallelEnv[str, Seen, int]):
    """Every awaited seat chooses before any choice is carried out; whoever is not awaited takes action 63 and waits.

    It exists where the order of the awaited seats makes no difference; elsewhere it says so. Illegal actions raise
    BadInput and change nothing.
    """

    metadata = {"render_modes": ["ansi"], "name": "domik_parallel_v0", "render_fps": 1}  # noqa: RUF012

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
        self.seats = Seats(game, seats, observe, reward, max_cycles, render_mode, components, options)
        match = self.seats.match
        if not module_of(match).at_once(match.options):
            raise bad("not_at_once", game=match.title.name)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(self.seats.agents)
        self.agents: list[str] = []
        self.cycles = 0
        space = self.seats.eye.sight.dictionary(MOST_ACTIONS + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self.open_actions(agent) for agent in self.possible_agents}

    def open_actions(self, agent: str) -> OpenActions:
        """An agent's actions; drawn at random they are open ones."""
        return OpenActions(lambda: self.legal(agent) if self.agents else 0, MOST_ACTIONS + 1)

    def legal(self, agent: str) -> int:
        """A mask of what an agent may do, waiting included."""
        return self.seats.legal(agent) or 1 << WAIT

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The agent's 63 actions, and waiting."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A fresh game."""
        self.seats.begin(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        seen = self.seen(self.agents)
        return seen, self.infos(seen)

    def step(self, actions: dict[str, int]) -> Answer:
        """One action of every agent."""
        chosen = self.checked(actions)
        bout, agents = self.seats.bout, self.agents
        for agent in agents:
            if chosen[agent] != WAIT:
                bout.play(self.seats.seat_of[agent], chosen[agent])
        self.cycles += 1
        over = not bout.awaited()
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self.seats.rewards() if over else dict.fromkeys(agents, 0.0)
        seen = self.seen(agents)
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), self.infos(seen)

    def checked(self, actions: dict[str, int]) -> dict[str, int]:
        """All agents, and of each an action that is open; nothing is done before all are checked."""
        if not self.agents:
            raise bad("over" if self.cycles else "not_begun")
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            wrong = set(map(str, actions)) ^ set(self.agents) if isinstance(actions, dict) else self.agents
            raise bad("not_everybody", agents=", ".join(sorted(wrong)))
        chosen = {agent: whole("action", action) for agent, action in actions.items()}
        for agent, action in chosen.items():
            legal = self.legal(agent)
            if not 0 <= action <= WAIT or not legal >> action & 1:
                seat = self.seats.seat_of[agent]
                open_now = str(WAIT) if legal >> WAIT else numbers_of(legal)
                raise bad("illegal_alone", action=action, seat=seat, legal=open_now)
        return chosen

    def seen(self, agents: list[str]) -> dict[str, Seen]:
        """What each agent sees and may do."""
        found: dict[str, Seen] = {}
        for agent in agents:
            seen, mask = self.seats.eye.look(self.seats.seat_of[agent])
            waits = np.array([not mask.any()], np.int8)
            found[agent] = {"observation": seen, "action_mask": np.concatenate((mask, waits))}
        return found

    def infos(self, seen: dict[str, Seen]) -> dict[str, dict[str, Any]]:
        """The masks once more."""
        return {agent: {"action_mask": sight["action_mask"].copy()} for agent, sight in seen.items()}

    def render(self) -> str | None:
        """The table in letters, as the first agent may see it."""
        return None if self.render_mode is None else self.seats.sketch(0)

    def close(self) -> None:
        """Nothing stays open."""
