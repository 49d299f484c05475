"""Read-only NumPy arrays over the kernel's buffers, without copying, and the encoding of views as features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domik.kernel.batch import encode_view
from domik.kernel.contract import GameFeatures
from domik.kernel.encoder import Encoder
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.research.errors import bad_input, require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
else:
    np = require("numpy")
    Numbers = np.ndarray

__all__ = ["Numbers", "array_over", "np", "unpack_masks"]


def array_over(buffer: Any, kind: Any) -> Numbers:
    """A read-only array that shares the buffer's memory."""
    found: Numbers = np.frombuffer(buffer, kind)
    return found


def unpack_masks(legal: Numbers) -> Numbers:
    """Action masks as bool [..., 63]."""
    octets = np.ascontiguousarray(legal).view(np.uint8).reshape(-1, 8)
    found: Numbers = np.unpackbits(octets, axis=1, bitorder="little")[:, :MOST_ACTIONS].view(np.bool_)
    return found


DTYPES = {"float32": np.float32, "uint8": np.uint8}


def features_of(match: Match) -> GameFeatures:
    """How the game's views are encoded; BadInput if a plugin game does not say."""
    features = match.package.features()
    if features is None:
        raise bad_input("no_features", game=match.package.name)
    return features


def no_encoder(match: Match) -> Encoder:
    """Encodes nothing, where observations are bare numbers: a game need not say what they mean."""
    return Encoder(match.seats, 1, [])


class Encoding:
    """The feature encoding of a match: uint8 counts, or float32 scaled to 0..1."""

    def __init__(self, match: Match) -> None:
        made = features_of(match).features(match.game)
        self.encoder = made.encoder
        self.slices = made.slices
        self.shapes = made.shapes
        self.width = made.width
        self.most: Numbers = np.array(made.most, np.float32)
        self.scale: Numbers = 1 / self.most
        self.amounts: Numbers = np.flatnonzero(self.most != 1)  # the only ones that are more than 0 or 1

    def of(self, view: View, kind: str = "float32") -> Numbers:
        return self.convert(array_over(encode_view(view, self.encoder), np.uint8), kind)

    def convert(self, counted: Numbers, kind: str = "float32") -> Numbers:
        """The uint8 features converted to this type, as a new array."""
        if kind == "uint8":
            return counted.copy()
        if counted.ndim == 1:
            one: Numbers = counted * self.scale
            return one
        found: Numbers = counted.astype(np.float32)  # in many rows faster than multiplying everything
        found[..., self.amounts] *= self.scale[self.amounts]
        return found

    def part(self, features: Numbers, name: str) -> Numbers:
        """One named part of the features, in its own shape."""
        found: Numbers = features[..., self.slices[name]]
        return found.reshape(*features.shape[:-1], *self.shapes[name])
