"""Mutants that were judged as text: statement by statement what nothing protects, then the scores."""

import shlex

from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.mutants import Mutant
from misdeal.proofs.mutation_records import Fate, Means, Score, Standing

from .mutation_told import ToldMutation, percent, statement, title_of
from .suite_yaml import situation_lines
from .terminal import Paper
from .witness import Came

_WANTED = "What is given and expected makes a case once it has a `name`, and a `source` that says that it should be so."
_INDENT = 4


def write_mutation(paper: Paper, told: ToldMutation) -> None:
    """Put what became of the mutants of a rulebook on paper."""
    for subject, fates in told.by_subject().items():
        left = {each: fate for each, fate in fates.items() if fate.standing in {Standing.SURVIVES, Standing.UNKNOWN}}
        if not left:
            continue
        span, title = statement(told.rulebook, subject).span, title_of(told.rulebook, subject)
        paper.gap()
        changing = sum(fate.standing is not Standing.SAME for fate in fates.values())
        counted = f"{len(left)} of {changing} not killed"
        named = f"{subject} “{title}”" if title else str(subject)
        paper.paragraph(f"{named}, {span.line_from(told.rulebook.file)}: {counted}", bold=True)
        for mutant, fate in left.items():
            _write_mutant(paper, told, mutant, fate)
    paper.gap()
    _write_scores(paper, told)


def _write_mutant(paper: Paper, told: ToldMutation, mutant: Mutant, fate: Fate) -> None:
    colour = "yellow" if fate.standing is Standing.UNKNOWN else "red"
    paper.paragraph(mutant.told, indent=2, mark="- ", fg=colour)
    if fate.reason:
        paper.paragraph(f"not found out: {fate.reason}", indent=_INDENT)
    if fate.difference is not None:
        shown = told.difference(mutant, fate.difference)
        now, mutated = _result(shown.now), _result(shown.mutant)
        paper.paragraph(f"`{shown.now.place}` is {now}, and in the mutant {mutated}", indent=_INDENT)
        for line in situation_lines(told.rulebook, shown.case):
            paper.line(f"{' ' * _INDENT}{line}", fg="cyan")
        paper.command(map(shlex.quote, shown.command), indent=_INDENT)
    also = [f"the generated case “{fate.generated.title}” notices it"] if fate.generated else []
    also += ["`check` finds a gap, a clash or an undefined value"] if fate.noticed else []
    if also:
        paper.paragraph("; ".join(also), indent=_INDENT, dim=True)


def _result(came: Came) -> str:
    """What comes out, a value in quotes."""
    return f"“{came.result}”" if came.kind in {Kind.VALUE, Kind.DEFAULT} else came.result


def _write_scores(paper: Paper, told: ToldMutation) -> None:
    mutation = told.mutation
    same, all_ = mutation.count(Standing.SAME), len(mutation.fates)
    set_aside = f", of which {same} are proved to change nothing" if same else ""
    paper.paragraph(f"{told.book}: {all_} mutants{set_aside}.", bold=True)
    cases, claims = mutation.killed_by(Means.CASE), mutation.killed_by(Means.CLAIM)
    _write_score(paper, f"killed by hand ({cases} by cases, {claims} by claims)", mutation.by_hand)
    _write_score(paper, "killed by generated cases", mutation.generated)
    _write_score(paper, "killed by one or the other", mutation.together)
    survivors = [fate for fates in mutation.survivors().values() for fate in fates.values()]
    if survivors:
        noticed = sum(fate.noticed for fate in survivors)
        told_of = f"Of the {len(survivors)} that survive what is written by hand, `check` would notice {noticed}"
        paper.paragraph(f"{told_of} by a gap, a clash or an undefined value.", indent=2)
        paper.paragraph(_WANTED, indent=2)


def _write_score(paper: Paper, what: str, score: Score) -> None:
    unknown = f", {score.unknown} not found out" if score.unknown else ""
    paper.paragraph(f"{score.killed} of {score.all}, {percent(score)} %{unknown}", indent=2, mark=f"{what}: ")
