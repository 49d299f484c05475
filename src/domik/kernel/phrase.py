"""Translatable messages: a key with arguments, turned into text only where it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

Argument = Union[int, float, str, "Phrase"]


class Phrase:
    """A message in no language yet; a name from a component file carries its translations in `texts`."""

    __slots__ = ("_hash", "args", "key", "texts")

    def __init__(
        self, key: str, args: Mapping[str, Argument] | None = None, texts: Mapping[str, str] | None = None
    ) -> None:
        self.key = key
        self.args: dict[str, Argument] = dict(args) if args else {}
        self.texts: Mapping[str, str] | None = texts
        self._hash = 0  # computed on first use: phrases are cache keys

    def __repr__(self) -> str:
        return f"Phrase({self.key!r}, {self.args!r})" if self.args else f"Phrase({self.key!r})"

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={value}" for name, value in self.args.items())
        return f"{self.key}({inside})" if inside else self.key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase) or self.key != other.key or self.args != other.args:
            return False
        return self.texts is other.texts or self.texts == other.texts  # two component files may name one id differently

    def __reduce__(self) -> tuple[object, ...]:
        return Phrase, (self.key, self.args, self.texts)  # not the hash, which differs between processes

    def __hash__(self) -> int:
        if not self._hash:
            args = sorted((name, str(value)) for name, value in self.args.items()) if self.args else ()
            self._hash = hash((self.key, *args))
        return self._hash
