"""Rulebook content for templates: chapters, clauses, glossary terms, and figures drawn and checked by the engine."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup, escape

from domik.games import game_package
from domik.kernel.drawing import Drawing
from domik.kernel.errors import DomikError
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Phrase
from domik.language.option_names import option_names, replace_option_names
from domik.language.rulebook import Clause, Rulebook, editions_of, load_rulebook
from domik.learn.reference import RulesFigure, load_figures
from domik.server.pages.learn.lessons import ANIMALS, name_of_other
from domik.server.rendering.renderers import cached_player, draw_view, words_pen
from domik.server.rendering.static_board import static_board_with_names, svg_definitions


@dataclass(frozen=True)
class FigurePlace:
    """A numbered place on a figure: whether a move there is legal, and the engine's explanation."""

    id: str
    may: bool
    text: str


@dataclass(frozen=True)
class FigureSum:
    """One line of a worked scoring example."""

    clause: str
    points: str
    what: str


@dataclass(frozen=True)
class RenderedFigure:
    clause: str
    area: str
    markup: Markup
    caption: str
    places: list[FigurePlace]
    sums: list[FigureSum]
    total: str
    defined: str  # SVG definitions that the markup refers to


@lru_cache(maxsize=16)
def game_figures(game: str) -> tuple[RulesFigure, ...]:
    return tuple(load_figures(game_package(game)))


@lru_cache(maxsize=48)
def rendered_figures(game: str, language: str) -> tuple[RenderedFigure, ...]:
    return tuple(render_figure(figure, language) for figure in game_figures(game))


def shared_definitions(game: str, language: str) -> Markup:
    """SVG definitions that the figures refer to, once per page."""
    found = "".join(dict.fromkeys(one.defined for one in rendered_figures(game, language)))
    return Markup(f'<svg width="0" height="0" aria-hidden="true">{found}</svg>')


def render_figure(figure: RulesFigure, language: str) -> RenderedFigure:
    """Draw the figure, check its places and count its points."""
    match = figure.match
    say = words_pen(language, match.package.name).words.say
    players = [cached_player(say(Phrase("web.learn.you")), ANIMALS[0], False, True)]
    players += [cached_player(name_of_other(say, k), ANIMALS[k], True, True) for k in range(1, match.seats)]
    drawing = draw_view(match, figure.view, players, language, "desk", False).flatten()
    counted = [
        FigureSum(line.clause, match.package.format_points(line.points), say(line.reason))
        for line in figure.lines()
        if line.points
    ]
    return RenderedFigure(
        figure.clause,
        figure.area,
        Markup(static_board_with_names(drawing, figure.area)),
        say(figure.caption.phrase()),
        [figure_place(figure, drawing, id, language) for id in figure.places],
        counted if figure.is_counted else [],
        match.package.format_points(figure.total()),
        svg_definitions(drawing),
    )


def figure_place(figure: RulesFigure, drawing: Drawing, id: str, language: str) -> FigurePlace:
    """Ask the engine about one place."""
    pen = words_pen(language, figure.match.package.name)
    say = pen.words.say
    inside = {id, *re.findall(r'\bid="([^"]+)"', drawing.cells.get(id, ""))}
    for named, no in drawing.refusals.items():
        if named in inside:
            return FigurePlace(id, False, say(no.reason))
    may = any(path and path[-1] in inside for path in drawing.paths.values())
    return FigurePlace(id, may, say(Phrase("web.rules.may" if may else "web.rules.may_not")))


GLOSSARY_ENTRY = re.compile(r"\*\*(.+?)\*\*:? *(.+)")
FIRST_SENTENCE = re.compile(r"^(.{12,170}?[.!?:])(?= )")
CHAPTER_ICONS = {
    "The game": "house",
    "Parts": "package",
    "Setup": "blocks",
    "Scoring a round": "calculator",
    "End of the game": "trophy",
    "Variants": "shuffle",
    "Worked examples": "lightbulb",
    "Examples": "lightbulb",
    "Glossary": "list",
    "Good to know": "list",
    "Setup and rounds": "blocks",
    "Placing a room": "layers",
    "Tools": "hammer",
    "Resources": "package",
    "Helpers": "users-round",
    "Scoring": "calculator",
    "End and scoring": "calculator",
    "Bonus tiles": "gift",
    "Modes": "shuffle",
    "Life in the forest": "trees",
    "Planning: up to eight months": "calendar",
    "A round: deal, build, score": "repeat",
    "A turn: take, place, bonus": "repeat",
}


