"""Load lessons from `games/X/lessons/*.toml` and check each against its game (docs/lessons.md)."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from domik.bots import parse_bot
from domik.kernel.errors import DomikError
from domik.kernel.package import GamePackage, Match
from domik.kernel.record import check_deal
from domik.language.rulebook import load_rulebook
from domik.learn.goals import goal_arguments, goals_of
from domik.learn.lesson import BadLesson, Lesson, LessonStep, LessonTask, LocalizedText, Miss, TomlTable

FOLDER = "lessons"
TRIES = [1, 2]


def load_lessons(package: GamePackage) -> list[Lesson]:
    """All lessons of a game, in teaching order."""
    return [read_lesson(package, name, package.read_resource(f"{FOLDER}/{name}")) for name in lesson_files(package)]


def lesson_files(package: GamePackage) -> list[str]:
    """Lesson files, ordered by the number before the first underscore; files without a number are skipped."""
    folder = files(package.python_package).joinpath(FOLDER)
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml") and path.name[0].isdecimal())


def read_lesson(package: GamePackage, file: str, text: str) -> Lesson:
    """Parse one lesson; raises BadLesson."""
    shown = f"{package.name}/{FOLDER}/{file}"
    try:
        document = TomlTable(shown, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(shown, "", "toml", why=str(error)) from error
    match = read_match(package, document)
    lesson = Lesson(
        name=file.removesuffix(".toml").partition("_")[2],
        file=shown,
        title=read_closed_text(document.subtable("title")),
        minutes=document.positive_int("minutes"),
        match=match,
        seed=document.get("seed", str, ""),
        deal=read_deal(document, match),
        moves=document.scripted_moves("moves", match.seats),
        bot=read_bot(document, "bot", "greedy"),
        tries=read_tries(document),
        steps=read_steps(document, match),
    )
    document.refuse_unknown_keys()
    if not any(step.task and step.task.wrong for step in lesson.steps):
        raise document.error("no_wrong")
    return lesson


def read_closed_text(document: TomlTable) -> LocalizedText:
    """A localized text that is alone in its table."""
    said = document.localized_text()
    document.refuse_unknown_keys()
    return said


def read_match(package: GamePackage, document: TomlTable) -> Match:
    try:
        return package.match(document.positive_int("seats"), document.get("options", dict, {}))
    except BadLesson:
        raise
    except DomikError as error:
        raise document.error("match", why=error.phrase) from error


def read_deal(document: TomlTable, match: Match) -> tuple[int, ...]:
    """The explicit deal, checked against the game; empty if the lesson has a seed instead."""
    deal = document.get("deal", list, [])
    if bool(deal) == document.has("seed"):
        raise document.error("seed_or_deal")
    if not deal:
        return ()
    if not all(type(number) is int for number in deal):
        raise document.error("deal")
    try:
        check_deal(match, deal)
    except DomikError as error:
        raise document.error("deal") from error
    return tuple(deal)


def read_bot(document: TomlTable, key: str, default: str) -> str:
    """A valid bot spec; external programs are refused."""
    spec = document.get(key, str, default)
    try:
        is_program = bool(parse_bot(spec).command)
    except DomikError as error:
        raise document.error("bot", why=error.phrase) from error
    if is_program:
        raise document.error("program", bot=spec)
    return spec


def read_tries(document: TomlTable) -> tuple[int, int]:
    tries = document.get("tries", list, TRIES)
    if len(tries) != 2 or not all(type(most) is int for most in tries) or not 1 <= tries[0] < tries[1]:
        raise document.error("tries")
    return tries[0], tries[1]


def read_steps(document: TomlTable, match: Match) -> tuple[LessonStep, ...]:
    steps = []
    for number, found in enumerate(document.get("step", list), 1):
        if not isinstance(found, dict):
            raise document.error("kind", key="step", kind="table")
        steps.append(read_step(TomlTable(document.file, f"step {number}", found), match))
    return tuple(steps)


def read_step(document: TomlTable, match: Match) -> LessonStep:
    clause = document.get("clause", str, "")
    if clause and clause not in (known := load_rulebook(match.package, "en").ids()):
        raise document.error("clause", clause=clause, first=known[0], last=known[-1])
    step = LessonStep(
        said=document.localized_text(),
        clause=clause,
        point=document.strings("point"),
        moves=document.scripted_moves("moves", match.seats),
        task=read_task(document.subtable("task"), match) if document.has("task") else None,
    )
    document.refuse_unknown_keys()
    return step


def read_misses(document: TomlTable) -> tuple[Miss, ...]:
    misses = []
    for number, found in enumerate(document.get("misses", list, []), 1):
        if not isinstance(found, dict):
            raise document.error("kind", key="misses", kind="table")
        miss = TomlTable(document.file, f"{document.where}.misses {number}", found)
        misses.append(Miss(miss.get("played", str), read_closed_text(miss)))
    return tuple(misses)


def read_task(document: TomlTable, match: Match) -> LessonTask:
    """A task whose goal exists and whose arguments have the goal's types."""
    goal = document.get("goal", str)
    known = goals_of(match.package)
    if goal not in known:
        raise document.error("goal", goal=goal, known=", ".join(sorted(known)))
    arguments = document.get("arguments", dict, {})
    needed = goal_arguments(known[goal])
    if {name: type(value) for name, value in arguments.items()} != needed:
        told = ", ".join(f"{name}: {kind.__name__}" for name, kind in needed.items()) or "-"
        raise document.error("arguments", goal=goal, needed=told)
    solution = document.strings("solution")
    solver = read_bot(document, "solver", "greedy") if document.has("solver") else ""
    if bool(solution) == bool(solver):
        raise document.error("solution_or_solver")
    if (document.has("wrong") or document.has("misses")) and not document.has("miss"):
        raise document.error("missing", key="miss")
    task = LessonTask(
        goal=goal,
        arguments=arguments,
        moves=document.positive_int("moves", len(solution) or 1),
        aim=read_closed_text(document.subtable("aim")),
        points=tuple(tuple(ids.split()) for ids in document.strings("points")),
        miss=read_closed_text(document.subtable("miss")) if document.has("miss") else None,
        misses=read_misses(document),
        solution=solution,
        solver=solver,
        wrong=document.strings("wrong"),
        others=document.scripted_moves("others", match.seats),
    )
    document.refuse_unknown_keys()
    return task
