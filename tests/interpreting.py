"""Runs the JSON form of a compiled rulebook, by what `docs/compile.md` and the schema say of it and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, ne
from typing import Any

Names = Mapping[str, Any]
_OPERATIONS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge, "*": mul, "+": add}


class Interpreter:
    """One document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._routines = {routine["name"]: routine for routine in document["routines"]}
        self._rulings = {ruling["name"]: ruling for ruling in document["rulings"]}

    def answer(self, ruling: str, codes: Sequence[Any]) -> tuple[str, Any, tuple[str, ...], Any]:
        """What comes out for a ruling: outcome, value, clauses, and the code of the value."""
        came = self._run(self._rulings[ruling]["routine"], codes)
        code = came["code"]
        kind = self._document["types"][self._rulings[ruling]["type"]]
        listed = kind["values"] is not None and code is not None
        value = kind["values"][code - kind["low"]] if listed else code
        return came["outcome"], value, tuple(came["clauses"]), code

    def _run(self, name: str, arguments: Sequence[Any]) -> Any:  # noqa: ANN401 - JSON
        routine = self._routines[name]
        names = dict(zip(routine["parameters"], arguments, strict=True))
        return self._follow(routine["body"], names, arguments, routine["type"])

    def _follow(self, body: Iterable[Any], names: dict[str, Any], arguments: Sequence[Any], kind: int) -> Any:  # noqa: ANN401 - JSON; one case a statement
        for statement in body:
            match statement:
                case {"set": name, "to": code}:
                    names[name] = self.value(code, names)
                case {"when": code, "then": then}:
                    if self.value(code, names):
                        return self._follow(then, dict(names), arguments, kind)
                case {"give": outcome}:
                    return self._document["outcomes"][outcome]
                case {"leave": routine}:
                    return self._run(routine, arguments)
                case {"return": code}:
                    return self.value(code, names)
                case {"settle": effects, "players": players, "else": otherwise}:
                    found = [
                        (each["clause"], self.value(each["values"], names))
                        for each in effects
                        if self.value(each["where"], names)
                    ]
                    return self._settle(kind, self.value(players, names), found, otherwise)
                case {"sift": sieve, "of": codes}:
                    return self._sift(self._document["sieves"][sieve], [self.value(code, names) for code in codes])
                case _:
                    raise AssertionError(statement)
        raise AssertionError(body)

    def _settle(self, kind: int, players: int, found: Sequence[tuple[str, Sequence[Any]]], otherwise: int) -> Any:  # noqa: ANN401 - JSON
        if not found:
            return self._document["outcomes"][otherwise]
        codes = {code for _, given in found for code in given}
        came: dict[str, Any] = {"code": None, "clauses": list(dict.fromkeys(clause for clause, _ in found))}
        if any(code is None or not self._has(kind, code, players) for code in codes):
            return {"outcome": "undefined", **came}
        if len(codes) > 1:
            return {"outcome": "clash", **came}
        return {"outcome": "value", **came, "code": codes.pop()}

    def _has(self, at: int, code: int, players: int) -> bool:
        kind = self._document["types"][at]
        if not kind["low"] <= code <= kind["high"]:
            return False
        nobody = kind["values"] is not None and kind["values"][code - kind["low"]] == "nobody"
        return not kind["seats"] or code <= players or nobody

    def _sift(self, sieve: Mapping[str, Any], values: Sequence[Any]) -> Any:  # noqa: ANN401 - JSON
        marks = set(sieve["every"])
        for column, value in zip(sieve["columns"], values, strict=True):
            marks &= set(next(left for low, high, left in column if low <= value <= high))
        if sieve["scope"] not in marks:
            return self._document["outcomes"][sieve["nothing"]]
        applying = marks - {sieve["scope"]}
        deciding = applying.difference(*(sieve["effects"][at]["overrides"] for at in applying))
        effects = [sieve["effects"][at] for at in sorted(deciding)]
        found = [(effect["clause"], [effect["code"]]) for effect in effects]
        return self._settle(sieve["type"], 10**9, found, sieve["else"])

    def value(self, code: Any, names: Names) -> Any:  # noqa: ANN401, C901, PLR0911, PLR0912 - JSON; one case a form
        """What code comes to."""
        match code:
            case str():
                return names[code]
            case bool() | int():
                return code
            case {"item": name, "at": at, "first": first}:
                return names[name][self.value(at, names) - first]
            case {"op": op, "of": operands}:
                return self._computed(op, operands, names)
            case {"within": ranges, "of": operand}:
                given = self.value(operand, names)
                return given is not None and any(low <= given <= high for low, high in ranges)
            case {"if": condition, "then": then, "else": otherwise}:
                return self.value(then if self.value(condition, names) else otherwise, names)
            case {"with": name, "value": value, "of": body}:
                given = self.value(value, names)
                return None if given is None else self.value(body, {**names, name: given})
            case {"over": quantifier, "name": name, "players": players, "of": body}:
                values = [self.value(body, {**names, name: seat}) for seat in self._seats(players, names)]
                return _helped({"some": "any", "every": "all"}.get(quantifier, "sum"), values)
            case {"next": side, "players": players, "of": seat}:
                step = -1 if side == "before" else 1
                return (self.value(seat, names) - 1 + step) % self.value(players, names) + 1
            case {"beside": [left, right], "players": players}:
                one, other, many = (self.value(each, names) for each in (left, right, players))
                return one != other and (one - other) % many in {1, many - 1}
            case {"first": _}:
                return self._first(code, names)
            case {"helper": helper, "of": operands}:
                return _helped(helper, [self.value(each, names) for each in operands])
            case {"use": routine, "of": operands}:
                return self._run(routine, [self.value(each, names) for each in operands])
            case {"read": routine, "of": operands}:
                return self._run(routine, [self.value(each, names) for each in operands])["code"]
            case {"is": state, "of": operand}:
                given = self.value(operand, names)
                return {"true": given is True, "not_false": given is not False, "decided": given is not None}.get(
                    state, bool(given)
                )
            case {"gather": bound, "players": players, "where": where, "of": body}:
                every = product(self._seats(players, names), repeat=len(bound))
                inner = ({**names, **dict(zip(bound, seats, strict=True))} for seats in every)
                return [self.value(body, each) for each in inner if self.value(where, each)]
            case _:
                raise AssertionError(code)

    def _computed(self, op: str, operands: Sequence[Any], names: Names) -> Any:  # noqa: ANN401 - JSON
        if op == "and":
            return all(self.value(each, names) for each in operands)
        if op == "or":
            return any(self.value(each, names) for each in operands)
        values = [self.value(each, names) for each in operands]
        if op == "not":
            return not values[0]
        return sum(values) if op == "+" else _OPERATIONS[op](*values)

    def _seats(self, players: Any, names: Names) -> range:  # noqa: ANN401 - JSON
        return range(1, self.value(players, names) + 1)

    def _first(self, code: Mapping[str, Any], names: Names) -> int | None:
        start, players = self.value(code["start"], names), self.value(code["players"], names)
        known = True
        for turn in range(0 if code["included"] else 1, players):
            seat = (start - 1 + (-turn if code["backward"] else turn)) % players + 1
            fits = self.value(code["of"], {**names, code["first"]: seat})
            if fits:
                return seat if known else None
            known = known and fits is not None
        return None


def _helped(name: str, values: Sequence[Any]) -> Any:  # noqa: ANN401, PLR0911 - JSON; one case a helper
    match name:
        case "any":
            return True if True in values else None if None in values else False
        case "all":
            return False if False in values else None if None in values else True
        case "not":
            return None if values[0] is None else not values[0]
        case "sum":
            return None if None in values else sum(values)
        case "choose":
            if values[0] is None:
                return values[1] if values[1] == values[2] else None
            return values[1] if values[0] else values[2]
        case _:
            assert name == "seat"
            return values[0] if values[0] is not None and 1 <= values[0] <= values[1] else None
