"""Features in NumPy: a game's encoding with named slices, of a batch or of one view, the same for bots."""

from __future__ import annotations

from types import ModuleType

from domik.kernel.features import Features
from domik.kernel.state import View
from domik.kernel.title import Match
from domik.kernel.window import encoded
from domik.research.buffers import Numbers, laid_over, np
from domik.research.errors import bad

KINDS = {"float32": np.float32, "uint8": np.uint8}


def module_of(match: Match) -> ModuleType:
    """The game's names and features; a guest may bring none."""
    try:
        return match.title.module("mind.features")
    except ModuleNotFoundError:
        raise bad("no_features", game=match.title.name) from None


class Encoding:
    """What a match tells a network: uint8 as it is counted, or float32 from 0 to 1."""

    def __init__(self, match: Match) -> None:
        made: Features = module_of(match).features(match.game)
        self.encoder = made.encoder
        self.slices = made.slices
        self.shapes = made.shapes
        self.width = made.width
        self.most: Numbers = np.array(made.most, np.float32)
        self.scale: Numbers = 1 / self.most

    def of(self, view: View, kind: str = "float32") -> Numbers:
        """The features of one view."""
        return self.scaled(laid_over(encoded(view, self.encoder), np.uint8), kind)

    def scaled(self, counted: Numbers, kind: str = "float32") -> Numbers:
        """The counted features in this type, as an array of its own."""
        if kind == "uint8":
            return counted.copy()
        found: Numbers = counted * self.scale
        return found

    def part(self, features: Numbers, name: str) -> Numbers:
        """One named part of the features, in its own shape."""
        found: Numbers = features[..., self.slices[name]]
        return found.reshape(*features.shape[:-1], *self.shapes[name])
