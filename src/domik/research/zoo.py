"""PettingZoo: every seat an agent that acts in its turn (AEC), `zoo.env("treehouse")`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.games import GAMES
from domik.kernel.batch import all_outside
from domik.kernel.bout import Bout
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck
from domik.kernel.sketch import plain
from domik.kernel.window import Window, paid
from domik.language import words_for
from domik.research.batch import REWARDS, at_least, made_match, numbers_of, one_of_words
from domik.research.buffers import Numbers, np
from domik.research.errors import bad, whole
from domik.research.extras import needed
from domik.research.features import Encoding
from domik.research.spaces import OBSERVE, Eye, OpenActions, Sight, Space

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from domik.research.zoo_parallel import DomikParallel
else:
    AECEnv = needed("pettingzoo").AECEnv

Seen = dict[str, Numbers]
ILLEGAL = ("end", "raise")


class Seats:
    """What both of PettingZoo's forms share: the match, the agents, their spaces and what each of them sees."""

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
        self.match = made_match(game, seats, options, components)
        one_of_words("observe", observe, OBSERVE)
        one_of_words("reward", reward, REWARDS)
        if max_cycles is not None:
            at_least("max_cycles", max_cycles, 1)
        if render_mode is not None:
            one_of_words("render_mode", render_mode, ("ansi",))
        self.reward = REWARDS[reward]
        self.bout = Bout(self.match.game, all_outside(self.match.seats))
        encoding = Encoding(self.match)
        sight = Sight(encoding, int(self.match.game.open_size + self.match.game.own_size), observe)
        self.eye = Eye(Window(self.bout, encoding.encoder), sight)
        self.agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.rng = np.random.default_rng()

    def begin(self, seed: int | None) -> None:
        """A fresh game; without a seed the next one of the same stream."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.bout.begin(Luck(*self.rng.integers(0, 1 << 32, 4, np.int64).tolist()))

    def legal(self, agent: str) -> int:
        """A mask of what an agent may do now."""
        return int(self.bout.legal_of(self.seat_of[agent]))

    def rewards(self) -> dict[str, float]:
        """What the finished game was worth to every agent."""
        return dict(
            zip(self.agents, paid(self.bout, self.reward, 0.5 if self.match.title.halves else 1.0), strict=True)
        )

    def sketch(self, seat: int) -> str:
        """The table in letters, as one seat may see it."""
        say = words_for("en", (self.match.title.words,))
        return plain(self.match.sketch(self.bout.view(seat), say))


class DomikAEC(AECEnv[str, Seen, int]):
    """Seats act one after the other; of those that choose at the same time the lowest first, none told of the others.

    An illegal action ends the game: `illegal_reward` for who tried it, 0 for the others; or, with `illegal="raise"`,
    it is refused and changes nothing. `max_cycles` cuts a game short once every seat has decided so many times.
    """

    metadata = {"render_modes": ["ansi"], "name": "domik_v0", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

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
        one_of_words("illegal", illegal, ILLEGAL)
        self.seats = Seats(game, seats, observe, reward, max_cycles, render_mode, components, options)
        self.illegal = illegal
        self.illegal_reward = illegal_reward
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.bout = self.seats.bout
        self.eye = self.seats.eye
        self.possible_agents = list(self.seats.agents)
        self.agents: list[str] = []
        space = self.eye.sight.dictionary()
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self.open_actions(agent) for agent in self.possible_agents}

    def open_actions(self, agent: str) -> OpenActions:
        """An agent's actions; drawn at random they are open ones."""
        return OpenActions(lambda: self.seats.legal(agent) if self.agents else 0)

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The agent's 63 actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh game."""
        self.seats.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = [0] * len(self.agents)
        self.over = False
        self.turn_to_next()

    def turn_to_next(self) -> None:
        """Select who is to act, with the mask in the info as well."""
        agent = self.possible_agents[self.bout.seat]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self.eye.look(int(self.bout.seat))[1]}

    def observe(self, agent: str) -> Seen:
        """What an agent may know, and what it may do now."""
        seen, mask = self.eye.look(self.seats.seat_of[agent])
        if self.over:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent's action."""
        if not self.agents:
            raise bad("over" if hasattr(self, "over") else "not_begun")
        if self.over:
            self._was_dead_step(action)
            return
        bout = self.bout
        seat = int(bout.seat)
        number = -1 if action is None else whole("action", action)
        if not 0 <= number < MOST_ACTIONS or not bout.legal >> number & 1:
            self.refuse(number)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        bout.play(seat, number)
        if self.max_cycles is not None:
            self.decisions[seat] += 1
        if not bout.legal:
            self.finish(self.seats.rewards())
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and min(self.decisions) >= self.max_cycles:
            self.finish(dict.fromkeys(self.agents, 0.0))
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.turn_to_next()

    def refuse(self, number: int) -> None:
        """An action that is not open: the end of the game, or an error; the table stays as it is."""
        seat = int(self.bout.seat)
        error = bad("illegal_alone", action=number, seat=seat, legal=numbers_of(int(self.bout.legal)))
        if self.illegal == "raise":
            raise error
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.infos[self.agent_selection]["illegal"] = str(error)
        self.finish(dict.fromkeys(self.agents, 0.0) | {self.agent_selection: self.illegal_reward})
        self.terminations = dict.fromkeys(self.agents, True)

    def finish(self, rewards: dict[str, float]) -> None:
        """Pay everybody; then the agents leave one by one, as PettingZoo wants it."""
        self.over = True
        self.rewards = rewards
        self._accumulate_rewards()
        self.infos = {
            agent: self.infos[agent] | {"action_mask": np.zeros(MOST_ACTIONS, np.int8)} for agent in self.agents
        }
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The table in letters, as the selected agent may see it."""
        if self.render_mode is None:
            return None
        return self.seats.sketch(self.seats.seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing stays open."""

    def __str__(self) -> str:
        return f"domik_{self.seats.match.title.name}_v0"


def env(game: str = "treehouse", **kwargs: Any) -> DomikAEC:
    """The agent-by-agent form; it checks every action itself and needs no wrapper."""
    return DomikAEC(game, **kwargs)


def parallel_env(game: str = "treehouse", **kwargs: Any) -> DomikParallel:
    """The form in which all agents act at once, for the games in which they do."""
    from domik.research.zoo_parallel import DomikParallel

    return DomikParallel(game, **kwargs)


raw_env = env


def register() -> None:
    """domik/treehouse-v0 and the others in PettingZoo's registry, where this PettingZoo has one."""
    enter = getattr(needed("pettingzoo"), "register", None)
    if enter is None:
        return
    for name in GAMES:
        enter("aec", f"domik/{name}-v0", "domik.research.zoo:env", kwargs={"game": name})
        enter("parallel", f"domik/{name}-v0", "domik.research.zoo:parallel_env", kwargs={"game": name})


register()
