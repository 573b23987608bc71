"""Sentences about two rulebooks that the formats share."""

from collections.abc import Iterator

from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.diff import Edition, OnlyPossible, Unpaired, What
from misdeal.proofs.finding import Verdict
from misdeal.proofs.table import Proof

from .diff_account import ToldComes, ToldDiff, ToldExample, ToldMoved, ToldRuling
from .table_words import example as situation

_UNRULED = {Kind.GAP, Kind.CLASH, Kind.UNDEFINED}
_COUNTED = {What.FACT: "facts", What.RULING: "rulings", What.VALUE: "values", What.CLAUSE: "clauses"}


def outcome(comes: ToldComes) -> str:
    """What comes out under one rulebook."""
    if comes.kind in _UNRULED:
        return f"{comes.kind.value.upper()}: {comes.result}"
    if comes.kind is Kind.DEFAULT:
        return f"{comes.result}, by default"
    return f"`{comes.result}`" if comes.computed else comes.result


def example(told: ToldExample, moved: ToldMoved | None = None) -> str:
    """A situation in a sentence, and what came out and comes out there where that is computed."""
    if moved is None or not (moved.old.computed or moved.new.computed):
        return situation(told.telling)
    old, new = (each.here or each.result for each in (moved.old, moved.new))
    return f"{situation(told.telling)}; there “{old}” becomes “{new}”"


def heading(ruling: ToldRuling) -> str:
    """A ruling by its name, or by both, and its question."""
    name = f"`{ruling.old}`" if ruling.old == ruling.new else f"`{ruling.old}` (new: `{ruling.new}`)"
    about = f", for {ruling.about}" if ruling.about else ""
    return f"{name}{about}: {ruling.question}"


def follows(ruling: ToldRuling) -> str:
    """That a ruling moves only because others do; empty where that is not so."""
    causes = [f"`{name}`" for name in ruling.compared.ruling.follows]
    return f"Its own clauses are the same; it follows {' and '.join(causes)}." if causes else ""


def only_heading(found: OnlyPossible) -> str:
    """What is possible in one only, and why not in the other one."""
    return f"Possible only in the {found.edition.value} rulebook: the {found.edition.other.value} one {found.why.value}"


def listed(told: ToldDiff) -> Iterator[tuple[str, str]]:
    """What only one rulebook has, kind by kind: a heading and the names."""
    for edition in Edition:
        for what in What:
            names = [_name(each) for each in told.unpaired if each.edition is edition and each.what is what]
            if names:
                kind = what.value if len(names) == 1 else _COUNTED[what]
                yield f"Only the {edition.value} rulebook has the {kind}", ", ".join(names)


def decided(told: ToldDiff) -> Iterator[str]:
    """What the new rulebook decides, and so the old one was read: name and value, the ambiguity, the reason."""
    for each in told.diff.decisions:
        unclear = f" ({each.fact.ambiguity})" if each.fact.ambiguity else ""
        yield f"`{each.fact.name} = {each.fact.type.show(each.value)}`{unclear}: {each.reason}"


def _name(unpaired: Unpaired) -> str:
    return f"`{unpaired.name}` of {unpaired.of}" if unpaired.of else f"`{unpaired.name}`"


def counted(told: ToldDiff) -> str:
    """How many rulings were compared, and how many come out differently."""
    if told.incomparable:
        return "no situation is possible in both, so that no ruling can be compared."
    moved = sum(bool(each.moved) for each in told.rulings)
    rulings = "1 ruling" if len(told.rulings) == 1 else f"{len(told.rulings)} rulings"
    how = {0: "none comes", 1: "1 comes"}.get(moved, f"{moved} come")
    return f"{rulings} compared, of which {how} out differently."


def meant(told: ToldDiff) -> Iterator[str]:
    """What is to be said of the changes that the new rulebook declares; nothing where it declares none."""
    found = [moved.meant for each in told.rulings for moved in each.moved]
    if told.diff.unintended:
        regions = "1 region is" if told.diff.unintended == 1 else f"{told.diff.unintended} regions are"
        yield f"{regions} not meant: no `changes` of the new rulebook covers what changed there."
    elif any(found) and told.diff.whole:
        yield "Nothing changed but what the new rulebook declares."
    for change in told.diff.idle:
        yield f"`{change.ruling}` does not come out differently where `changes` says so: “{change.reason}”."


def proved(told: ToldDiff) -> Iterator[tuple[Proof, str]]:
    """What had to be proved, and what is said of it; rulings that are the same are told together."""
    same = [each for each in told.rulings if not each.moved and each.compared.proof.verdict is Verdict.PROVED]
    yield from ((each.compared.proof, each.compared.proof.sentence) for each in told.rulings if each not in same)
    yield from ((each.found.proof, each.found.proof.sentence) for each in told.only)
    if len(same) == 1:
        yield same[0].compared.proof, same[0].compared.proof.sentence
    elif same:
        yield same[0].compared.proof, f"the same comes out everywhere for {', '.join(f'`{each.old}`' for each in same)}"


def verdict(proof: Proof) -> str:
    """What became of a proof, as it stands before its sentence."""
    return "not so" if proof.verdict is Verdict.REFUTED else proof.verdict.value


def reason(proof: Proof) -> str:
    """Why it is not proved, in brackets."""
    return f" ({proof.reason})" if proof.reason else ""


def may_be_more(proof: Proof) -> bool:
    """Whether it is not known that what is told is all."""
    return proof.verdict is Verdict.UNKNOWN
