"""The bench of the research interfaces: it runs, leaves out what is missing, and says where its figures come from."""

from __future__ import annotations

from bench.figures import provenance
from bench.research import render_page
from bench.research_contestants import batch_step, gym_step, our_zoo, vector_step

from domik.sim.bench import Contestant


def test_every_interface_of_ours_can_be_driven() -> None:
    for make in (batch_step, vector_step, gym_step, our_zoo):
        count, seconds = make("bower")()
        assert count > 0
        assert seconds > 0


def test_the_page_has_its_figures_and_where_they_come_from() -> None:
    ours, theirs = (
        Contestant("Batch, treehouse", lambda _: (1, 1.0)),
        Contestant("Pgx connect_four", lambda _: (1, 1.0)),
    )
    ours.rates, theirs.rates = [20.0, 30.0, 40.0], [10.0, 10.0, 10.0]
    text = render_page([ours, theirs], {"EnvPool": "not installed"}, 1.0, {"bower": 3000.0})
    assert "| Batch, treehouse | 30 | 3.0 |" in text
    assert "Left out: EnvPool (not installed)." in text
    assert "bower 3,000" in text
    assert all(line in text for line in provenance())
