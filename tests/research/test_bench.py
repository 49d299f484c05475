"""The bench of the research face: it runs, leaves out what is missing, and writes its own section only."""

from __future__ import annotations

from pathlib import Path

from bench.research import SECTION, section, write
from bench.research_contestants import batch_step, gym_step, our_zoo, vector_step

from domik.sim.bench import Contestant


def test_every_interface_of_ours_can_be_driven() -> None:
    for make in (batch_step, vector_step, gym_step, our_zoo):
        count, seconds = make("bower")()
        assert count > 0
        assert seconds > 0


def test_the_section_is_written_in_place(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("# Performance\n\n## Speed\n\nfast\n\n## To repeat\n\nmake bench\n", encoding="utf-8")
    ours, theirs = (
        Contestant("Batch, treehouse", lambda _: (1, 1.0)),
        Contestant("Pgx connect_four", lambda _: (1, 1.0)),
    )
    ours.rates, theirs.rates = [20.0, 30.0, 40.0], [10.0, 10.0, 10.0]
    for _ in range(2):
        write(page, section([ours, theirs], {"EnvPool": "not installed"}, 1.0, {"bower": 3000.0}))
    text = page.read_text(encoding="utf-8")
    assert text.count(SECTION) == 1
    assert "| Batch, treehouse | 30 | 3.0 |" in text
    assert "Left out: EnvPool (not installed)." in text
    assert "bower 3,000" in text
    assert text.startswith("# Performance\n\n## Speed\n\nfast\n")
    assert "make bench" in text
