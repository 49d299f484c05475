"""The hash chain of a game: what its record has to say if nothing was changed afterwards.

Everything that decides a game is a link: how the table was opened, the deal, every move, every step taken back, who
left and who resigned; names, chat and hints are not. Each link has a salt of its own and gives a digest, and each
digest extends the head:

    digest = sha256("domik link SALT LINK")        LINK is JSON without spaces
    head   = sha256("domik chain HEAD DIGEST")     the first HEAD is empty

Pages show and keep the heads as the game goes on. They tell nothing: a link may hold a secret choice of at most
sixty-three, which would be found by trying them all, but for its salt of 128 bits. Salts are derived from one that only
the journal has. The record of a finished game has all links with their salts, so that anybody can compute the heads; of
moves that were taken back it has the digests only, since nobody else ever learned those moves. Tables of older versions
have no chain (docs/decisions/0052).
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from typing import Any

from domik.kernel.package import built_in_components
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove

VERSION = 1
SALT_BYTES = 16
SHOWN_HEAD, SHORTEST_HEAD = 32, 16  # letters of a head that pages are sent, and that are enough to compare
OPEN, DEAL, MOVE, BACK, WITHDRAW = "open", "deal", "move", "back", "withdraw"
SALT, DIGEST = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}"), re.compile("[0-9a-f]{64}")
Link = tuple[Any, ...]  # its kind, then plain JSON values


def new_salt() -> str:
    return secrets.token_hex(SALT_BYTES)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def link_digest(salt: str, link: Sequence[Any]) -> str:
    text = json.dumps(list(link), separators=(",", ":"), ensure_ascii=False)
    return sha256(f"domik link {salt} {text}")


def extend_head(head: str, digest: str) -> str:
    return sha256(f"domik chain {head} {digest}")


def deal_digest(deal: Sequence[int]) -> str:
    return sha256(f"domik cards {json.dumps([int(item) for item in deal], separators=(',', ':'))}")


def opening_link(record: GameRecord | Any, hash: str) -> Link:
    """The first link, of a record or anything else with a match."""
    match = record.match
    options = dict(sorted(match.options_json().items()))
    if match.components.hash() != built_in_components(match.package).hash():
        options["components"] = match.components.hash()
    return OPEN, match.package.name, match.package.rules_version, match.seats, options, hash


def move_link(move: RecordedMove) -> Link:
    return MOVE, move.seat, move.action, move.at


class GameChain:
    """The chain of a table."""

    __slots__ = ("_links", "_salt", "head")

    def __init__(self, salt: str) -> None:
        self._salt = salt
        self._links: list[Link | RecordedMove | str] = []  # a text is the digest of a move that was taken back
        self.head = ""

    def extend(self, link: Link | RecordedMove) -> None:
        self.head = extend_head(self.head, self._digest(len(self._links), link))
        self._links.append(link)

    def take_back(self, to: int) -> None:
        """Add a link that all moves but the first `to` were taken back, and forget what they were."""
        self._forget(self._move_links()[to:])
        self.extend((BACK, to))

    def withdraw(self, number: int) -> None:
        """Add a link that one move was taken back and those after it stand, and forget what it was."""
        self._forget([self._move_links()[number]])
        self.extend((WITHDRAW, number))

    def _move_links(self) -> list[int]:
        """The links of the moves that stand."""
        return [number for number, link in enumerate(self._links) if isinstance(link, RecordedMove)]

    def _forget(self, numbers: list[int]) -> None:
        for number in numbers:
            link = self._links[number]
            assert isinstance(link, RecordedMove)
            self._links[number] = self._digest(number, link)

    def to_dict(self) -> dict[str, Any]:
        """What a record carries."""
        links: list[Any] = []
        for number, link in enumerate(self._links):
            if isinstance(link, str):
                links.append(link)
            else:
                links.append([self._link_salt(number), *(move_link(link) if isinstance(link, RecordedMove) else link)])
        return {"version": VERSION, "head": self.head, "links": links}

    def _link_salt(self, number: int) -> str:
        return sha256(f"domik salt {self._salt} {number}")[: 2 * SALT_BYTES]

    def _digest(self, number: int, link: Link | RecordedMove) -> str:
        return link_digest(self._link_salt(number), move_link(link) if isinstance(link, RecordedMove) else link)


# ---- verification ----------------------------------------------------------------------------------------------


def heads_of(links: Sequence[Any]) -> list[str]:
    """The heads after each link of a record; ValueError where they have another form."""
    heads, head = [], ""
    for link in links:
        if isinstance(link, str) and DIGEST.fullmatch(link):
            digest = link
        elif isinstance(link, list) and len(link) > 1 and isinstance(link[0], str) and SALT.fullmatch(link[0]):
            digest = link_digest(link[0], link[1:])
        else:
            raise ValueError("no link")
        head = extend_head(head, digest)
        heads.append(head)
    return heads


def moves_of(links: Sequence[Any]) -> list[tuple[int, int, int] | None]:
    """The moves that stand at the end of a chain; None for one that it does not tell, though it was not taken back."""
    moves: list[tuple[int, int, int] | None] = []
    for link in links:
        if isinstance(link, str):
            moves.append(None)
        elif link[1] == MOVE:
            seat, action, at = link[2:]
            moves.append((int(seat), int(action), int(at)))
        elif link[1] == BACK:
            del moves[int(link[2]) :]
        elif link[1] == WITHDRAW:
            del moves[int(link[2])]
    return moves


def objections_to_chain(record: GameRecord) -> list[Phrase]:
    """Everything in which a record differs from the chain that it carries; nothing where it has none."""
    chain = record.extra.get("chain")
    if chain is None:
        return []
    if isinstance(chain, dict) and isinstance(chain.get("version"), int) and chain["version"] > VERSION:
        return [Phrase("chain.version", {"version": str(chain["version"])})]
    try:
        links = list(chain["links"])
        heads, moves = heads_of(links), moves_of(links)
        opened, dealt = links[0][1:], next(link[1:] for link in links if link[1] == DEAL)
        is_dealt_so = dealt[2] == deal_digest(record.deal) and is_entropy_told(record, dealt[1])
        is_opened_so = is_opening_of(record, opened) and is_hash_told(record, opened[5])
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, StopIteration):
        return [Phrase("chain.malformed")]
    wrong = [] if heads[-1] == chain.get("head") else [Phrase("chain.head")]
    wrong += [] if is_opened_so else [Phrase("chain.open")]
    wrong += [] if is_dealt_so else [Phrase("chain.deal")]
    played = [(move.seat, move.action, move.at) for move in record.moves]
    if played != moves:
        same = next((k for k, pair in enumerate(zip(played, moves, strict=False)) if pair[0] != pair[1]), None)
        wrong.append(Phrase("chain.moves", {"n": (min(len(played), len(moves)) if same is None else same) + 1}))
    return wrong


def is_opening_of(record: GameRecord, opened: list[Any]) -> bool:
    """Whether a chain was begun for this game; its rules may be older than those that replay it now."""
    wanted = list(opening_link(record, str(opened[5])))
    if type(opened[2]) is int and 0 < opened[2] <= wanted[2]:
        wanted[2] = opened[2]
    return opened == wanted


def is_hash_told(record: GameRecord, hash: object) -> bool:
    """Whether the promise in the chain is the one that the rest of the record names, if it names any."""
    told = [part.get("hash") for part in (record.extra.get("fair"), record.extra.get("same")) if isinstance(part, dict)]
    return all(one == hash for one in told)


def is_entropy_told(record: GameRecord, entropy: object) -> bool:
    proof = record.extra.get("fair")
    return not isinstance(proof, dict) or "same" in record.extra or proof.get("entropy") == entropy
