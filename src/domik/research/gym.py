"""Gymnasium: one seat of a game against bots, `gymnasium.make("domik/treehouse-v0", seats=4, opponents="hard")`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from domik.bots import end_programs
from domik.kernel.bout import Bout
from domik.kernel.luck import Luck
from domik.kernel.sketch import plain
from domik.kernel.window import Window, paid
from domik.language import words_for
from domik.research.batch import REWARDS, made_match, numbers_of, one_of_words
from domik.research.buffers import Numbers, np
from domik.research.errors import BadInput, bad, whole
from domik.research.extras import needed
from domik.research.features import Encoding
from domik.research.gym_names import register
from domik.research.players import Opponents, answered
from domik.research.spaces import OBSERVE, Eye, OpenActions, Sight

if TYPE_CHECKING:
    from gymnasium import Env
else:
    Env = needed("gymnasium").Env

ILLEGAL = ("end", "raise")
Seen = dict[str, Numbers]

register()


class DomikEnv(Env[Any, Any]):
    """One seat's decisions; the others' come from bots, which see views only.

    An illegal action ends the game with `illegal_reward` (as PettingZoo does), or raises BadInput and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

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
        self.match = made_match(game, seats, options, components)
        one_of_words("observe", observe, OBSERVE)
        one_of_words("reward", reward, REWARDS)
        one_of_words("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of_words("render_mode", render_mode, self.metadata["render_modes"])
        if seat is not None and not 0 <= whole("seat", seat) < self.match.seats:
            raise bad("not_seat", seat=seat, last=self.match.seats - 1)
        self.fixed = seat  # None: another seat every game
        self.seat = seat or 0
        self.opponents = Opponents(self.match, opponents)
        self.reward = REWARDS[reward]
        self.illegal = illegal
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.bout = Bout(self.match.game, self.opponents.players)
        encoding = Encoding(self.match)
        self.sight = Sight(encoding, int(self.match.game.open_size + self.match.game.own_size), observe)
        self.eye = Eye(Window(self.bout, encoding.encoder), self.sight)
        self.observation_space = self.sight.dictionary()
        self.action_space = OpenActions(lambda: int(self.bout.legal) if self.begun else 0)
        self.begun = False
        self.games = 0
        self.bots: list[Any] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A fresh game, up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self.games = 0
        if self.fixed is None:
            self.seat = self.games % self.match.seats
        self.games += 1
        self.close()
        luck = Luck(*self.np_random.integers(0, 1 << 32, 4, np.int64).tolist())
        self.bots = self.opponents.bots(luck)
        self.bout.begin(luck, self.seat)
        self.begun = True
        self.answer()
        return self.shown()

    def answer(self) -> None:
        """The bots that are asked decide."""
        if self.bots:
            answered(self.bout, self.bots, self.seat, self.match.seats)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The learner's action, then the others' up to its next decision."""
        bout = self.bout
        number = whole("action", action)
        if not self.begun or not 0 <= number < 63 or not bout.legal >> number & 1:
            return self.refused(number)
        who = int(bout.seat)
        bout.play(who, number)
        self.answer()
        if bout.legal:
            seen, info = self.shown()
            return seen, 0.0, False, False, info
        if self.opponents.itself:
            self.seat = who
        rewards = paid(bout, self.reward, 0.5 if self.match.title.halves else 1.0)
        seen, info = self.shown()
        info["rewards"] = np.array(rewards)
        info["scores"] = np.array([self.match.points(int(bout.score(seat))) for seat in range(self.match.seats)])
        self.begun = False
        return seen, float(rewards[self.seat]), True, False, info

    def refused(self, number: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """An action that is not open: the end of the game, or an error; the table stays as it is."""
        if not self.begun:
            raise bad("over" if self.games else "not_begun")
        seat = int(self.bout.seat)
        error: BadInput = bad("illegal_alone", action=number, seat=seat, legal=numbers_of(int(self.bout.legal)))
        if self.illegal == "raise":
            raise error
        seen, info = self.shown()
        self.begun = False
        return seen, self.illegal_reward, True, False, info | {"illegal": str(error)}

    def shown(self) -> tuple[Seen, dict[str, Any]]:
        """What the learner sees, and the mask once more in the info, where some libraries look for it."""
        seat = int(self.bout.seat) if self.opponents.itself and self.bout.legal else self.seat
        seen, mask = self.eye.look(seat)
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask, "seat": seat}

    def render(self) -> str | None:
        """The table in letters, as the learner may see it."""
        if self.render_mode != "ansi":
            return None
        say = words_for("en", (self.match.title.words,))
        return plain(self.match.sketch(self.bout.view(self.seat), say))

    def close(self) -> None:
        """End the programs that play."""
        end_programs(self.bots)
