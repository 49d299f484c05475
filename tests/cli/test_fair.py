"""`domik verify` also checks the promise of a fair deal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.games import game_package
from domik.kernel.record import GameRecord
from domik.table.fair_deal import SECURE, deal_from_seed, mix_seed, new_seed, proof_of
from tests.cli.conftest import Domik


@pytest.mark.parametrize("lie", [None, "hash", "seed", "entropy", "deal"])
def test_a_fair_deal_proves_itself(domik: Domik, tmp_path: Path, lie: str | None) -> None:
    match = game_package("treehouse").match(2)
    seed, entropy = new_seed(), ["mila", "ola"]
    whole = mix_seed(seed, entropy)
    record = GameRecord(
        match, deal_from_seed(match, whole), ["a", "b"], seed=whole, extra={"fair": proof_of(seed, entropy, SECURE)}
    )
    document = json.loads(record.to_json())
    if lie == "hash":
        document["fair"]["hash"] = "0" * 64
    elif lie == "seed":
        document["fair"]["seed"] = new_seed()
    elif lie == "entropy":
        document["fair"]["entropy"] = ["mila", "somebody else"]
    elif lie == "deal":
        document["deal"][:2] = document["deal"][1::-1]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    for language in ("en", "ru", "pl"):
        ran = domik("verify", str(file), "--lang", language)
        assert ran.code == (1 if lie else 0), ran.out
        assert (ran.out.splitlines()[0] == "ok") == (lie is None)
