"""Gymnasium spaces for Domik's observations and actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domik.kernel.batch import ObservationBuffer
from domik.kernel.driver import GameDriver
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.package import Match
from domik.research.encoding import Encoding, Numbers, array_over, no_encoder, np
from domik.research.errors import require

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Dict, Discrete, Space
else:
    spaces = require("gymnasium").spaces
    Box, Dict, Discrete, Space = spaces.Box, spaces.Dict, spaces.Discrete, spaces.Space

__all__ = ["NUMBERS", "OBSERVE", "Discrete", "LegalActionSpace", "ObservationSpec", "SeatObserver", "Space", "without"]
NUMBERS = "numbers"
OBSERVE = ("float32", "uint8", NUMBERS)  # features in either type, or the view's raw numbers


class LegalActionSpace(Discrete):
    """The 63 actions; `sample()` without a mask draws among the currently legal ones."""

    def __init__(self, legal: Callable[[], int], actions: int = MOST_ACTIONS) -> None:
        super().__init__(actions)
        self.legal = legal

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> Any:
        """A legal action, or any action if none is legal."""
        if mask is None and probability is None:
            open_now = self.legal()
            if open_now:
                mask = np.array([open_now >> number & 1 for number in range(int(self.n))], np.int8)
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, Any]) -> Discrete:
        return Discrete(int(self.n))

    def __reduce__(self) -> tuple[Any, ...]:
        return Discrete, (int(self.n),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and self.n == other.n and self.start == other.start

    def __hash__(self) -> int:
        return hash((self.n, self.start))


def without(attributes: dict[str, Any], *names: str) -> dict[str, Any]:
    """The attributes that a pickle keeps: all but those that are made anew."""
    return {name: value for name, value in attributes.items() if name not in names}


class ObservationSpec:
    """What an observation holds: raw numbers or features, always with the mask of legal actions."""

    def __init__(self, match: Match, observe: str) -> None:
        self.observe = observe
        self.wants_features = observe != NUMBERS
        self.encoding = Encoding(match) if self.wants_features else None
        self.encoder = no_encoder(match) if self.encoding is None else self.encoding.encoder
        self.space = self.observation_box(int(match.game.open_size + match.game.own_size))

    def observation_box(self, width: int) -> Box:
        """The space of the observation without the mask."""
        if self.encoding is None:
            bounds = np.iinfo(np.int64)
            return Box(int(bounds.min), int(bounds.max), (width,), np.int64)
        most = self.encoding.most if self.observe == "uint8" else np.ones(self.encoding.width, np.float32)
        kind = np.dtype(self.observe)
        return Box(np.zeros(self.encoding.width, kind), most.astype(kind), dtype=kind.type)

    def convert(self, counted: Numbers) -> Numbers:
        """The kernel's features in the type that is observed."""
        assert self.encoding is not None, "bare numbers have no features"
        return self.encoding.convert(counted, self.observe)

    def dict_space(self, actions: int = MOST_ACTIONS) -> Dict:
        """The space of whole observations."""
        return Dict({"observation": self.space, "action_mask": Box(0, 1, (actions,), np.int8)})


class SeatObserver:
    """An ObservationBuffer as NumPy arrays."""

    def __init__(self, driver: GameDriver, sight: ObservationSpec) -> None:
        self.buffer = window = ObservationBuffer(driver, sight.encoder)
        self.spec = sight
        self.numbers = array_over(window.numbers, np.int64)
        self.mask = array_over(window.mask, np.int8)

    def observe(self, seat: int) -> tuple[Numbers, Numbers]:
        """A seat's observation and its action mask, as new arrays."""
        sight = self.spec
        self.buffer.observe(seat, sight.wants_features)
        if sight.wants_features:
            counted = array_over(self.buffer.features, np.uint8)
            return sight.convert(counted), self.mask.copy()
        return self.numbers.copy(), self.mask.copy()
