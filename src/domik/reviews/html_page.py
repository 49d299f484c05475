"""The review as one self-contained HTML page with charts, tables and board sketches, without scripts or requests."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from domik.judge.thresholds import HINTED
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.kernel.sketch import Say, plain_text
from domik.reviews.charts import ChartOptions, draw_game_chart, verdict_sign
from domik.reviews.losses import lost_points, unmarked_phrases
from domik.reviews.phrases import (
    adjusted_phrase,
    average_points,
    basis_phrase,
    hinted_phrases,
    moment_phrases,
    player_name,
    points_said,
    result_phrase,
    scores_text,
    seats_by_rank,
    signed_points,
    value_phrase,
    verdict_phrase,
    whole_luck,
)
from domik.reviews.report import Judgement, Month, Report, SeatReview

NUMBERS = ("points", "accuracy", "lost", "luck", "average")  # of a player, as `player_cells` has them after the name
SKETCH_COLUMNS = 96  # width of a board sketch


def render_page(report: Report, record: GameRecord, say: Say, language: str, title: str) -> str:
    style = files("domik.reviews").joinpath("page.css").read_text(encoding="utf-8")
    name = f"{title} · {say(Phrase('review.title'))}"
    small = [said for _, said in unmarked_phrases(report)]
    body = "".join(
        [
            result_heading(report, say),
            chart_sections(report, say),
            player_table(report, say),
            par_table(report, say),
            f"<h2>{escaped_phrase(say, 'review.head.moments')}</h2>",
            *(
                moment_article(one, report, say, sketch)
                for one, sketch in zip(*moment_sketches(report, record, say), strict=True)
            ),
            "" if report.marked_judgements() or small else f"<p>{escaped_phrase(say, 'review.no_moments')}</p>",
            *(f"<p>{escape(say(one))}</p>" for one in [*small, *hinted_phrases(report)]),
            basis_footer(report, say),
        ]
    )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}</title><style>{style}</style></head>"
        f"<body><main><p><small>{escape(name)}</small></p>{body}</main></body></html>\n"
    )


def escaped_phrase(say: Say, key: str) -> str:
    return escape(say(Phrase(key)))


def result_heading(report: Report, say: Say) -> str:
    """The result, and the result adjusted for luck if known."""
    adjusted = adjusted_phrase(report)
    return f"<h1>{escape(say(result_phrase(report)))}</h1>" + (f"<p>{escape(say(adjusted))}</p>" if adjusted else "")


def chart_sections(report: Report, say: Say) -> str:
    """The win chance chart with each seat's luck, and the points chart."""
    parts = []
    for number, owner in enumerate(report.reviewed):
        look = ChartOptions(luck_seat=owner, link="#step-{step}", points=report.is_solo)
        name = say(Phrase("review.curve.points" if report.is_solo else "review.curve.chance"))
        drawn = f'<section class="panel">{draw_game_chart(report, say, look)}</section>'
        if number:
            summary = escape(say(Phrase("review.curve.luck", {"name": player_name(report, owner)})))
            drawn = f"<details><summary>{summary}</summary>{drawn}</details>"
        else:
            drawn = f"<h2>{escape(name)}</h2>{drawn}"
        parts.append(drawn)
    if not report.is_solo:
        look = ChartOptions(luck_seat=report.reviewed[0], link="#step-{step}", points=True)
        parts.append(
            f"<details><summary>{escaped_phrase(say, 'review.curve.points')}</summary>"
            f'<section class="panel">{draw_game_chart(report, say, look)}</section></details>'
        )
    return "".join(parts)


def player_table(report: Report, say: Say) -> str:
    """A column for everybody, so that a phone shows all of it, and what the numbers are."""
    names, *rows = zip(*(player_cells(one, report, say) for one in reviews_by_rank(report)), strict=True)
    titles = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(
        f'<tr><th scope="row">{escaped_phrase(say, f"review.head.{key}")}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for key, cells in zip(NUMBERS, rows, strict=True)
    )
    meant = "".join(
        f"<p><b>{escaped_phrase(say, f'review.head.{key}')}:</b> {escaped_phrase(say, f'review.about.{about}')}</p>"
        for key, about in (("accuracy", "accuracy"), ("lost", "all_lost"), ("luck", "all_luck"))
    )
    return (
        f'<section class="panel"><table class="people"><thead><tr><td></td>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table><details><summary>{escaped_phrase(say, 'review.meaning')}</summary>{meant}"
        "</details></section>"
    )


