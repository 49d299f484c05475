"""The score breakdown of a finished game as HTML tables, from the game's own tally."""

from __future__ import annotations

from collections import defaultdict

from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.kernel.summaries import ScoreColumn
from domik.kernel.tally import ScoreLine
from domik.server.rendering.player_names import display_name
from domik.server.rendering.table_chrome import clause_link, web_text
from domik.table import Table
from domik.web.pen import MarkupPen

EMPTY_CELL = "<td>·</td>"


def score_breakdown(table: Table, pen: MarkupPen, own: int = SPECTATOR) -> str:
    """All points with their reasons; of tables by seat the reader's own is open, or the winner's for a spectator."""
    lines = table.match.tally(table.view())
    columns = table.match.score_columns()
    inside = tables_by_seat(table, pen, columns, lines, own) if columns else combined_table(table, pen, lines)
    return f'<h2>{web_text(pen, "points_came")}</h2><div class="ledger">{inside}</div>'


def tables_by_seat(
    table: Table, pen: MarkupPen, columns: tuple[ScoreColumn, ...], lines: list[ScoreLine], own: int
) -> str:
    """One table per seat and a switch between them."""
    first = own if own != SPECTATOR else table.match.outcome(table.view()).winners[0]
    switches, tables = "", ""
    for number, seat in enumerate(table.seats):
        mine = [line for line in lines if line.seat == number]
        face = f"{pen.face(number, seat.animal, 24)}<b>{pen.escape(display_name(seat, pen.language))}</b>"
        checked = " checked" if number == first else ""
        switches += (
            f'<label><input type="radio" class="unseen" name="ledger" value="{number}"{checked}>{face}'
            f"<strong>{points_text(table, mine)}</strong></label>"
        )
        tables += seat_table(table, pen, columns, mine, number)
    return f'<div class="seats" role="radiogroup" aria-label="{web_text(pen, "points")}">{switches}</div>{tables}'


def seat_table(
    table: Table, pen: MarkupPen, columns: tuple[ScoreColumn, ...], lines: list[ScoreLine], seat: int
) -> str:
    """The points of one seat: the game's rows and columns, and their sums."""
    rows: dict[Phrase, list[ScoreLine]] = defaultdict(list)
    for line in lines:
        rows[table.match.score_cell(line).row].append(line)
    heads = "".join(f'<th scope="col"{colour_class(one)}>{column_heading(pen, one)}</th>' for one in columns)
    body = "".join(seat_row(table, pen, len(columns), row, found) for row, found in rows.items())
    under = [
        [line for line in lines if table.match.score_cell(line).column == number] for number in range(len(columns))
    ]
    sums = "".join(f"<td>{points_text(table, found) if found else '·'}</td>" for found in under)
    name = pen.escape(display_name(table.seats[seat], pen.language))
    return (
        f'<table data-seat="{seat}"><caption class="unseen">{name}</caption>'
        f"<thead><tr><td></td>{heads}<td></td></tr></thead><tbody>{body}</tbody>"
        f'<tfoot><tr><th scope="row">{web_text(pen, "together")}</th>{sums}'
        f"<td><b>{points_text(table, lines)}</b></td></tr>"
        f'</tfoot></table><p class="by" data-seat="{seat}">{clause_links(table, pen, lines)}</p>'
    )


def seat_row(table: Table, pen: MarkupPen, width: int, row: Phrase, lines: list[ScoreLine]) -> str:
    """One row; points that belong to no column only appear in its sum."""
    cells = [EMPTY_CELL] * width
    placed = [(table.match.score_cell(line), line) for line in lines]
    for column in range(width):
        here = [(spot, line) for spot, line in placed if spot.column == column]
        if here:
            note = "".join(f"<sup>{spot.note}</sup>" for spot, _ in here if spot.note)
            colour = table.match.score_columns()[column].mark
            words = "; ".join(pen.say(line.reason) for _, line in here)
            kind = f' class="has c-{colour}"' if colour else ' class="has"'
            cells[column] = f'<td{kind} title="{words}">{points_text(table, [line for _, line in here])}{note}</td>'
    alone = all(spot.column < 0 for spot, _ in placed)
    head = f'<th scope="row"{f" colspan={width + 1}" if alone else ""}>{pen.say(row)}</th>'
    return f"<tr>{head}{'' if alone else ''.join(cells)}<td><b>{points_text(table, lines)}</b></td></tr>"


def combined_table(table: Table, pen: MarkupPen, lines: list[ScoreLine]) -> str:
    """One table whose columns are the seats."""
    rows: dict[Phrase, dict[int, list[ScoreLine]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        rows[table.match.score_cell(line).row][line.seat].append(line)
    seats = range(len(table.seats))
    names = [pen.escape(display_name(seat, pen.language)) for seat in table.seats]
    faces = [pen.face(number, seat.animal, 24) for number, seat in enumerate(table.seats)]
    heads = "".join(f'<th scope="col">{face}<b>{name}</b></th>' for face, name in zip(faces, names, strict=True))
    body = "".join(combined_row(table, pen, row, found) for row, found in rows.items())
    sums = "".join(
        f"<td><b>{points_text(table, [line for line in lines if line.seat == seat])}</b></td>" for seat in seats
    )
    return (
        f'<table class="all"><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody>'
        f'<tfoot><tr><th scope="row">{web_text(pen, "together")}</th>{sums}</tr></tfoot></table>'
        f'<p class="by">{clause_links(table, pen, lines)}</p>'
    )


def combined_row(table: Table, pen: MarkupPen, row: Phrase, found: dict[int, list[ScoreLine]]) -> str:
    """One reason for points, and what it gave each seat."""
    cells = ""
    theirs = next(
        (spot.theirs for lines in found.values() for line in lines if (spot := table.match.score_cell(line))), ""
    )
    for seat in range(len(table.seats)):
        if seat in found:
            count = "".join(table.match.score_cell(line).note for line in found[seat])
            points = points_text(table, found[seat])
            words = "; ".join(pen.say(line.reason) for line in found[seat])
            cells += f'<td class="has" title="{words}">{f"{count}<sup>+{points}</sup>" if count else points}</td>'
        else:
            cells += f"<td>{theirs or '·'}</td>"
    return f'<tr><th scope="row">{pen.say(row)}</th>{cells}</tr>'


def colour_class(column: ScoreColumn) -> str:
    return f' class="c-{column.mark}"' if column.mark else ""


def column_heading(pen: MarkupPen, column: ScoreColumn) -> str:
    """The shape of a colour, with its name for screen readers; otherwise the words."""
    words = pen.say(column.heading)
    return f'{pen.mark_icon(column.mark, 20)}<span class="unseen">{words}</span>' if column.mark else words


def clause_links(table: Table, pen: MarkupPen, lines: list[ScoreLine]) -> str:
    """Links to every clause that gave points, without repetitions."""
    return "".join(clause_link(pen, table, clause) for clause in dict.fromkeys(line.clause for line in lines))


def points_text(table: Table, lines: list[ScoreLine]) -> str:
    """The sum of the lines in the game's notation."""
    return table.match.format_points(sum(line.points for line in lines))
