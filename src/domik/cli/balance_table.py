"""What the report's parts are made of: a card with its heading, a table that scrolls by itself."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from domik.kernel.phrase import Argument, Phrase
from domik.language import Words

PLAIN: Mapping[int, str] = {}  # columns of another kind: plot or bar may be left out for want of room, text may be long


def sentence(text: str) -> str:
    """A line of a list, begun as sentences begin; a component's id such as n19 stays as it is."""
    first = text.split(maxsplit=1)[0]
    is_id = "_" in first or any(map(str.isdigit, first))
    return f"<li>{escape(text if is_id else text[:1].upper() + text[1:])}</li>"


def titled(key: str, say: Words, *inside: str, about: dict[str, Argument] | None = None) -> str:
    """A part with its heading and one sentence about how to read it."""
    return (
        f'<div class="card"><h3>{escape(say(Phrase(f"balance.{key}")))}</h3>'
        f'<p class="about">{escape(say(Phrase(f"balance.about_{key}", about or {})))}</p>{"".join(inside)}</div>'
    )


def table(heads: list[str], rows: list[list[str]], kinds: Mapping[int, str] = PLAIN) -> str:
    """A table; the first column names the row."""

    def kind(at: int) -> str:
        return f' class="{kinds[at]}"' if at in kinds else ""

    head = "".join(f'<th scope="col"{kind(at)}>{escape(one)}</th>' for at, one in enumerate(heads))
    lines = [
        f'<tr><th scope="row">{first}</th>'
        + "".join(f"<td{kind(at)}>{cell}</td>" for at, cell in enumerate(rest, 1))
        + "</tr>"
        for first, *rest in rows
    ]
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def heads(say: Words, *keys: str) -> list[str]:
    """Column names; a plot has none of its own."""
    return [say(Phrase(f"balance.{key}")) if key not in ("", "plot") else "" for key in keys]
