"""What compiled Python modules bring along, as text: of `runtime` whatever a module uses, and no more."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def _statements() -> tuple[tuple[ast.stmt, str], ...]:
    """The statements of `runtime`, each with its text."""
    source = Path(__file__).with_name("runtime.py").read_text("utf-8")
    lines = source.splitlines()
    return tuple((each, "\n".join(lines[_first(each) - 1 : each.end_lineno])) for each in ast.parse(source).body[1:])


def _first(statement: ast.stmt) -> int:
    """The line on which a statement begins, decorators and all."""
    decorators = statement.decorator_list if isinstance(statement, ast.FunctionDef | ast.ClassDef) else []
    return min((each.lineno for each in decorators), default=statement.lineno)


def _defined(statement: ast.stmt) -> frozenset[str]:
    """The names that a statement defines."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return frozenset({name})
        case ast.ImportFrom(names=names):
            return frozenset(alias.name for alias in names)
        case _:
            return frozenset(
                each.id
                for each in ast.walk(statement)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            )


def _used(tree: ast.AST) -> frozenset[str]:
    """The names that are read beneath a tree."""
    return frozenset(
        each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    )


def defined() -> frozenset[str]:
    """All names that `runtime` defines."""
    return frozenset().union(*(_defined(statement) for statement, _ in _statements()))


def brought(text: str) -> str:
    """What the text of a module needs of `runtime`, imports first."""
    needed: set[str] = set()
    new = set(_used(ast.parse(text)))
    while new:
        needed |= new
        using = [statement for statement, _ in _statements() if not _defined(statement).isdisjoint(new)]
        new = set().union(*map(_used, using)) - needed
    return "\n".join(_kept(needed)).strip("\n")


def _kept(needed: set[str]) -> Iterator[str]:
    for statement, text in _statements():
        names = sorted(_defined(statement) & needed)
        if isinstance(statement, ast.ImportFrom):
            if names:
                yield f"from {statement.module} import {', '.join(names)}"
        elif names:
            yield from (("", "") if isinstance(statement, ast.FunctionDef | ast.ClassDef) else ("",))
            yield text