@dataclass(frozen=True)
class Rule:
    id: str
    text: str
    editions: list[tuple[str, str]]
    rulings: list[str]
    term: str = ""  # term, for a glossary entry

    @property
    def lead(self) -> str:
        """First sentence, set in bold if more text follows; empty otherwise."""
        found = FIRST_SENTENCE.match(self.text) if self.id else None
        return found[1] if found else ""

    @property
    def rest(self) -> str:
        return self.text[len(self.lead) :]


@dataclass(frozen=True)
class Chapter:
    heading: str
    clauses: list[Rule]
    sign: str = "book-open"
    pictures: list[RenderedFigure] = field(default_factory=list)

    @property
    def is_glossary(self) -> bool:
        return bool(self.clauses) and all(rule.term for rule in self.clauses)


@lru_cache(maxsize=64)
def chapters(game: str, language: str) -> list[Chapter]:
    """The whole rulebook in one language; empty if the game has none."""
    try:
        book = load_rulebook(game_package(game), language)
    except DomikError:
        return []
    names = option_names(book.package, book.language)
    signs = [CHAPTER_ICONS.get(section.heading, "book-open") for section in load_rulebook(book.package, "en").sections]
    drawn = rendered_figures(game, language)
    found = []
    for number, section in enumerate(book.sections):
        rules = [build_rule(book, clause, names) for clause in section.clauses]
        ids = {one.id for one in rules}
        if rules:
            own = [picture for picture in drawn if picture.clause in ids]
            found.append(Chapter(section.heading, rules, signs[number] if number < len(signs) else "book-open", own))
    return found


def build_rule(book: Rulebook, clause: Clause, names: dict[str, str]) -> Rule:
    """Split a clause into its common text, the texts of single editions, and rulings."""

    def plain_text(text: str) -> str:
        return strip_marks(replace_option_names(text, names, book.language))

    if clause.is_entry and (entry := GLOSSARY_ENTRY.fullmatch(clause.text)):
        return Rule("", capitalize_sentence(plain_text(entry[2])), [], [], entry[1])
    known = editions_of(book.package)
    parts = re.split(rf"\b({'|'.join(map(re.escape, known))}): ", clause.text) if known and clause.id else [clause.text]
    editions = [
        (names.get(name, name), capitalize_sentence(plain_text(words.strip())))
        for name, words in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return Rule(
        clause.id,
        plain_text(parts[0].strip()),
        editions,
        [capitalize_sentence(plain_text(ruling)) for ruling in clause.rulings],
    )


def strip_marks(text: str) -> str:
    """Remove the Markdown marks of bold text and code."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text).replace("`", "")


def capitalize_sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def certainty_counts(game: str) -> list[tuple[str, int]]:
    """Number of component values by how certain they are."""
    return list(built_in_components(game_package(game)).marks().items())


# ---- glossary terms --------------------------------------------------------------------------------------


def stem(word: str) -> str:
    """Regular expression for the beginning of a word, which all its inflected forms share."""
    return re.escape(word[: max(4, len(word) - 2)] if len(word) > 4 else word)


@lru_cache(maxsize=64)
def glossary_terms(game: str, language: str) -> list[tuple[re.Pattern[str], str]]:
    """Pattern and explanation of each glossary term, longest patterns first."""
    found = []
    for chapter in chapters(game, language):
        for one in chapter.clauses:
            if one.term and "," not in one.term:
                looks = r"\s+".join(stem(word) + r"\w{0,4}" for word in one.term.split())
                found.append((re.compile(rf"\b{looks}\b", re.IGNORECASE), one.text))
    return sorted(found, key=lambda pair: -len(pair[0].pattern))


def mark_terms(game: str, language: str, text: str) -> Markup:
    """Markup of a text in which the first use of every glossary term can be unfolded; the text is escaped."""
    spots: list[tuple[int, int, str]] = []
    for looks, explained in glossary_terms(game, language):
        match = looks.search(text)
        if match and not any(start < match.end() and match.start() < end for start, end, _ in spots):
            spots.append((*match.span(), explained))
    markup, at = Markup(), 0
    for start, end, explained in sorted(spots):
        markup += escape(text[at:start])
        markup += Markup(
            '<a class="term" role="button" href="#glossary" aria-expanded="false" data-term="{}">{}</a>'
        ).format(explained, text[start:end])
        at = end
    return markup + escape(text[at:])
