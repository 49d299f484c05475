"""Lessons read from `games/X/lessons/*.toml`, each checked against its game (docs/lessons.md)."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from domik.bots import check_spec
from domik.kernel.errors import DomikError
from domik.kernel.record import check_deal
from domik.kernel.title import Match, Title
from domik.language.rulebook import rulebook
from domik.learn.document import Document
from domik.learn.errors import BadLesson
from domik.learn.goals import goals_of, wanted
from domik.learn.lesson import Lesson, Said, Step, Task

FOLDER = "lessons"
TRIES = [1, 2]


def lessons_of(title: Title) -> list[Lesson]:
    """All lessons of a game, in the order in which they are taught."""
    return [read_lesson(title, name, title.resource(f"{FOLDER}/{name}")) for name in lesson_files(title)]


def lesson_files(title: Title) -> list[str]:
    """Their files: the number before the first underscore is the place in the order; what has none is no lesson."""
    folder = files(title.package).joinpath(FOLDER)
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml") and path.name[0].isdecimal())


def read_lesson(title: Title, file: str, text: str) -> Lesson:
    """One lesson, or BadLesson that says what is wrong with it."""
    shown = f"{title.name}/{FOLDER}/{file}"
    try:
        document = Document(shown, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(shown, "", "toml", why=str(error)) from error
    match = match_of(title, document)
    lesson = Lesson(
        name=file.removesuffix(".toml").partition("_")[2],
        file=shown,
        title=closed(document.inner("title")),
        minutes=document.positive("minutes"),
        match=match,
        seed=document.get("seed", str, ""),
        deal=deal_of(document, match),
        moves=document.given("moves", match.seats),
        bot=bot_in(document, "bot", "greedy"),
        tries=tries_of(document),
        steps=steps_of(document, match),
    )
    document.close()
    if not any(step.task and step.task.wrong for step in lesson.steps):
        raise document.bad("no_wrong")
    return lesson


def closed(document: Document) -> Said:
    """A text that fills its table."""
    said = document.said()
    document.close()
    return said


def match_of(title: Title, document: Document) -> Match:
    """The seats and options that the lesson is played with."""
    try:
        return title.match(document.positive("seats"), document.get("options", dict, {}))
    except BadLesson:
        raise
    except DomikError as error:
        raise document.bad("match", why=error.phrase) from error


def deal_of(document: Document, match: Match) -> tuple[int, ...]:
    """An explicit deal that the game could deal; without one there must be a seed."""
    deal = document.get("deal", list, [])
    if bool(deal) == document.has("seed"):
        raise document.bad("seed_or_deal")
    if not deal:
        return ()
    if not all(type(number) is int for number in deal):
        raise document.bad("deal")
    try:
        check_deal(match, deal)
    except DomikError as error:
        raise document.bad("deal") from error
    return tuple(deal)


def bot_in(document: Document, key: str, default: str) -> str:
    """A bot by its spec; programs of others have no place in a lesson."""
    spec = document.get(key, str, default)
    try:
        check_spec(spec)
    except DomikError as error:
        raise document.bad("bot", why=error.phrase) from error
    if spec.startswith("cmd:"):
        raise document.bad("program", bot=spec)
    return spec


def tries_of(document: Document) -> tuple[int, int]:
    """How many tries give three stars, and how many two."""
    tries = document.get("tries", list, TRIES)
    if len(tries) != 2 or not all(type(most) is int for most in tries) or not 1 <= tries[0] < tries[1]:
        raise document.bad("tries")
    return tries[0], tries[1]


def steps_of(document: Document, match: Match) -> tuple[Step, ...]:
    """All steps, at least one of them with a task."""
    steps = []
    for number, found in enumerate(document.get("step", list), 1):
        if not isinstance(found, dict):
            raise document.bad("kind", key="step", kind="table")
        steps.append(step_of(Document(document.file, f"step {number}", found), match))
    return tuple(steps)


def step_of(document: Document, match: Match) -> Step:
    """One step; its clause must be one of the game's rules."""
    clause = document.get("clause", str, "")
    if clause and clause not in (known := rulebook(match.title, "en").ids()):
        raise document.bad("clause", clause=clause, first=known[0], last=known[-1])
    step = Step(
        said=document.said(),
        clause=clause,
        point=document.strings("point"),
        moves=document.given("moves", match.seats),
        task=task_of(document.inner("task"), match) if document.has("task") else None,
    )
    document.close()
    return step


def task_of(document: Document, match: Match) -> Task:
    """A task whose goal the game knows, with arguments that fit it."""
    goal = document.get("goal", str)
    known = goals_of(match.title)
    if goal not in known:
        raise document.bad("goal", goal=goal, known=", ".join(sorted(known)))
    arguments = document.get("arguments", dict, {})
    needed = wanted(known[goal])
    if {name: type(value) for name, value in arguments.items()} != needed:
        told = ", ".join(f"{name}: {kind.__name__}" for name, kind in needed.items()) or "-"
        raise document.bad("arguments", goal=goal, needed=told)
    solution = document.strings("solution")
    solver = bot_in(document, "solver", "greedy") if document.has("solver") else ""
    if bool(solution) == bool(solver):
        raise document.bad("solution_or_solver")
    if document.has("wrong") and not document.has("miss"):
        raise document.bad("missing", key="miss")
    task = Task(
        goal=goal,
        arguments=arguments,
        moves=document.positive("moves", len(solution) or 1),
        miss=closed(document.inner("miss")) if document.has("miss") else None,
        solution=solution,
        solver=solver,
        wrong=document.strings("wrong"),
        others=document.given("others", match.seats),
    )
    document.close()
    return task
