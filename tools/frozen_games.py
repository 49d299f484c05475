"""Output of the games themselves: drawings, texts, records, and checksums of perft, playouts and searches."""

from __future__ import annotations

from frozen_book import COMPILED_ONLY, Book
from frozen_ways import Step, actions_in, moves_of, name_of, played, some_ways, ways

from domik.bots import bot_of
from domik.games import game_packages
from domik.kernel import luck
from domik.kernel.drawing import SCREEN_FORMS, PlayerInfo, ScreenForm
from domik.kernel.game import MOST_ACTIONS, SPECTATOR
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.playout import perft, playouts
from domik.kernel.record import GameRecord
from domik.kernel.sketch import plain_text as plain_text
from domik.kernel.state import State, View, new_state
from domik.language import LANGUAGES, Words, words_for
from domik.server.rendering.renderers import draw_view, game_pictures, table_pen

PLAYERS = (
    PlayerInfo("Ania & Ola", "fox"),
    PlayerInfo("Marek", "owl", is_bot=True),
    PlayerInfo("Бабушка", "hedgehog"),
    PlayerInfo("Zażółć <gęślą>", "badger", is_present=False),
)
WAYS, QUICK_WAYS = 20, 4  # variants per game for drawings and texts
DEEP_WAYS = 12  # variants per game with perft to depth 3
PLAYOUTS = 20
# Explicit settings disable a game's own solver, which the pure build does not use.
SEARCHERS = ("easy", "greedy", "ismcts:iterations=150", "hard:iterations=60,bias=1.5", "master:iterations=60,bias=1.5")
SOLVERS = ("hard:iterations=60", "master:iterations=60")
IS_COMPILED = not str(luck.__file__).endswith(".py")
SEARCHED = 9  # moves between two searches


def played_ways(quick: bool) -> list[tuple[Match, str]]:
    """Variants that are checked step by step, each with the bot that plays it: greedy and random in turn."""
    most = QUICK_WAYS if quick else WAYS
    bots = ("greedy", "random")
    return [(match, bots[at % 2]) for title in game_packages() for at, match in enumerate(some_ways(title, most))]


# ---- drawings --------------------------------------------------------------------------------------------------


