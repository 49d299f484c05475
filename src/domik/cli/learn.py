"""`domik learn [GAME] [LESSON]`: what can be learned, with its stars, and the lessons at this terminal."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from domik.cli import choices
from domik.cli.screen import Screen
from domik.cli.teacher import Teacher
from domik.cli.terminal import Ended
from domik.games import GAMES, titles
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.language import Words
from domik.learn.lesson import STARS, Lesson
from domik.learn.loading import lesson_files, lessons_of
from domik.learn.progress import Progress, place_of

NAME = "learn"


def add(parser: ArgumentParser, say: Words) -> None:
    """GAME and LESSON, both of which may be left out."""
    about = Phrase("learn.game", {"games": ", ".join(GAMES)})
    parser.add_argument("game", nargs="?", metavar=say(Phrase("choice.GAME")), help=say(about))
    parser.add_argument("lesson", nargs="?", metavar=say(Phrase("learn.LESSON")), help=say(Phrase("learn.lesson")))


def run(args: Namespace, say: Words) -> int:
    """Show the games, one game's lessons, or teach from one lesson on."""
    progress = Progress(place_of(os.environ))
    screen = Screen()
    if args.game is None:
        show_games(screen, progress, say)
        return 0
    title = choices.title_from(args)
    lessons = lessons_of(title)
    if not lessons:
        raise DomikError(Phrase("learn.none", {"game": title.name}))
    if args.lesson is None:
        show_lessons(screen, title, lessons, progress, say)
        return 0
    teach(screen, title, lessons, number_of(args.lesson, lessons), progress, say)
    return 0


def show_games(screen: Screen, progress: Progress, say: Words) -> None:
    """Every game that can be learned, and how many of its stars somebody has."""
    taught = [title for title in titles() if lesson_files(title)]
    for title in taught:
        most = STARS * len(lesson_files(title))
        won = sum(progress.stars.get(title.name, {}).values())
        screen.line(say(Phrase("learn.stars_of", {"stars": won, "n": most})), label=f"  {title.name.ljust(12)}")
    screen.line()
    screen.line(say(Phrase("learn.choose", {"game": taught[0].name})), "dim")


def show_lessons(screen: Screen, title: Title, lessons: Sequence[Lesson], progress: Progress, say: Words) -> None:
    """One game's lessons in their order, and which one comes next."""
    widest = max(len(lesson.name) for lesson in lessons)
    for number, lesson in enumerate(lessons, 1):
        won = progress.of(title.name, lesson.name)
        minutes = say(Phrase("learn.minutes", {"n": lesson.minutes}))
        told = f"{say(lesson.title.phrase())} ({minutes})"
        screen.line(told, label=f"{number:>3}  {drawn_stars(won)}  {lesson.name.ljust(widest)}  ")
    fresh = next((lesson for lesson in lessons if not progress.of(title.name, lesson.name)), lessons[0])
    screen.line()
    screen.line(say(Phrase("learn.start", {"game": title.name, "lesson": fresh.name})), "dim")


def drawn_stars(won: int) -> str:
    """Won stars full, the others hollow, and the number for those who hear it."""
    return "★" * won + "☆" * (STARS - won) + f" {won}/{STARS}"


def number_of(wanted: str, lessons: Sequence[Lesson]) -> int:
    """Which lesson is meant, counted from 0; a name is read as it is typed, with - or _."""
    names = [lesson.name for lesson in lessons]
    name = wanted.lower().replace("-", "_")
    if name in names:
        return names.index(name)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    known = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    raise BadOption(Phrase("learn.no_lesson", {"lesson": wanted, "lessons": known}))


def teach(screen: Screen, title: Title, lessons: Sequence[Lesson], first: int, progress: Progress, say: Words) -> None:
    """Lesson after lesson, until the last one is done or the learner has had enough."""
    screen.remember_lines()
    try:
        for number in range(first, len(lessons)):
            teacher = Teacher(screen, lessons[number], number + 1, say)
            if teacher.teach():
                progress.keep(title.name, lessons[number].name, teacher.practice.stars)
                screen.line(say(Phrase("learn.finished", {"n": teacher.practice.stars})), "good")
                if number + 1 < len(lessons):
                    teacher.offer(lessons[number + 1])
        screen.line(say(Phrase("learn.last", {"game": title.name})))
    except Ended:
        screen.line(say(Phrase("learn.bye")))
