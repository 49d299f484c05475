"""The finished cabins of one search, each set of faces and dice once."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.position import cabin_key

MOST_FINISHED: Final = 65536


@final
class Finished:
    """Positions with all their locations built, in the order in which they were found."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.words: vec[i64] = vec[i64]([0] * MOST_FINISHED)
        self.origins: vec[i64] = vec[i64]([0] * MOST_FINISHED)  # layer << 32 | parent in the layer's beam
        self.months: vec[i64] = vec[i64]([0] * MOST_FINISHED)
        self.keys: dict[i64, bool] = {}

    def clear(self) -> None:
        """Begin anew."""
        self.count = 0
        self.keys = {}

    def note(self, word: i64, origin: i64, month: i64) -> bool:
        """Remember a finished cabin; False when there is no room for it any more."""
        key = cabin_key(word)
        if key in self.keys:
            return True
        if self.count == MOST_FINISHED:
            return False
        self.keys[key] = True
        self.words[self.count] = word
        self.origins[self.count] = origin
        self.months[self.count] = month
        self.count += 1
        return True