def drawings(book: Book, quick: bool) -> None:
    """Every step as drawn for the acting seat and for others in turn, over all languages and screens."""
    for title in game_packages():
        book.put(f"drawing/{title.name}/pictures", game_pictures(title.name))
    for match, bot in played_ways(quick):
        for step in played(match, f"drawn {name_of(match)}", bot):
            for eyes in eyes_at(match, step):
                language = LANGUAGES[(step.number + eyes) % len(LANGUAGES)]
                form = SCREEN_FORMS[(step.number // len(LANGUAGES) + eyes) % len(SCREEN_FORMS)]
                draw(book, match, step, eyes, language, form, False)
            if step.number % 6 == 0:
                draw(book, match, step, max(step.seat, 0), LANGUAGES[step.number // 6 % 3], "desk", True)


def eyes_at(match: Match, step: Step) -> list[int]:
    """Viewers at a step: the acting seat, at every second step one other or a spectator, at the end everybody."""
    if step.seat < 0:
        return list(range(-1, match.seats))
    other = step.number // 2 % (match.seats + 1) - 1
    return sorted({step.seat, other} if step.number % 2 == 0 else {step.seat})


def draw(book: Book, match: Match, step: Step, eyes: int, language: str, form: ScreenForm, letters: bool) -> None:
    """One drawing: areas, cells, clickable paths, and refusals with their reasons."""
    view = step.state.view(eyes)
    drawing = draw_view(match, view, list(PLAYERS[: match.seats]), language, form, letters).flatten()
    pen = table_pen(language, match.package.name, form)
    who = "spectator" if eyes == SPECTATOR else f"seat {eyes + 1}"
    book.put_json(
        f"drawing/{name_of(match)}/{who}/{language}/{'letters' if letters else form}/step {step.number}",
        {
            "areas": drawing.areas,
            "cells": drawing.cells,
            "paths": {number: list(path) for number, path in drawing.paths.items()},
            "refusals": {id: [no.clause, pen.say(no.reason)] for id, no in drawing.refusals.items()},
        },
    )


# ---- texts -----------------------------------------------------------------------------------------------------


def texts(book: Book, quick: bool) -> None:
    """All texts about a position and its moves, in one language per step."""
    for match, bot in played_ways(quick):
        for step in played(match, f"told {name_of(match)}", bot):
            language = LANGUAGES[step.number % len(LANGUAGES)]
            say = words_for(language, (match.package.words_package,))
            found = told_end(match, step.state, say) if step.seat < 0 else told_step(match, step, say)
            book.put_json(f"text/{name_of(match)}/{language}/step {step.number}", found)


def told_step(match: Match, step: Step, say: Words) -> dict[str, object]:
    """Texts for the acting seat, and the events that its action produces."""
    view, after = step.state.view(step.seat), step.state.copy()
    after.play(step.seat, step.action)
    legal = int(view.legal())
    stage = match.progress(view)
    return {
        "sketches": sketches(match, view, say) + sketches(match, step.state.view(), say)[:1],
        "prompt": say(match.prompt(view)),
        "waiting": say(match.prompt(step.state.view())),
        "stage": None if stage is None else repr(tuple(stage)),
        "actions": [
            [
                match.write(view, action),
                say(match.describe(view, action)),
                say(match.spoken_phrase(view, action)),
                say(match.hint(view, action)),
            ]
            for action in actions_in(legal)
        ],
        "objections": {
            number: [[no.clause, repr(no.where), say(no.reason)] for no in match.objections(view, 1 << number)]
            for number in range(MOST_ACTIONS)
            if not legal >> number & 1
        },
        "events": [
            [event.seat, event.clause, say(event.what), event.recap, [(s.place, say(s.what)) for s in event.stops]]
            for event in match.events(step.state.view(), after.view(), step.seat)
        ],
        "tally": tally(match, step.state.view(), say),
    }


def told_end(match: Match, state: State, say: Words) -> dict[str, object]:
    """Texts of a finished game: points, winners, reasons."""
    view = state.view()
    outcome = match.outcome(view)
    return {
        "sketches": sketches(match, view, say),
        "prompt": say(match.prompt(view)),
        "outcome": [list(outcome.winners), outcome.clause, say(outcome.reason)],
        "tally": tally(match, view, say),
        "scores": [match.format_points(int(state.score(seat))) for seat in range(match.seats)],
        "columns": [repr(tuple(column)) for column in match.score_columns()],
    }


def sketches(match: Match, view: View, say: Words) -> list[str]:
    """A view as plain text for a wide, a narrow and a low terminal."""
    shapes = ((80, False), (44, False), (80, True))
    return [plain_text(match.sketch(view, say, columns, low)) for columns, low in shapes]


def tally(match: Match, view: View, say: Words) -> list[object]:
    """Points with their reasons and their cells in the score sheet."""
    found: list[object] = []
    for line in match.tally(view):
        spot = match.score_cell(line)
        found.append([line.seat, line.clause, line.points, say(line.reason), say(spot.row), spot.column])
    return found


# ---- records and checksums ---------------------------------------------------------------------------------------


def records(book: Book, quick: bool) -> None:
    for match, bot in played_ways(quick):
        seed = f"kept {name_of(match)}"
        deal = [int(number) for number in match.game.deal(luck_of(seed))]
        names = [player.name for player in PLAYERS[: match.seats]]
        book.put(f"record/{name_of(match)}", GameRecord(match, deal, names, moves_of(match, seed, bot), seed).to_json())


def counts(book: Book, quick: bool) -> None:
    """Perft counts, and checksums of random playouts."""
    for title in game_packages():
        for at, match in enumerate(ways(title)[:: 8 if quick else 1]):
            state = new_state(match.game, luck_of(1).stream(0))
            deep = 3 if at < DEEP_WAYS else 2
            leaves = [int(perft(match.game, state.numbers, depth)) for depth in range(1, deep + 1)]
            moves, check = playouts(match.game, luck_of(1), 0, PLAYOUTS)
            book.put_json(f"count/{name_of(match)}", [leaves, int(moves), int(check)])


def searches(book: Book, quick: bool) -> None:
    """Moves that bots choose, and scores of all moves; limited by iterations, never by time."""
    for title in game_packages():
        for match in some_ways(title, 2 if quick else 5):
            for step in played(match, f"searched {name_of(match)}", "greedy"):
                if step.seat < 0 or step.number % SEARCHED != 4:
                    continue
                view = step.state.view(step.seat)
                legal = int(view.legal())
                chosen = [int(bot_of(bot, luck_of(step.number)).decide(view, legal)) for bot in SEARCHERS]
                advice = [repr(float(view.score_move(action))) for action in actions_in(legal)]
                book.put_json(f"search/{name_of(match)}/step {step.number}", [chosen, advice])
                if IS_COMPILED:
                    solved = [int(bot_of(bot, luck_of(step.number)).decide(view, legal)) for bot in SOLVERS]
                    book.put_json(f"{COMPILED_ONLY}/search/{name_of(match)}/step {step.number}", solved)
