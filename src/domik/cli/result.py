"""The result of a game: points clause by clause, and who won by which clause."""

from __future__ import annotations

from domik.cli.screen import Screen
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import Event, Line
from domik.kernel.title import Match
from domik.language import Words


def points_text(match: Match, points: int) -> str:
    """Points as people count them; a game that counts halves keeps them doubled."""
    return f"{points / 2:g}" if match.title.facts.get("halves") else str(points)


def show_result(screen: Screen, match: Match, view: View, names: list[str], say: Words) -> None:
    """The whole tally and the winners."""
    show_tally(screen, match, match.tally(view), names, say)
    screen.line()
    outcome = match.outcome(view)
    winners = ", ".join(names[seat] for seat in outcome.winners)
    screen.line(say(Phrase("result.winner", {"n": len(outcome.winners), "names": winners})), "good")
    screen.line(f"{sentence(say(outcome.reason))} [{outcome.clause}]")


def show_tally(screen: Screen, match: Match, lines: list[Line], names: list[str], say: Words) -> None:
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
        [clause, sentence(common(labels[clause, what])), *(points_text(match, n) if n else "·" for n in points)]
        for (clause, what), points in rows.items()
    ]
    sums = [sum(line.points for line in lines if line.seat == seat) for seat in range(match.seats)]
    foot = ["", say(Phrase("result.sum")), *(points_text(match, points) for points in sums)]
    heads = [name.partition("(")[2].rstrip(")") or name for name in names]  # "Seat 2 (greedy)": a column has no space
    heads = [f"{seat} {head}" for seat, head in enumerate(heads, 1)]
    screen.table([say(Phrase("result.clause")), say(Phrase("result.reason")), *heads], body, foot, left=2)


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


def event_text(event: Event, names: list[str], say: Words) -> str:
    """Something that everybody saw, with whose doing it was."""
    text = say(event.what)
    return f"{names[event.seat]}: {text}" if event.seat >= 0 else sentence(text)
