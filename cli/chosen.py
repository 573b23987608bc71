"""Values of options and readings, from `--option name=value` and from TOML files with saved ones (`--with`).

Raises Refusal for what is no option of the rulebook, and for a file that cannot be read.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from misdeal.model.language.choosing import choose
from misdeal.model.language.diagnostic import escape, near
from misdeal.model.language.rulebook import Role, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.library import load
from misdeal.proofs.refusal import Refusal, unknown_fact

from .text_file import read_text_or_stdin
from .values import quote, read_value

FILE_BYTES = 16_000  # reading TOML takes time that grows with the square of a key
_TABLE = "options"


@dataclass(frozen=True, slots=True)
class Choice:
    """The options of a command line: files of saved ones, and arguments, which come before those."""

    files: tuple[str, ...]
    arguments: tuple[str, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files, standard input left out."""
        return tuple(Path(file) for file in self.files if file != "-")

    def load(self, book: str) -> Rulebook:
        """The rulebook of a name with the values in place of its options. Raises RulebookError as `load` does."""
        rulebook = load(book)
        values = self.values(rulebook)
        return choose(rulebook, values) if values else rulebook

    def values(self, rulebook: Rulebook) -> Mapping[str, Value]:
        """The values of options, in order of declaration; what is given twice on one level must be the same."""
        saved = _collected(rulebook, (pair for path in self.files for pair in _saved(rulebook, path)))
        given = _collected(rulebook, (_argument(rulebook, text) for text in self.arguments))
        found = {**saved, **given}
        return {option.name: found[option.name] for option in rulebook.options if option.name in found}


def choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--with` and `--option` to a command, which gets both as its `choice`."""

    @click.option(
        "--with", "saved", multiple=True, metavar="FILE",
        help="Take saved options from a TOML file, with lines such as `strict = true` or `most = 3`.",
    )  # fmt: skip
    @click.option(
        "--option", "chosen", multiple=True, metavar="NAME=VALUE",
        help="Give an option or reading a value; may be given several times. It comes before those of files.",
    )  # fmt: skip
    @wraps(command)
    def made(*, saved: tuple[str, ...], chosen: tuple[str, ...], **others: object) -> object:
        return command(choice=Choice(saved, chosen), **others)

    return made


def _collected(rulebook: Rulebook, pairs: Iterator[tuple[str, Value]]) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for name, value in pairs:
        if found.setdefault(name, value) != value:
            told = " and ".join(f"`{name}={rulebook.facts[name].type.show(each)}`" for each in (found[name], value))
            raise Refusal(f"`{name}` is given twice: {told}", "leave one of the two out")
    return found


def _argument(rulebook: Rulebook, text: str) -> tuple[str, Value]:
    """What one `--option` says."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise Refusal(f"`--option` {quote(text)} gives no value", f"write `--option {_example(rulebook, name)}`")
    return _given(rulebook, name, value, "")


def _saved(rulebook: Rulebook, path: str) -> Iterator[tuple[str, Value]]:
    """What a file says, at its top or under `[options]`."""
    try:
        document = tomllib.loads(read_text_or_stdin(path, FILE_BYTES))
    except RecursionError:
        raise Refusal(f"{quote(path)} is nested too deep", "options are names with values") from None
    except tomllib.TOMLDecodeError as error:
        raise Refusal(f"{quote(path)} is no TOML: {escape(_lower(str(error)))}") from None
    except ValueError:  # what the interpreter makes of a number with too many digits
        raise Refusal(f"{quote(path)} has a number with too many digits") from None
    table = document.pop(_TABLE, {}) if isinstance(document.get(_TABLE, {}), dict) else {}
    doubled = next((name for name in document if name in table), None)
    if doubled is not None:
        raise Refusal(f"{quote(path)}: {quote(doubled)} stands at the top and under `[{_TABLE}]`", "strike one of them")
    for name, value in (*document.items(), *table.items()):
        yield _given(rulebook, name, value, f"{quote(path)}: ")


def _given(rulebook: Rulebook, name: str, value: object, place: str) -> tuple[str, Value]:
    """An option and its value; `place` begins what is told where it cannot be."""
    fact = rulebook.facts.get(name)
    if name in rulebook.lets or (fact is not None and fact.role is Role.FACT):
        sort = "let" if fact is None else "fact"
        advice = f"facts and lets are arguments of `misdeal rule`; {_known(rulebook)}"
        raise Refusal(f"{place}{quote(name)} is a {sort}, and here stand options only", advice)
    if fact is None:
        raise _unknown(rulebook, name, place)
    if isinstance(value, dict | list):
        raise Refusal(f"{place}`{name}` has more than one value", f"write `{_example(rulebook, name)}`")
    try:
        return name, read_value(fact.type, value, f"`{name}`")
    except Refusal as refusal:
        raise Refusal(f"{place}{refusal.message}", refusal.advice) from None


def _unknown(rulebook: Rulebook, name: str, place: str) -> Refusal:
    if name in rulebook.rulings or any(name == each.fact.name for each in rulebook.decisions):
        refusal = unknown_fact(rulebook, name)
        return Refusal(f"{place}{refusal.message}", refusal.advice)
    guess = near(name, [option.name for option in rulebook.options])
    return Refusal(f"{place}unknown option {quote(name)}", guess or _known(rulebook))


def _known(rulebook: Rulebook) -> str:
    names = ", ".join(f"`{option.name}`" for option in rulebook.options)
    return f"the options are {names}" if names else "this rulebook has no options"


def _example(rulebook: Rulebook, name: str) -> str:
    """How an option is given: the one of that name, else the first."""
    options = {option.name: option for option in rulebook.options}
    option = options.get(name) or next(iter(options.values()), None)
    return "name=value" if option is None else f"{option.name}={option.type.show(option.type.low)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
