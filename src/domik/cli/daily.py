"""`domik daily [GAME]`: play the deal of the day, the same as on every server without a secret."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from domik.cli import FINE, choices, words_of
from domik.cli.game_session import GameSession
from domik.cli.play import check_writable
from domik.cli.progress_bar import count_bar
from domik.cli.screen import TerminalScreen
from domik.cli.terminal import SessionEnded, Terminal
from domik.deals import Day, Deal, daily_deal, day_of, parse_day
from domik.deals.bot_field import LEVELS, play_deal
from domik.deals.results import MatchpointScore, matchpoints_against
from domik.games import GAMES, game_package
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.table.clock import now
from domik.table.fair_deal import SECURE, proof_of
from domik.table.table import Table

NAME = "daily"
QUICK_LEVELS = ("easy", "normal")


def add(parser: ArgumentParser, say: Words) -> None:
    games = Phrase("daily.cli.game", {"games": ", ".join(GAMES)})
    parser.add_argument("game", nargs="?", metavar=say(Phrase("choice.GAME")), help=say(games))
    parser.add_argument("--date", metavar=say(Phrase("daily.cli.DATE")), help=say(Phrase("daily.cli.date")))
    file = say(Phrase("choice.FILE"))
    parser.add_argument("--save", metavar=file, type=Path, help=say(Phrase("play.save")))
    parser.add_argument("--hard", action="store_true", help=say(Phrase("daily.cli.hard")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    today = day_of(now())
    day = today if args.date is None else parse_day(args.date, today)
    if args.game is None:
        print_deals(day, today, args.json, say)
        return FINE
    title = game_package(args.game)
    if args.save is not None:
        check_writable(args.save)
    deal = daily_deal(title.name, day)
    say = words_of(Namespace(game=title.name), say.language)
    table = deal.table()
    sitting = DealSession(table, deal, is_over=day < today)
    terminal = Terminal(sitting, ["human", *deal.bots[1:]], say)
    try:
        terminal.play()
    except SessionEnded:
        terminal.screen.print_text(terminal.print_phrase("play.ended"))
    finally:
        if args.save is not None:
            terminal.save(args.save)
    if table.is_finished:
        print_comparison(terminal.screen, deal, day, table.scores()[deal.seat], args.hard, say)
    return FINE


class DealSession(GameSession):
    """A session at a shared deal. The table itself plays the bots."""

    def __init__(self, table: Table, deal: Deal, is_over: bool) -> None:
        self.match = table.match
        self.seed = table.mixed_seed() if is_over else ""
        self.players = ["human", *deal.bots[1:]]
        self.extra: dict[str, Any] = {"same": {"name": deal.name, "hash": deal.hash}}
        if is_over:
            self.extra["fair"] = proof_of(deal.seed, [], SECURE)
        self.game = self.table = table
        self.lucks = [luck_of("nobody asks these bots") for _ in range(table.match.seats)]
        self.started_at = time.monotonic()

    def play(self, seat: int, action: int) -> None:
        """Play one action; the table then plays the bots' replies."""
        self.table.submit(seat, action, int(1000 * (time.monotonic() - self.started_at)))


def print_deals(day: Day, today: Day, as_json: bool, say: Words) -> None:
    """Each game's daily deal: its commitment, and the seed once the day is over."""
    deals = [daily_deal(game, day) for game in GAMES]
    if as_json:
        rows = [{"game": one.game, "date": str(day), "hash": one.hash} for one in deals]
        if day < today:
            rows = [row | {"seed": one.seed} for row, one in zip(rows, deals, strict=True)]
        print(json.dumps(rows))
        return
    screen = TerminalScreen()
    screen.print_text(say(Phrase("daily.cli.deals", {"date": str(day)})), "heading")
    for one in deals:
        screen.print_text(one.hash, label=f"  {one.game.ljust(12)}")
    screen.print_text()
    screen.print_text(say(Phrase("daily.cli.choose", {"game": deals[0].game})), "dim")


def print_comparison(screen: TerminalScreen, deal: Deal, day: Day, score: int, hard: bool, say: Words) -> None:
    """Compare the score with bots on the same deal, and print a line to share."""
    levels = {level: many for level, many in LEVELS.items() if hard or level in QUICK_LEVELS}
    found: dict[str, list[int]] = {}
    with count_bar() as bar:
        task = bar.add_task(say(Phrase("daily.cli.company")), total=sum(levels.values()))
        for level, many in levels.items():
            found[level] = []
            for number in range(many):
                found[level].append(play_deal(deal, level, number).score)
                bar.advance(task)
    screen.print_text()
    for level, scores in found.items():
        screen.print_text(
            say(level_result(matchpoints_against(score, scores))), label=f"  {say(Phrase(f'bot.{level}')).ljust(12)}"
        )
    whole = matchpoints_against(score, [one for scores in found.values() for one in scores]).percent
    name = say(Phrase("game.name")) if say.has("game.name") else deal.game
    points = say(Phrase("daily.cli.points", {"points": game_package(deal.game).format_points(score)}))
    screen.print_text()
    screen.print_text(f"Domik · {name} · {day} · {whole} % · {points}", "bold")


def level_result(found: MatchpointScore) -> Phrase:
    numbers: dict[str, Argument] = {"beaten": found.beaten, "level": found.level, "of": found.of}
    numbers["percent"] = str(found.percent)
    return Phrase("daily.cli.versus", numbers)
