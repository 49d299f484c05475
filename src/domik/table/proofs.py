"""What a record proves, in words: its deal, its moves and its result, and what of them nothing proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.table.chain import SHORTEST_HEAD, SHOWN_HEAD, heads_of, moves_of, objections_to_chain
from domik.table.fair_deal import objections_to_deal


@dataclass(frozen=True)
class RecordProof:
    """One statement about a record that has no objections."""

    what: str  # "deal", "moves" or "result"
    is_proven: bool
    phrase: Phrase


def objections_to_proofs(record: GameRecord, head: str = "") -> list[Phrase]:
    """What contradicts a record's proofs, and a proof of the deal that a table's record must have and this one has not.

    `head` is one that somebody has seen on a page of the game.
    """
    extra = record.extra
    wrong = objections_to_deal(record) if "fair" in extra or lacks_proof(record) else []
    wrong += objections_to_chain(record)
    if head and not wrong and not is_head_of(record, head):
        wrong.append(Phrase("proof.other_head" if "chain" in extra else "proof.no_chain", {"head": head}))
    return wrong


def lacks_proof(record: GameRecord) -> bool:
    """Whether the proof of the deal was left out: only a branch or a deal shared with others has none at a table."""
    extra = record.extra
    is_from_table = "table" in extra or "chain" in extra
    return is_from_table and "fair" not in extra and "branch" not in extra and "same" not in extra


def is_head_of(record: GameRecord, head: str) -> bool:
    """Whether a page of this game can have shown a head, or at least its beginning."""
    return link_of_head(record, head) is not None


def link_of_head(record: GameRecord, head: str) -> int | None:
    """The number of the link after which pages showed a head; None where they never can have."""
    chain: Any = record.extra.get("chain")
    heads = heads_of(chain["links"]) if chain is not None else []
    return next((k for k, one in enumerate(heads) if len(head) >= SHORTEST_HEAD and one.startswith(head)), None)


def proofs_of(record: GameRecord, head: str = "") -> list[RecordProof]:
    """What a record without objections proves."""
    return [deal_proof(record), moves_proof(record, head), RecordProof("result", True, Phrase("proof.result"))]


def deal_proof(record: GameRecord) -> RecordProof:
    extra = record.extra
    if "fair" in extra:
        return RecordProof("deal", True, Phrase("proof.deal_shared" if "same" in extra else "proof.deal"))
    key = "proof.deal_branch" if "branch" in extra else "proof.deal_same" if "same" in extra else "proof.deal_none"
    return RecordProof("deal", False, Phrase(key))


def moves_proof(record: GameRecord, head: str) -> RecordProof:
    chain: Any = record.extra.get("chain")
    if chain is None:
        return RecordProof("moves", False, Phrase("proof.moves_none"))
    if head:
        links, seen = chain["links"], link_of_head(record, head)
        if seen is not None and seen < len(links) - 1:  # a page showed it before the end: it says nothing of the rest
            first = len(moves_of(links[: seen + 1]))
            return RecordProof("moves", False, Phrase("proof.moves_part", {"n": first, "all": len(record.moves)}))
        return RecordProof("moves", True, Phrase("proof.moves_seen"))
    return RecordProof("moves", False, Phrase("proof.moves", {"head": str(chain["head"])[:SHOWN_HEAD]}))
