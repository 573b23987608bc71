"""The interview of a page in tests: node plays many of them, answered from situations."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from misdeal.model.exchange.diagram import Form
from misdeal.model.exchange.interview_form import interview_document, interview_script
from misdeal.model.language.expression import Call, Const
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Seat, Value, first_value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes
from misdeal.model.meaning.topic import About, Topic, topics
from misdeal.proofs.diagram_grow import TooLarge, diagram
from misdeal.proofs.diagram_sieve import sieve

from .exchanging import node
from .strategies import domain

Outcome = tuple[str, Value | None]

_DRIVER = """
import {{ readFileSync }} from "node:fs";
import {{ Interview }} from "./interview.mjs";
const {{ document, plays, limits }} = JSON.parse(readFileSync({input}, "utf8"));
const interview = new Interview(document, limits);
const answered = ({{ topic, cells, codes }}, {{ truth, unknown, at_once }}) => {{
  if (unknown.includes(topic)) return null;
  if (at_once.includes(topic)) return codes.filter((code) => truth[topic][code]);
  const code = Number(truth[topic]);
  if (!cells.length) return [code];
  const [low, high] = cells.find(([low, high]) => low <= code && code <= high);
  return Array.from({{ length: high - low + 1 }}, (_, at) => low + at);
}};
const played = (play) => {{
  const [answers, steps] = [[], []];
  for (;;) {{
    const start = process.cpuUsage();
    const step = interview.step(answers, play.wanted);
    const {{ user, system }} = process.cpuUsage(start);
    steps.push({{ ...step, given: null, milliseconds: (user + system) / 1000 }});
    if (step.question === null || answers.length > 300) return steps;
    const given = answered(step.question, play);
    steps[steps.length - 1].given = given;
    answers.push({{ topic: step.question.topic, given }});
  }}
}};
const found = plays.map((play) => (play.answers ? [interview.step(play.answers, [])] : played(play)));
process.stdout.write(JSON.stringify({{ found, doubts: interview.doubts }}));
"""


@dataclass(frozen=True, slots=True)
class Play:
    """An interview about a situation; of the topics `unknown` the director knows nothing."""

    evaluation: Evaluation
    unknown: frozenset[str] = frozenset()
    wanted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """The steps of each interview, as the program gave them, with `given`, what was answered; and its doubts."""

    found: Sequence[Sequence[Mapping[str, Any]]]
    doubts: int

    @property
    def questions(self) -> list[int]:
        """How many were asked in each."""
        return [len(steps) - 1 for steps in self.found]


def forms(rulebook: Rulebook, nodes: int = 2_000) -> Mapping[str, Form | None]:
    """Diagrams that nobody has proved, and what takes their place where these are too large."""
    found: dict[str, Form | None] = {}
    for name, ruling in rulebook.rulings.items():
        try:
            found[name] = diagram(rulebook, ruling, nodes)
        except TooLarge:
            found[name] = sieve(rulebook, ruling)
    return found


def played(
    rulebook: Rulebook,
    compiled: Mapping[str, Form | None],
    plays: Sequence[Play],
    directory: Path,
    limits: Mapping[str, int] | None = None,
) -> Played:
    """Interviews, one after the other in one process; with `limits` of the program other than its own."""
    every = topics(rulebook)
    given = [
        {
            "truth": {topic.key: truth(play.evaluation, topic) for topic in every},
            "at_once": [topic.key for topic in every if topic.at_once],
            "unknown": sorted(play.unknown),
            "wanted": list(play.wanted),
        }
        for play in plays
    ]
    return _run(rulebook, compiled, given, directory, limits or {})


def stepped(
    rulebook: Rulebook,
    compiled: Mapping[str, Form | None],
    answers: Sequence[Sequence[Mapping[str, Any]]],
    directory: Path,
) -> Sequence[Mapping[str, Any]]:
    """The step after each of some lists of answers, whatever they say."""
    done = _run(rulebook, compiled, [{"answers": each} for each in answers], directory, {})
    return [step for (step,) in done.found]


def _run(
    rulebook: Rulebook,
    compiled: Mapping[str, Form | None],
    plays: Sequence[Mapping[str, Any]],
    directory: Path,
    limits: Mapping[str, int],
) -> Played:
    (directory / "interview.mjs").write_text(interview_script(), encoding="utf-8")
    document = json.loads(interview_document(rulebook, compiled))
    path, driver = directory / "plays.json", directory / "driver.mjs"
    path.write_text(json.dumps({"document": document, "plays": plays, "limits": limits}), encoding="utf-8")
    driver.write_text(_DRIVER.format(input=json.dumps(str(path))), encoding="utf-8")
    done = subprocess.run((node(), str(driver)), capture_output=True, check=False, encoding="utf-8", timeout=7_200)
    assert done.returncode == 0, done.stderr
    return Played(**json.loads(done.stdout))


def truth(evaluation: Evaluation, topic: Topic) -> Any:  # noqa: ANN401 - JSON
    """What is so of a topic: a code, or one by each index at the table."""
    if not topic.at_once:
        return answer(evaluation, topic, topic.places[0])
    return {int(place.index or 0): answer(evaluation, topic, place) for place in topic.places}


def answer(evaluation: Evaluation, topic: Topic, place: Place) -> int | None:
    """The value of a topic at a place, None where nobody sits there."""
    players = evaluation.situation.players
    if topic.index and isinstance(topic.index.type, Seat) and (place.index or 0) > players:
        return None
    match topic.about:
        case About.PLAYERS:
            return players
        case About.FACT:
            return int(evaluation.situation.values[place])
        case About.LET:
            let = evaluation.rulebook.lets[place.name]
            arguments = tuple(Const(place.index, each.type) for each in let.parameters if place.index is not None)
            value = evaluation.value(Call(let.name, arguments, let.body.type), {})
            assert isinstance(value, int)
            return int(value)


def comes(evaluation: Evaluation, place: Place) -> tuple[Outcome, tuple[str, ...]]:
    """What comes out and which clauses decide it; a value by default counts as any other."""
    outcome = evaluation.outcome(place)
    clauses = tuple(dict.fromkeys(each.clause.id for each in outcome.deciding))
    return as_outcome(outcome.kind.value, outcome.value), clauses


def as_outcome(kind: str, value: Value | None) -> Outcome:
    """An outcome by which clauses and defaults are not told apart."""
    return (Kind.VALUE.value if kind == Kind.DEFAULT.value else kind, None if value is None else int(value))


def outcomes(ruling: Mapping[str, Any]) -> set[tuple[Outcome, tuple[str, ...]]]:
    """What can come out for a ruling by an interview, with the clauses."""
    return {(as_outcome(each["kind"], each["value"]), tuple(each["clauses"])) for each in ruling["comes"]}


def chance(seed: int) -> Random:
    """Numbers that look random."""
    return Random(seed)  # noqa: S311 - nothing secret


def possible(rulebook: Rulebook, count: int, random: Random, tries: int = 400) -> list[Evaluation]:
    """Random possible situations, some of them nearly ordinary."""
    found: list[Evaluation] = []
    for turn in range(count * tries):
        evaluation = Evaluation(rulebook, _drawn(rulebook, random, (0.0, 0.6, 0.9)[turn % 3]))
        if evaluation.possible:
            found.append(evaluation)
            if len(found) == count:
                break
    return found


def _drawn(rulebook: Rulebook, random: Random, usual: float) -> Situation:
    """A situation in which facts are as usual with some probability."""
    players = random.choice(table_sizes(rulebook))
    values: dict[Place, Value] = {}
    for name in rulebook.settling_order:
        fact = rulebook.facts[name]
        for place in fact_places(fact, players):
            values[place] = first_value(fact.type)
            evaluation = Evaluation(rulebook, Situation(players, values))
            if arises(evaluation, fact, place):
                ordinary = usual_value(evaluation, fact, place) if random.random() < usual else None
                values[place] = random.choice(domain(fact.type, players)) if ordinary is None else ordinary
    return Situation(players, MappingProxyType(values))
