"""The result of a game: points clause by clause, and who won by which clause."""

from __future__ import annotations

from domik.cli.players import Players
from domik.cli.screen import Screen
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import Line
from domik.kernel.title import Match
from domik.language import Words


def show_result(screen: Screen, match: Match, view: View, players: Players, say: Words) -> None:
    """The whole tally and the winners."""
    show_tally(screen, match, match.tally(view), players, say)
    screen.line()
    outcome = match.outcome(view)
    winners = players.some(outcome.winners)
    screen.line(say(Phrase("result.winner", {"n": len(outcome.winners), "names": winners})), "good")
    screen.line(f"{sentence(say(outcome.reason))} [{outcome.clause}]")


def show_tally(screen: Screen, match: Match, lines: list[Line], players: Players, say: Words) -> None:
    """A row a reason, a column a seat, the sum below; reasons that differ only in their count share a row."""
    if not lines:
        screen.line(say(Phrase("result.no_points")), "dim")
        return
    rows: dict[tuple[str, str], list[int]] = {}
    labels: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        key = (line.clause, shared(line.reason))
        rows.setdefault(key, [0] * match.seats)[line.seat] += line.points
        labels.setdefault(key, []).append(say(line.reason))
    body = [
        [clause, sentence(common(labels[clause, what])), *(say.counted(match.points(n)) if n else "·" for n in points)]
        for (clause, what), points in rows.items()
    ]
    sums = [sum(line.points for line in lines if line.seat == seat) for seat in range(match.seats)]
    foot = ["", say(Phrase("result.sum")), *(say.counted(match.points(n)) for n in sums)]
    head = [say(Phrase("result.clause")), say(Phrase("result.reason")), *players.heads()]
    screen.grid(head, body, foot, left=2)


def shared(reason: Phrase) -> str:
    """What a reason is about, whatever its count."""
    return str(Phrase(reason.key, {name: value for name, value in reason.args.items() if name != "n"}))


def common(texts: list[str]) -> str:
    """The one text, or what several texts have in common, word by word, with dots for the rest."""
    if len(set(texts)) == 1:
        return texts[0]
    words = [text.split() for text in texts]
    start = alike(words)
    end = alike([each[len(start) :][::-1] for each in words])[::-1]
    return " ".join([*start, "…", *end] if end else start).rstrip(":,") or texts[0]


def alike(lists: list[list[str]]) -> list[str]:
    """The words that all lists begin with."""
    found = []
    for words in zip(*lists, strict=False):
        if len(set(words)) > 1:
            break
        found.append(words[0])
    return found


def sentence(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]
