"""Reference material from a game's `lessons` folder: rule figures, the scoring summary, and first-game help."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from domik.kernel.package import GamePackage, Match
from domik.kernel.state import View
from domik.kernel.tally import ScoreLine
from domik.language.rulebook import load_rulebook
from domik.learn.lesson import LEARNER, Lesson, LocalizedText, TomlTable
from domik.learn.loading import load_lessons
from domik.learn.practice import Practice

FIGURES_FILE = "lessons/figures.toml"
FIGURE_AREAS = ("own", "hand")


@dataclass(frozen=True)
class RulesFigure:
    """A picture in the rules: a position reached by a lesson's step."""

    clause: str
    area: str
    caption: LocalizedText
    places: tuple[str, ...]  # element ids, each numbered and annotated: clickable, or why not
    is_counted: bool  # show the first seat's points with their reasons
    match: Match
    view: View

    def lines(self) -> list[ScoreLine]:
        """The first seat's tally."""
        return [line for line in self.match.tally(self.view) if line.seat == LEARNER]

    def total(self) -> int:
        return int(self.view.score(LEARNER))


def load_figures(package: GamePackage) -> list[RulesFigure]:
    """All figures of a game, in file order; empty without the file."""
    try:
        text = package.read_resource(FIGURES_FILE)
    except FileNotFoundError:
        return []
    lessons = {lesson.name: lesson for lesson in load_lessons(package)}
    found = tomllib.loads(text).get("figure", [])
    shown = f"{package.name}/{FIGURES_FILE}"
    return [
        read_figure(TomlTable(shown, f"figure {number}", one), package, lessons) for number, one in enumerate(found, 1)
    ]


def read_figure(document: TomlTable, package: GamePackage, lessons: dict[str, Lesson]) -> RulesFigure:
    """Parse one figure; raises BadLesson."""
    clause = document.get("clause", str)
    if clause not in (known := load_rulebook(package, "en").ids()):
        raise document.error("clause", clause=clause, first=known[0], last=known[-1])
    name, area = document.get("lesson", str), document.get("area", str, FIGURE_AREAS[0])
    if name not in lessons:
        raise document.error("goal", goal=name, known=", ".join(lessons))
    if area not in FIGURE_AREAS:
        raise document.error("goal", goal=area, known=", ".join(FIGURE_AREAS))
    practice = practice_at_step(lessons[name], document.positive_int("step", 1))
    found = RulesFigure(
        clause=clause,
        area=area,
        caption=document.localized_text(),
        places=document.strings("places"),
        is_counted=document.positive_int("count", 2) == 1,
        match=practice.lesson.match,
        view=practice.view,
    )
    document.refuse_unknown_keys()
    return found


def practice_at_step(lesson: Lesson, number: int) -> Practice:
    """Play a lesson by its own solutions up to step `number` (from 1)."""
    practice = Practice(lesson)
    while practice.at < min(number, len(lesson.steps)) - 1:
        while practice.is_waiting:
            action = practice.solution_move()
            practice.play(lesson.match.write(practice.view, action))
        practice.next()
    return practice


GLANCE_FILE = "lessons/glance.toml"


@dataclass(frozen=True)
class ScoringLine:
    sign: str  # a Lucide icon
    text: LocalizedText
    points: str
    best: bool


@dataclass(frozen=True)
class ScoringBox:
    """A group of scoring lines."""

    sign: str
    title: LocalizedText
    lines: tuple[ScoringLine, ...]
    figure: str  # clause of a rule figure that shows it, or ""


def load_scoring_boxes(package: GamePackage) -> list[ScoringBox]:
    """The scoring summary of a game; empty without the file."""
    try:
        text = package.read_resource(GLANCE_FILE)
    except FileNotFoundError:
        return []
    shown = f"{package.name}/{GLANCE_FILE}"
    found = tomllib.loads(text).get("box", [])
    return [read_scoring_box(TomlTable(shown, f"box {number}", one)) for number, one in enumerate(found, 1)]


def read_scoring_box(document: TomlTable) -> ScoringBox:
    lines = [
        read_scoring_line(TomlTable(document.file, f"{document.where}.line {number}", one))
        for number, one in enumerate(document.get("line", list), 1)
    ]
    figure = document.get("figure", str, "")
    box = ScoringBox(document.get("sign", str), document.subtable("title").localized_text(), tuple(lines), figure)
    document.refuse_unknown_keys()
    return box


def read_scoring_line(document: TomlTable) -> ScoringLine:
    line = ScoringLine(
        document.get("sign", str),
        document.localized_text(),
        document.get("points", str, ""),
        document.positive_int("best", 2) == 1,
    )
    document.refuse_unknown_keys()
    return line


HELP_FILE = "lessons/help.toml"


@dataclass(frozen=True)
class FirstGameHelp:
    """The explanation shown when a kind of decision comes up for the first time; `kind` is the prompt's key."""

    kind: str
    clause: str
    title: LocalizedText
    text: LocalizedText


def load_help(package: GamePackage) -> dict[str, FirstGameHelp]:
    """Explanations by kind of decision; empty without the file."""
    try:
        text = package.read_resource(HELP_FILE)
    except FileNotFoundError:
        return {}
    found = tomllib.loads(text).get("help", [])
    shown = f"{package.name}/{HELP_FILE}"
    helps = [read_help(TomlTable(shown, f"help {number}", one), package) for number, one in enumerate(found, 1)]
    return {one.kind: one for one in helps}


def read_help(document: TomlTable, package: GamePackage) -> FirstGameHelp:
    clause = document.get("clause", str)
    if clause not in (known := load_rulebook(package, "en").ids()):
        raise document.error("clause", clause=clause, first=known[0], last=known[-1])
    one = FirstGameHelp(
        document.get("kind", str),
        clause,
        document.subtable("title").localized_text(),
        document.subtable("text").localized_text(),
    )
    document.refuse_unknown_keys()
    return one
