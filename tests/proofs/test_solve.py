"""The solver's process can be ended at any time; what is not found out is unknown, with a reason."""

import os
import signal
import time

from misdeal.proofs.inquiry import USES, Prover
from misdeal.proofs.solve import GRACE, Process, Satisfied, Solver, Unknown, Unsatisfied
from misdeal.proofs.world import World

from ..strategies import seeded

SYMBOLS = "".join(f"(declare-const {name} Bool)" for name in ("f0", "f1", "f2"))
NUMBERS = "".join(f"(declare-const {name} Int)" for name in ("x", "y", "z"))
EASY = "(or f0 f1)"
HARD = "(= (+ (* x x x) (* y y y) (* z z z)) 114)"


def within(seconds: float) -> float:
    """A deadline on the monotonic clock."""
    return time.monotonic() + seconds


def knowing(process: Process, **meanings: str) -> Solver:
    """A solver to which the symbols above and some more words are known."""
    words = ["f0", "f1", "f2", *meanings]
    defined = "".join(f"(define-fun {word} () Bool {meaning})" for word, meaning in meanings.items())
    asserted = "".join(f"(assert {word})" for word in words)
    process.define(words, SYMBOLS + NUMBERS + defined + asserted)
    return process.solver()


def test_models_give_the_values_asked_for() -> None:
    """A model names the symbols asked for, and assumptions hold in it."""
    with Process(within(20)) as process:
        solver = knowing(process, easy=EASY)
        solver.add(["easy"])
        answer = solver.check([("f0", False)], ["f0", "f1"])
        assert isinstance(answer, Satisfied)
        assert dict(answer.values) == {"f0": 0, "f1": 1}


def test_cores_name_assumptions() -> None:
    """Where there is no model the assumptions that exclude one are named."""
    with Process(within(20)) as process:
        solver = knowing(process, easy=EASY)
        solver.add(["easy"])
        answer = solver.check([("f0", False), ("f2", True), ("f1", False)])
        assert isinstance(answer, Unsatisfied)
        assert set(answer.core) == {"f0", "f1"}


def test_words_are_asserted_only_where_added() -> None:
    """What is defined holds in no solver until it is added there."""
    with Process(within(20)) as process:
        one, other = knowing(process, never="(and f0 (not f0))"), process.solver()
        one.add(["never"])
        assert isinstance(one.check([]), Unsatisfied)
        assert isinstance(other.check([("f0", True)]), Satisfied)


def test_a_timeout_is_unknown() -> None:
    """A question that takes too long is unknown, not long after the time limit."""
    start = time.monotonic()
    with Process(within(0.8)) as process:
        solver = knowing(process, hard=HARD)
        answer = solver.check([("hard", True)])
    assert isinstance(answer, Unknown)
    assert answer.reason
    assert time.monotonic() - start < 0.8 + GRACE + 3


def test_after_the_time_limit_nothing_is_asked() -> None:
    """Once time is over every question is unknown at once."""
    with Process(within(-1)) as process:
        assert knowing(process).check([]) == Unknown("the time limit was reached")
        assert process.checks == 0


def test_too_little_memory_is_unknown() -> None:
    """A solver that runs out of memory breaks off, and the answer is unknown."""
    with Process(within(20), memory=64 << 20) as process:
        assert isinstance(knowing(process, hard=HARD).check([("hard", True)]), Unknown)


def test_a_killed_worker_is_unknown_and_starts_anew() -> None:
    """The question at which a worker breaks off is unknown; the next one is answered."""
    with Process(within(20)) as process:
        solver = knowing(process, easy=EASY)
        solver.add(["easy"])
        assert isinstance(solver.check([("f0", False)]), Satisfied)
        os.kill(process.start().pid, signal.SIGKILL)
        assert isinstance(solver.check([("f0", False)]), Unknown)
        assert isinstance(solver.check([("f0", False), ("f1", False)]), Unsatisfied)
        assert process.started == 2


def test_leaving_ends_the_worker() -> None:
    """No worker outlives the context."""
    with Process(within(20)) as process:
        worker = process.start()
    assert worker.poll() is not None


def test_a_solver_is_shared_by_what_asks_about_the_same_and_by_no_two_at_once() -> None:
    """One after the other, so many times; whoever asks meanwhile gets another one."""
    world = World(seeded(3).rulebook)
    cone, t = world.everything, world.terms
    with Process(time.monotonic() + 60) as process:
        prover = Prover(world, process)
        seen = []
        for _ in range(2 * USES):
            with prover.inquiry(cone, [t.true]) as inquiry, prover.inquiry(cone, [t.true]) as other:
                assert inquiry is not other
                seen.append(inquiry)
        assert max(seen.count(each) for each in seen) <= USES
        with prover.inquiry(cone, [t.true]) as inquiry, prover.inquiry(cone, [t.false]) as other:
            assert inquiry.holds([t.true])
            assert not other.holds([t.true])
