"""The solvers' process: the only file that imports z3. Run as a script, by `solve`; text in, verdicts and values out.

One JSON object a line on standard input, one in answer on standard output. `{"memory": bytes}` comes first. Then
`{"words": [word, ...], "define": smt}` adds to one script that all solvers share: declarations, definitions, and an
assertion of each word that will be spoken of, in order, which says what it stands for and asserts nothing. For any
number of solvers told apart by a number, `{"solver": n, "assert": [word, ...]}` asserts some in one solver and
`{"solver": n, "end": true}` forgets that. None of these is answered. `{"solver": n, "check": [[word, positive], ...],
"values": [word, ...], "numbers": [symbol, ...], "milliseconds": m}` is answered by `{"verdict": "sat", "values": [...],
"numbers": [...]}` (1 or 0 for a word, the value of an Int symbol, null where the model says nothing of it), by
`{"verdict": "unsat", "core": [word, ...]}` or by `{"verdict": "unknown", "reason": text}`.

`{"text": smt, "milliseconds": m}`, a whole file of SMT-LIB 2 that asks once, is answered in the same way, without
values and without a core.
"""

# pyright: reportArgumentType=false, reportCallIssue=false, reportAttributeAccessIssue=false
# pyright: reportOptionalMemberAccess=false, reportReturnType=false
# (z3 declares no types, and what is inferred of it is wrong)

import json
import resource
import sys
from typing import Any

import z3
from z3 import z3core

CONTEXT = z3.main_ctx().ref()


class Words:
    """The script that all solvers share: what each word in it stands for."""

    def __init__(self) -> None:
        self.meanings: dict[str, z3.BoolRef] = {}
        self._parser = z3.ParserContext()
        self._flags: dict[str, z3.BoolRef] = {}
        self._pointers: dict[str, Any] = {}

    def pointer(self, word: str) -> Any:  # noqa: ANN401 - a pointer of z3's
        """The symbol that has a word's value in the models of a solver that was asked about it."""
        if word not in self._pointers:
            self._pointers[word] = self.flag(word).decl().ast
        return self._pointers[word]

    def number(self, symbol: str) -> Any:  # noqa: ANN401 - a pointer of z3's
        """An Int symbol, in models."""
        if symbol not in self._pointers:
            self._pointers[symbol] = z3.Int(symbol).decl().ast
        return self._pointers[symbol]

    def flag(self, word: str) -> z3.BoolRef:
        """The symbol of a word: what it stands for if that is one, else one of its own."""
        if word not in self._flags:
            meaning = self.meanings[word]
            symbol = z3.is_const(meaning) and meaning.decl().kind() == z3.Z3_OP_UNINTERPRETED
            self._flags[word] = meaning if symbol else z3.Bool(f"r.{word}")
        return self._flags[word]

    def define(self, words: list[str], text: str) -> None:
        """Add text that ends in an assertion of each of the words."""
        self.meanings.update(zip(words, self._parser.from_string(text), strict=True))


class Solver:
    """One incremental solver."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._known: set[str] = set()
        self._solver = z3.SimpleSolver()
        self._solver.set("relevancy", 0)  # no quantifiers: every symbol may as well have a value at once
        self._solver.set("arith.solver", 2)  # the quickest on small integers

    def add(self, words: list[str]) -> None:
        """Assert some words."""
        self._solver.add([self._words.meanings[word] for word in words])

    def check(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question."""
        self._solver.set("timeout", request["milliseconds"])
        literals = [self._literal(word, positive=positive) for word, positive in request["check"]]
        for word in request["values"]:
            self._flag(word)
        wanted = [self._words.pointer(word) for word in request["values"]]
        numbers = [self._words.number(symbol) for symbol in request["numbers"]]
        try:
            verdict = self._solver.check(*literals)
        except z3.Z3Exception as error:
            return {"verdict": "unknown", "reason": str(error)}
        if verdict == z3.sat:
            model = self._solver.model()
            return {"verdict": "sat", "values": _truths(model, wanted), "numbers": _numbers(model, numbers)}
        if verdict == z3.unsat:
            core = {literal.get_id() for literal in self._solver.unsat_core()}
            asked = zip(request["check"], literals, strict=True)
            return {"verdict": "unsat", "core": [word for (word, _), literal in asked if literal.get_id() in core]}
        return {"verdict": "unknown", "reason": self._solver.reason_unknown()}

    def _literal(self, word: str, *, positive: bool) -> z3.BoolRef:
        """A word as an assumption; the first time this solver is told what it stands for."""
        flag = self._flag(word)
        return flag if positive else z3.Not(flag)

    def _flag(self, word: str) -> z3.BoolRef:
        flag = self._words.flag(word)
        if word not in self._known:
            self._known.add(word)
            if flag is not self._words.meanings[word]:
                self._solver.add(flag == self._words.meanings[word])
        return flag


def solved(text: str, milliseconds: int) -> dict[str, Any]:
    """The answer to one file, by a solver of its own."""
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    try:
        solver.from_string(text)
        verdict = solver.check()
    except z3.Z3Exception as error:
        return {"verdict": "unknown", "reason": str(error)}
    return {"verdict": str(verdict), **({"reason": solver.reason_unknown()} if verdict == z3.unknown else {})}


# By z3's plain functions: making its objects would cost more than the solving.


def _truths(model: z3.ModelRef, symbols: list[Any]) -> list[int | None]:
    value_of = z3core.Z3_get_bool_value
    return [int(value_of(CONTEXT, value) == 1) if value else None for value in _read(model, symbols)]


def _numbers(model: z3.ModelRef, symbols: list[Any]) -> list[int | None]:
    value_of = z3core.Z3_get_numeral_string
    return [int(value_of(CONTEXT, value)) if value else None for value in _read(model, symbols)]


def _read(model: z3.ModelRef, symbols: list[Any]) -> list[Any]:
    return [z3core.Z3_model_get_const_interp(CONTEXT, model.model, symbol) for symbol in symbols]


def main() -> None:
    """Serve until standard input ends."""
    memory = json.loads(sys.stdin.readline())["memory"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    words, solvers = Words(), dict[int, Solver]()
    for line in sys.stdin:
        request = json.loads(line)
        if "define" in request:
            words.define(request["words"], request["define"])
            continue
        if "text" in request:
            answer(solved(request["text"], request["milliseconds"]))
            continue
        number = request["solver"]
        if number not in solvers:
            solvers[number] = Solver(words)
        if "assert" in request:
            solvers[number].add(request["assert"])
        elif "end" in request:
            del solvers[number]
        else:
            answer(solvers[number].check(request))


def answer(found: dict[str, Any]) -> None:
    """Send what was found out."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
