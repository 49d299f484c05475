"""What is said at a table: lines of chat, and a seat's question whether steps may be taken back."""

from __future__ import annotations

from dataclasses import dataclass

CHAT_KEPT = 200


@dataclass(frozen=True)
class Said:
    """One line of the chat; seat is -1 for onlookers."""

    seat: int
    name: str
    text: str
    at: int


@dataclass
class Question:
    """A seat asks to take back everything from a move on; these seats still have to say yes."""

    seat: int
    to: int
    voters: set[int]
