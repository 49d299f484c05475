"""The page of a decision on a screen of the usual smallest size: everything is there, and nothing has scrolled away."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from domik.cli.game_session import INPUT_LINES, DecisionView, GameSession, legal_actions
from domik.cli.screen import TerminalScreen
from domik.cli.terminal import Terminal
from domik.games import GAMES, game_package
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import QUICK, random_steps, sampled

SMALLEST = (80, 24)
NEEDS: dict[str, tuple[int, int]] = {}  # games that cannot do with that: the columns and lines they want, and why
NEWS = [f"Somebody else (bot): did something that is told at length, number {k}, " + "and on " * 9 for k in range(40)]
NOTES = ["Your only move was played for you."]
WAYS = 6 if QUICK else 12


def screen_of(columns: int, lines: int) -> TerminalScreen:
    """A screen that somebody looks at."""
    console = Console(file=io.StringIO(), width=columns, height=lines, highlight=False, markup=False, soft_wrap=True)
    screen = TerminalScreen(console)
    screen.is_interactive = True
    return screen


def page_of(match: Match, view: View, language: str, size: tuple[int, int]) -> DecisionView:
    """What a seat sees after a lot has happened."""
    say = words_for(language, ("domik.cli", match.package.words_package))
    moves = [
        (str(number), match.write(view, action), say(match.describe(view, action)))
        for number, action in enumerate(legal_actions(int(view.legal())), 1)
    ]
    return DecisionView(screen_of(*size), match, view, say, NEWS, NOTES, moves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_decision_fits_a_small_screen(game: str, language: str) -> None:
    columns, lines = NEEDS.get(game, SMALLEST)
    for match in sampled(game, WAYS):
        for state, seat, _ in random_steps(match, f"low {language}"):
            page = page_of(match, state.view(seat), language, (columns, lines))
            shown = [line.plain for line in page.compact_lines(lines)]
            text = "\n".join(shown)
            assert len(shown) + INPUT_LINES <= lines, text
            assert max(map(len, shown)) <= columns, text
            assert page.say(match.prompt(page.view)) in text.replace("\n", " "), text
            listed = "\n".join(line.plain for line in page.moves_fitting(lines))
            assert all(notation in listed for _, notation, _ in page.moves)
            numbers = [number for number, _, _ in page.moves]
            assert all(f" {number} " in text for number in numbers), text


@pytest.mark.parametrize("game", GAMES)
def test_onlookers_and_ends_are_low_too(game: str) -> None:
    columns, lines = NEEDS.get(game, SMALLEST)
    say = words_for("ru", (game_package(game).words_package,))
    for match in sampled(game, WAYS):
        for state, seat, action in random_steps(match, "ends"):
            after = state.copy()
            after.play(seat, action)
            for who in (-1, seat) if after.is_over() else (-1,):
                rows = match.sketch(after.view(who), say, columns, low=True)
                assert len(rows) <= lines - 4, "a sketch leaves room for a question"


def test_words_give_way_before_moves_do() -> None:
    match = game_package("treehouse").match(2)
    page = page_of(match, next(random_steps(match, 1))[0].view(0), "en", SMALLEST)
    page.moves = [(str(k), f"{k}.1", "words " * 12) for k in range(1, 31)]
    whole, cut, bare = page.moves_fitting(30), page.moves_fitting(12), page.moves_fitting(5)
    assert len(whole) == 30
    assert "words words wo…" in "\n".join(line.plain for line in cut)
    assert len(cut) <= 12
    assert "words" not in "\n".join(line.plain for line in bare)
    assert all(f"{k}.1" in "\n".join(line.plain for line in bare) for k in range(1, 31))


@pytest.mark.parametrize(("size", "low"), [((80, 24), True), ((100, 30), True), ((100, 70), False)])
@pytest.mark.parametrize("game", GAMES)
def test_the_size_of_the_terminal_decides(game: str, size: tuple[int, int], low: bool) -> None:
    """Where there is room, the roomy table; where not, the low one, also later when it would fit for once."""
    match = game_package(game).match(2)
    say = words_for("en", ("domik.cli", "domik.bots", "domik.table", match.package.words_package))
    table = Terminal(GameSession(match, "seed", ["human", "greedy"]), ["human", "greedy"], say)
    table.screen = screen_of(*size)
    while not table.session.is_over:
        seat = table.next_seat()
        view = table.session.view(seat)
        if seat == 0 and len(legal_actions(int(view.legal()))) > 1:
            before = table.compact_size
            fits = table.decision_view(seat).fits(size[1])
            table.show_table(seat)
            assert (table.compact_size == size) == (not fits or before == size)
        bot = table.bots[1]
        assert bot is not None
        table.session.play(seat, bot.decide(view, int(view.legal())))
    assert (table.compact_size == size) == low
    text = table.screen.console.file.getvalue()  # type: ignore[attr-defined]
    assert text.count("\x1b[2J") >= 4
    if low:  # nothing of a low page scrolls away
        pages = text.split("\x1b[2J\x1b[H")[-1]
        assert len(pages.splitlines()) + INPUT_LINES <= size[1]
