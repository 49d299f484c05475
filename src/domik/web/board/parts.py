"""Parts of a board that games share: cells to be filled, buttons and their refusals, player panels, steps, pictures."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from domik.kernel.drawing import Cells, Markup, Pen, PlayerInfo, Refusal
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import memo


@memo
def read_picture(package: str, name: str) -> Markup:
    """What is inside art/NAME.svg of a package; line breaks between elements are not sent."""
    text = files(package).joinpath("art", f"{name}.svg").read_text("utf-8")
    return join(*map(Markup, text.removesuffix("</svg>\n").splitlines()[1:]))


def empty_cells(ids: Iterable[str], name: str = "div") -> Markup:
    """An element for each of these cells of a drawing."""
    return join(*(tag(name, id=id) for id in ids))


def refusal_label(pen: Pen, words: str, refusal: Refusal) -> str:
    return f"{words}. {pen.text(refusal.reason)} {refusal.clause}"


def action_button(
    id: str, look: str, *inside: Markup | None, is_refused: bool = False, **attributes: str | None
) -> Markup:
    """A button on a path; a refused one stays in its place, disabled."""
    classes, off = f"{look} {'no' if is_refused else 'can'}", "true" if is_refused else None
    return tag("button", *inside, id=id, type="button", class_=classes, aria_disabled=off, **attributes)


@memo
def text_button(pen: Pen, id: str, look: str, icon: str, words: Phrase, refusal: Refusal | None) -> Markup:
    """A button with an icon and a text; a refused one names the clause, and its label says why."""
    label = refusal_label(pen, pen.text(words), refusal) if refusal else None
    clause = tag("sup", Markup(refusal.clause)) if refusal else None
    return action_button(
        id, look, pen.icon(icon, 17), pen.say(words), clause, is_refused=refusal is not None, aria_label=label
    )


@memo
def enlarge_button(pen: Pen, id: str, name: str) -> Markup:
    """The button that enlarges a rival's board."""
    words = pen.text(Phrase("draw.enlarge", {"name": name}))
    return tag("button", pen.icon("maximize-2", 13), type="button", class_="enlarge", data_enlarge=id, aria_label=words)


def player_panel(pen: Pen, seat: int, player: PlayerInfo, size: int, state: Markup, board: str) -> Cells:
    """A rival's name, what they are doing or that they are away, and the button that enlarges their board."""
    is_away = not (player.is_present or player.is_bot)  # is said instead of what they are doing
    return {
        f"who-{seat}": pen.who(seat, player._replace(is_present=True) if is_away else player, size),
        f"state-{seat}": pen.away(seat) if is_away else state,
        f"look-{seat}": enlarge_button(pen, board, player.name),
    }


def steps(name: str, count: int, done: int, now: int, is_numbered: bool = False) -> Markup:
    """Steps of a game in order: `done` of them are over, and one may be going on."""
    return join(
        *(
            tag(name, k + 1 if is_numbered else None, class_="done" if k < done else "now" if k == now else "")
            for k in range(count)
        )
    )
