"""The second solver's process: the only file that imports cvc5. Run as a script, by `second`; text in, verdicts out.

One JSON object a line on standard input, one in answer on standard output. `{"memory": bytes}` comes first. Then
`{"text": smt, "milliseconds": m}`, a whole file of SMT-LIB 2 that asks once, is answered by `{"verdict": "sat"}`,
`{"verdict": "unsat"}` or `{"verdict": "unknown", "reason": text}`. Each file has a solver of its own.
"""

# pyright: reportAttributeAccessIssue=false
# (cvc5 declares no types, and what is inferred of it is wrong)

import json
import resource
import sys
from typing import Any

import cvc5

_OPTIONS = {"static-learning": "false"}  # twice as quick on what certificates hold


def solved(text: str, milliseconds: int) -> dict[str, Any]:
    """The answer to one file."""
    try:
        answers = _answers(text, milliseconds)
    except RuntimeError as error:
        return {"verdict": "unknown", "reason": str(error)}
    if answers in (["sat"], ["unsat"]):
        return {"verdict": answers[0]}
    return {"verdict": "unknown", "reason": "timeout" if answers == ["unknown"] else f"it answers {answers}"}


def _answers(text: str, milliseconds: int) -> list[str]:
    """What the commands of a file print. Raises RuntimeError."""
    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in {**_OPTIONS, "tlimit-per": str(milliseconds)}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "thesis")
    printed = []
    while not (command := parser.nextCommand()).isNull():
        printed.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
    return [each for each in printed if each]


def main() -> None:
    """Serve until standard input ends."""
    memory = json.loads(sys.stdin.readline())["memory"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps(solved(request["text"], request["milliseconds"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
