"""The options of a game: one typed schema for the command line, the web form and the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domik.kernel.errors import BadOption, UnknownOption
from domik.kernel.phrase import Phrase

OptionValue = str | bool | int | tuple[int, ...]
ChosenOptions = dict[str, OptionValue]


def as_json(options: Mapping[str, object]) -> dict[str, object]:
    """Options as plain JSON values: tuples become lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


@dataclass(frozen=True)
class Choice:
    """One of several named values, such as the edition."""

    name: str
    values: tuple[str, ...]
    default: str
    clause: str = ""

    def read(self, value: object) -> OptionValue:
        if isinstance(value, str) and value in self.values:
            return value
        raise BadOption(
            Phrase("error.choice", {"option": self.name, "value": str(value), "values": ", ".join(self.values)})
        )


@dataclass(frozen=True)
class Flag:
    """A switch; `group` is the command-line option that sets it (`--variant`, `--mode`, `--option`)."""

    name: str
    group: str = "option"
    default: bool = False
    clause: str = ""

    def read(self, value: object) -> OptionValue:
        """Accepts booleans and the words that command lines and forms send, such as "on" or "no"."""
        if isinstance(value, bool):
            return value
        words = {
            "on": True,
            "true": True,
            "yes": True,
            "1": True,
            "off": False,
            "false": False,
            "no": False,
            "0": False,
        }
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise BadOption(Phrase("error.flag", {"option": self.name, "value": str(value)}))


@dataclass(frozen=True)
class SeatOrder:
    """An order of the seats (such as the youngest first); empty leaves it to chance."""

    name: str
    clause: str = ""
    default: tuple[int, ...] = ()

    def read(self, value: object) -> OptionValue:
        """A list counts seats from 0, text such as "2,1" from 1; every seat must occur once."""
        seats: object = value
        if isinstance(value, str):
            words = [word for word in value.replace(",", " ").split() if word]
            if not all(word.isdigit() for word in words):
                raise BadOption(Phrase("error.order", {"option": self.name, "value": value}))
            seats = [int(word) - 1 for word in words]
        if isinstance(seats, (list, tuple)) and sorted(map(str, seats)) == [str(seat) for seat in range(len(seats))]:
            return tuple(int(seat) for seat in seats)
        raise BadOption(Phrase("error.order", {"option": self.name, "value": str(value)}))


@dataclass(frozen=True)
class NumberOption:
    """An integer within inclusive bounds."""

    name: str
    least: int
    most: int
    default: int
    clause: str = ""

    def read(self, value: object) -> OptionValue:
        number: object = value
        if isinstance(value, str) and value.lstrip("-").isdigit():
            number = int(value)
        if type(number) is int and self.least <= number <= self.most:
            return number
        raise BadOption(
            Phrase("error.number", {"option": self.name, "value": str(value), "least": self.least, "most": self.most})
        )


Option = Choice | Flag | SeatOrder | NumberOption


@dataclass(frozen=True)
class OptionSchema:
    options: tuple[Option, ...]

    def __getitem__(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise UnknownOption(Phrase("error.option", {"option": name, "options": known}))

    def read(self, given: Mapping[str, object]) -> ChosenOptions:
        """Every option with its given or default value, in the schema's order; BadOption if one is unknown or wrong."""
        for name in given:
            self[name]
        return {
            option.name: option.read(given[option.name]) if option.name in given else option.default
            for option in self.options
        }

    def non_defaults(self, chosen: Mapping[str, OptionValue]) -> ChosenOptions:
        """Only the options that differ from their defaults."""
        return {option.name: chosen[option.name] for option in self.options if chosen[option.name] != option.default}

    def from_name(self, group: str, name: str) -> dict[str, object]:
        """The option meant by its own name, as in `--variant birdhouse`: a flag, or a value of the group's choice."""
        flags = [flag.name for flag in self.flags(group)]
        if name in flags:
            return {name: True}
        if any(isinstance(option, Choice) and option.name == group for option in self.options):
            return {group: name}
        key = f"error.no_{group}" if flags else f"error.without_{group}"
        raise BadOption(Phrase(key, {"value": name, "values": ", ".join(flags)}))

    def flags(self, group: str) -> Iterable[Flag]:
        return (option for option in self.options if isinstance(option, Flag) and option.group == group)