def reviews_by_rank(report: Report) -> list[SeatReview]:
    """Everybody who was reviewed, from the first place to the last."""
    places = seats_by_rank(report)
    return sorted(report.players_reviews, key=lambda one: places.index(one.seat))


def player_cells(review: SeatReview, report: Report, say: Say) -> list[str]:
    """A player's cells: name, points, accuracy, lost, luck, luck-adjusted points."""
    return [
        player_name(report, review.seat),
        scores_text([report.scores[review.seat]]),
        str(round(review.accuracy)),
        say(signed_points(-lost_points(report, review.seat))),
        say(signed_points(whole_luck(report, review.seat))),
        scores_text([average_points(report, review.seat)]),
    ]


def par_table(report: Report, say: Say) -> str:
    """For solo Cozy Cabin: best known plan and proven bound, month by month; else ""."""
    if report.course is None:
        return ""
    keys = ("month", "plan", "bound")
    titles = "".join(f'<th scope="col">{escaped_phrase(say, f"review.head.{key}")}</th>' for key in keys)
    rows = "".join(month_row(one, say) for one in report.course.months)
    return (
        f'<h2>{escaped_phrase(say, "review.head.course")}</h2><section class="panel">'
        f"<table><thead><tr>{titles}</tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{escape(say(worst_phrase(report)))}</p></section>"
    )


def month_row(month: Month, say: Say) -> str:
    bound = escaped_phrase(say, "review.proven") if month.proven else scores_text([month.bound])
    return f"<tr><td>{month.month}</td><td>{scores_text([month.best])}</td><td>{bound}</td></tr>"


def worst_phrase(report: Report) -> Phrase:
    """The decision that lost most against the best known plan."""
    found = report.course
    if found is None or found.worst_step < 0:
        return Phrase("review.course.kept")
    one = next((one for one in report.judgements if one.step == found.worst_step), None)
    key = "review.course.hinted" if one is not None and one.verdict == HINTED else "review.course.worst"
    when = one.when if one is not None else Phrase("review.game")
    return Phrase(key, {"when": when, "points": points_said(-found.worst_loss)})


def moment_sketches(report: Report, record: GameRecord, say: Say) -> tuple[list[Judgement], list[str]]:
    """The marked decisions, and for each a text sketch of the table as its seat saw it."""
    wanted = {one.step: one for one in report.marked_judgements()}
    moments, sketches = [], []
    for step, state in enumerate(record.states()):
        if step in wanted:
            moments.append(wanted[step])
            view = state.view(wanted[step].seat)
            sketches.append(plain_text(record.match.sketch(view, say, SKETCH_COLUMNS)))
    return moments, sketches


def moment_article(judgement: Judgement, report: Report, say: Say, sketch: str) -> str:
    lines = "".join(f"<p>{escape(say(one))}</p>" for one in moment_phrases(judgement, report.is_solo))
    in_points = report.is_solo or judgement.by_points
    others = "".join(
        f"<tr><td>{escape(say(one.what))}</td><td>{escape(say(value_phrase(one.value, in_points)))}</td></tr>"
        for at, one in enumerate(judgement.candidates)
        if one.worlds and at not in (judgement.best, judgement.played)
    )
    return (
        f'<article class="moment" id="step-{judgement.step}"><h3>{verdict_sign(judgement.verdict)}'
        f"{escape(say(verdict_phrase(judgement.verdict)))}"
        f"<small>{escape(player_name(report, judgement.seat))} · {escape(say(judgement.when))}</small></h3>{lines}"
        + (
            f"<details><summary>{escaped_phrase(say, 'review.head.others')}</summary><table>{others}</table></details>"
            if others
            else ""
        )
        + f'<pre tabindex="0">{escape(sketch)}</pre></article>'
    )


def basis_footer(report: Report, say: Say) -> str:
    """The number of rollouts or plans behind the verdicts."""
    cut = "" if report.complete else f" {escaped_phrase(say, 'review.cut')}"
    return f"<p><small>{escape(say(basis_phrase(report)))}{cut}</small></p>"
