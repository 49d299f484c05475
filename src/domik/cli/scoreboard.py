"""Player names and score tables in the terminal."""

from __future__ import annotations

from domik.cli.choices import HUMAN
from domik.cli.screen import TerminalScreen
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent, ScoreLine
from domik.language import Words


def bot_name(spec: str, say: Words) -> str:
    """A level as the table calls it; any other bot as it was typed."""
    return say(Phrase(f"bot.{spec}")) if say.has(f"bot.{spec}") else spec


class PlayerNames:
    """Names by seat: the seat number and the player."""

    def __init__(self, kinds: list[str], say: Words, at_table: bool = False) -> None:
        self.say = say
        human = say(Phrase("play.you" if at_table and kinds.count(HUMAN) == 1 else "play.human"))
        self.kinds = [human if kind == HUMAN else bot_name(kind, say) for kind in kinds]

    def __getitem__(self, seat: int) -> str:
        return self.say(Phrase("play.seat", {"seat": seat + 1, "who": self.kinds[seat]}))

    def column_names(self) -> list[str]:
        """Short names for column heads."""
        return [f"{seat} {kind}" for seat, kind in enumerate(self.kinds, 1)]

    def distinct_names(self) -> list[str]:
        """Players by name; with the seat number where two have the same."""
        return [
            full if self.kinds.count(kind) > 1 else kind
            for full, kind in zip(self.column_names(), self.kinds, strict=True)
        ]

    def all_names(self) -> str:
        return self.join_names(range(len(self.kinds)))

    def join_names(self, seats: range | tuple[int, ...]) -> str:
        return ", ".join(self[seat] for seat in seats)

    def describe_event(self, event: GameEvent) -> str:
        """A public event with the player who caused it."""
        text = self.say(event.what)
        return f"{self[event.seat]}: {text}" if event.seat >= 0 else text


def print_result(screen: TerminalScreen, match: Match, view: View, players: PlayerNames, say: Words) -> None:
    print_tally(screen, match, match.tally(view), players, say)
    screen.print_text()
    outcome = match.outcome(view)
    winners = players.join_names(outcome.winners)
    screen.print_text(say(Phrase("result.winner", {"n": len(outcome.winners), "names": winners})), "good")
    screen.print_text(f"{capitalize(say(outcome.reason))} [{outcome.clause}]")


def print_tally(screen: TerminalScreen, match: Match, lines: list[ScoreLine], players: PlayerNames, say: Words) -> None:
    """A row per reason, a column per seat, sums below; reasons that differ only in their count share a row."""
    if not lines:
        screen.print_text(say(Phrase("result.no_points")), "dim")
        return
    rows: dict[tuple[str, str], list[int]] = {}
    labels: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        key = (line.clause, reason_without_count(line.reason))
        rows.setdefault(key, [0] * match.seats)[line.seat] += line.points
        labels.setdefault(key, []).append(say(line.reason))
    body = [
        [
            clause,
            capitalize(common_text(labels[clause, what])),
            *(say.format_points(match.points(n)) if n else "·" for n in points),
        ]
        for (clause, what), points in rows.items()
    ]
    sums = [sum(line.points for line in lines if line.seat == seat) for seat in range(match.seats)]
    foot = ["", say(Phrase("result.sum")), *(say.format_points(match.points(n)) for n in sums)]
    head = [say(Phrase("result.clause")), say(Phrase("result.reason")), *players.column_names()]
    screen.print_grid(head, body, foot, left=2)


def reason_without_count(reason: Phrase) -> str:
    return str(Phrase(reason.key, {name: value for name, value in reason.args.items() if name != "n"}))


def common_text(texts: list[str]) -> str:
    """The words that all texts share at start and end, with an ellipsis between."""
    if len(set(texts)) == 1:
        return texts[0]
    words = [text.split() for text in texts]
    start = common_prefix(words)
    end = common_prefix([each[len(start) :][::-1] for each in words])[::-1]
    return " ".join([*start, "…", *end] if end else start).rstrip(":,") or texts[0]


def common_prefix(lists: list[list[str]]) -> list[str]:
    found = []
    for words in zip(*lists, strict=False):
        if len(set(words)) > 1:
            break
        found.append(words[0])
    return found


def capitalize(text: str) -> str:
    """The text with its first letter in upper case; unlike str.capitalize, the rest stays."""
    return text[:1].upper() + text[1:]
