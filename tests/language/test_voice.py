"""How Domik speaks (docs/voice.md): words that were decided against, and ты or вы, never both on one screen."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import domik

ROOT = Path(domik.__file__).parent
Told = tuple[str, str, str]  # the file below src/domik, the key, the text

# ---- words that were decided against: where, in which language, and what is said instead ----------------

FORBIDDEN = [
    ("", "en", r"whoever", "the player who, the first person to"),
    ("", "en", r"onlookers?|looks? on", "spectator, watch"),
    ("", "en", r"(?<!there )(?:is|are) no\b(?! (?:longer|more|better))", "is not a"),
    ("", "en", r"lays?|laid|laying", "place, put"),
    ("", "en", r"brings?|brought", "score, earn, be worth"),
    ("", "en", r"so many", "a number, how many"),
    ("", "en", r"(?:points?|moves?|ms|days?|rooms?) an? (?:game|room|decision|move|player|second|round)", "per"),
    ("", "en", r"color\w*|neighbor\w*|favorite\w*|center\w*|coz(?!y Cabin)\w*|gray", "British"),
    ("", "en", r"\w+'\w*", "the curly apostrophe"),
    ("games/bower/", "ru", r"участ(?:ок|к\w+)|гн[её]зд\w*|основ[аыуе]", "группа, шалаш, поверхность"),
    ("games/bower/", "pl", r"jaj(?:o|a|em|ami|om|u)?|łat[aęyu]|podłoż\w+|gniazd\w*", "jajko, grupa, altanka"),
    ("games/dream_home/", "ru", r"мебел\w+|машин[аыуе]|сам(?:ый|ого|ом) лев\w+", "обстановка, автомобиль"),
    ("games/dream_home/", "pl", r"ryn(?:ek|k\w+)|mebl\w+|unikat\w+|zas[oó]b\w*", "targ, wyposażenie, dodatek"),
    ("games/cabin/", "ru", r"очк\w+ покоя|комфорт\w*|рекорд\w*", "очки умиротворения, эталон"),
    ("games/cabin/", "pl", r"chat[ayęąo]|koś[cć]\w*|złośliw\w+|wygod\w+|zas[oó]b\w*", "chatka, kostka, surowiec"),
    ("games/treehouse/", "ru", r"отлож\w+|ярус\w*", "сбросить, уровень"),
    ("games/treehouse/", "pl", r"odrzu\w+|chyli|wz[oó]r\w*", "odłożyć, przechyla się, układ"),
    ("", "ru", r"дол[яюи] (?:удачи|везения)", "доля случайности"),
    ("", "pl", r"cząstk\w+|opiekun\w*|udział w losie", "udział w losowaniu, administrator"),
    ("", "ru", r"хозя\w+ сервера", "владелец сервера; хозяин бывает у стола"),
    ("", "ru", r"карты разданы", "розданы"),
    ("", "ru", r"\w+\(а\)", "words that guess nobody's gender"),
    ("", "pl", r"\w+\(-?[ae]m\)", "words that guess nobody's gender"),
    (
        "web/",
        "pl",
        r"(?:skończon|rozegran|zapisan|niedokończon)\w+ gr(?:a|y|ę|ze)|Mo(?:je|ich) gr\w+",
        "partia; gra = title",
    ),
    ("web/", "ru", r"Мо(?:и|их) игр\w*", "Мои партии"),
    ("games/bower/", "pl", r"płyt\w+", "kafelek"),
    ("games/cabin/", "pl", r"kost\w+ (?:przyrod|natural)\w+|kart\w* promocyj\w+", "kostka natury, karta promo"),
]


def texts_in(node: object, language: str, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of one language below a node of a TOML file, with where it stands."""
    if isinstance(node, list):
        for number, inner in enumerate(node):
            yield from texts_in(inner, language, f"{key}.{number}")
    elif isinstance(node, dict):
        if {"en", "ru", "pl"} <= node.keys():
            text = node[language]
            yield key, text if isinstance(text, str) else " / ".join(text.values())
        for name, inner in node.items():
            if name not in ("en", "ru", "pl"):
                yield from texts_in(inner, language, f"{key}.{name}".lstrip("."))


def told(language: str) -> list[Told]:
    """Every text of a language; names in component files are left out, as records hold their hash."""
    found = [
        (str(path.relative_to(ROOT)), key, text)
        for path in sorted(ROOT.rglob("*.toml"))
        if path.name not in ("components.toml", "widths.toml")
        for key, text in texts_in(tomllib.loads(path.read_text(encoding="utf-8")), language)
    ]
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    for path in sorted(ROOT.glob(f"games/*/{name}")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [(str(path.relative_to(ROOT)), str(number), line) for number, line in enumerate(lines, 1)]
    return found


@pytest.mark.parametrize(("where", "language", "pattern", "instead"), FORBIDDEN)
def test_one_word_for_one_thing(where: str, language: str, pattern: str, instead: str) -> None:
    word = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)
    found = [(file, key, word.findall(text)) for file, key, text in told(language) if file.startswith(where)]
    assert found, "nothing is said there"
    wrong = [one for one in found if one[2]]
    assert not wrong, f"say {instead}"


# ---- ты and вы --------------------------------------------------------------------------------------------

PLAYING = re.compile(  # where somebody plays or looks at their play: ты
    r"(?:games|language|learn|puzzles|reviews|table)/.*|cli/words_(?:play|learn|puzzle)\.toml"
    r"|web/words_(?:daily|deal|follow|friends|help|learn|puzzles|review|rules|talk|web)\.toml"
)
ALSO_PLAYING = re.compile(r"web\.notice\.(?:turn|invited|seated|open|ask|ask_will)")  # notices to a player: ты
KEEPING = re.compile(  # but these are said on pages and commands that adults run: вы
    r"game\.line|(?:bad_lesson|components|error|progress)\..*|puzzle\.(?:error|journal|make)\..*|puzzle\.cli\.none|review\.cut"
    r"|web\.setup\..*|web\.gather\.own"
)
NEITHER = re.compile(  # counting at a real table speaks to several, its advice to one: these stand beside both
    r"web\.companion\.(?:real|best|hold\w*|in_hand|drop|thinking|show|ask_more|asked|nothing|empty|done|next|undo|shelf|steps|left\w*)"
    r"|error\.(?:hints_fast|picture_first)"
)
SEVERAL = {  # several people at once
    "play.curtain",
    "web.gather.camera",
    "web.deal.lead",
    "web.home.tobi_shows",
    "games/treehouse/lessons/04_double_or_nothing.toml step.0",
}
IMPERATIVES = (
    "возьми выбери оставь сыграй напиши забери поменяй поставь играй подожди положи построй отложи поверни сдвинь "
    "назови сбрось добавь обменяй пропусти повесь доиграй набери продолжай начни найди попробуй посмотри попроси убери "
    "дай укажи закончи отправь сделай открой дождись разбери введи нажми жми загляни вернись сохрани проверь скачай "
    "запусти освободи обнови останови закрой повтори подумай запомни собери смотри ищи думай бери строй следи"
)
TY = re.compile(
    rf"(?i)\b(?:ты|тебя|тебе|тобой|тво(?:й|я|ё|и|ю|его|ей|ему|им|ём|их|ими)"
    rf"|(?!лишь\b)\w+(?:ешь|ёшь|ишь)(?:ся)?|{'|'.join(IMPERATIVES.split())})\b"
)
VY = re.compile(r"(?i)\b(?:вы|вас|вам|вами|ваш\w*|\w+(?:[иеё]те|[йь]те)(?:сь)?)\b")
NOUNS = {
    "подсчёте",
    "вместе",
    "кабинете",
    "свете",
    "цвете",
    "сайте",
    "комнате",
    "пакете",
    "планшете",
    "предмете",
    "расчёте",
    "счёте",
    "ответе",
}


def addresses(pattern: re.Pattern[str], text: str) -> list[str]:
    return [word for word in pattern.findall(text) if word.lower() not in NOUNS]


def test_ty_and_vy_are_told_apart() -> None:
    assert addresses(TY, "Возьми столбец") == ["Возьми"]
    assert addresses(TY, "если хочешь, у тебя") == ["хочешь", "тебя"]
    assert addresses(VY, "Возьмите столбец") == ["Возьмите"]
    assert addresses(VY, "вернитесь к вашему столу") == ["вернитесь", "вашему"]
    assert not addresses(TY, "Взять столбец лишь раз") + addresses(VY, "вместе на свете")


def test_russian_says_ty_to_players_and_vy_to_keepers() -> None:
    wrong = []
    for file, key, text in told("ru"):
        if key in SEVERAL or f"{file} {key}" in SEVERAL:
            continue
        is_playing = PLAYING.fullmatch(file) is not None and KEEPING.fullmatch(key) is None
        is_playing = is_playing or ALSO_PLAYING.fullmatch(key) is not None
        wrong += [(file, key, word) for word in addresses(VY if is_playing else TY, text)]
        if NEITHER.fullmatch(key):
            wrong += [(file, key, word) for word in addresses(VY, text)]
    assert not wrong
