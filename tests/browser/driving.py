"""Whole interviews through the controls of a page, as a director would answer who knows everything of a situation."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from playwright.sync_api import Page

from misdeal.cli.wording import answer
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Seat, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.situation import ruling_places
from misdeal.model.meaning.topic import About, Topic, topics

Answers: TypeAlias = Mapping[str, Any]

DRIVER = """
(all) => all.map((answers, turn) => {
  const named = (name) => [...document.querySelectorAll("#interview button")].find((each) => each.textContent === name);
  named("Start over")?.click();
  const asked = [];
  for (let card; (card = document.querySelector("[data-topic]")); ) {
    const topic = card.dataset.topic;
    if (asked.length > 200) throw new Error(`asked on and on: ${asked}`);
    asked.push(topic);
    const answer = answers[topic];
    const [boxes, exact] = [[...card.querySelectorAll("[type=checkbox]")], card.querySelector("#exact")];
    const ranges = [...card.querySelectorAll("button[value]")].filter((each) => each.value.includes(".."));
    if (boxes.length) {
      for (const box of boxes) if (answer.includes(Number(box.value))) box.click();
      card.querySelector("form").requestSubmit();
    } else if (exact && (turn % 2 || !ranges.length)) {
      exact.value = answer;
      exact.form.requestSubmit();
    } else {
      const between = (range) => range[0] <= answer && answer <= range[1];
      const inside = ranges.find((each) => between(each.value.split("..").map(Number)));
      (inside ?? card.querySelector(`button[value="${Number(answer)}"]`)).click();
    }
    const fault = document.querySelector("#answer-fault")?.textContent;
    if (fault) throw new Error(`${topic}: ${fault}`);
  }
  const came = [...document.querySelectorAll("[data-for]")].flatMap((each) =>
    each.dataset.for.split(" ").map((place) => [
      place,
      each.querySelector("strong").textContent,
      [...each.querySelectorAll('a[href^="#clause-"]')].map((link) => link.hash.slice("#clause-".length)),
    ]),
  );
  const open = document.querySelectorAll(".outcome.open").length;
  const [link, command] = [document.querySelector("#link").href, document.querySelector("#command").textContent];
  return { asked, came, open, link, command };
})
"""


class Ended(NamedTuple):
    """How an interview ended: the topics that were asked about, what came out with the clauses that are named."""

    asked: tuple[str, ...]
    came: Mapping[str, tuple[str, frozenset[str]]]
    open: int
    link: str
    command: str


def drive(page: Page, every: Sequence[Answers]) -> list[Ended]:
    """An interview after the other, each with what is answered to every topic that may be asked about."""
    found = page.evaluate(f"(all) => ({DRIVER})(all)", list(every))
    return [
        Ended(
            tuple(each["asked"]),
            {place: (text, frozenset(clauses)) for place, text, clauses in each["came"]},
            each["open"],
            each["link"],
            each["command"],
        )
        for each in found
    ]


def answers(evaluation: Evaluation) -> Answers:
    """What somebody answers who knows all of a situation."""
    return {
        topic.key: _answer(evaluation, topic) for topic in topics(evaluation.rulebook) if _is_there(evaluation, topic)
    }


def _is_there(evaluation: Evaluation, topic: Topic) -> bool:
    """Whether a topic is about somebody at the table, if about anybody."""
    seated = topic.index is not None and isinstance(topic.index.type, Seat)
    index = topic.places[0].index
    return topic.at_once or not seated or (index is not None and index <= evaluation.situation.players)


def _answer(evaluation: Evaluation, topic: Topic) -> Any:  # noqa: ANN401 - goes to the browser
    players = evaluation.situation.players
    if topic.about is About.PLAYERS:
        return players
    if not topic.at_once:
        return int(_value(evaluation, topic, topic.places[0]))
    here = [place for place in topic.places if place.index is not None and _is_seated(topic, place.index, players)]
    return [int(place.index) for place in here if place.index is not None and _value(evaluation, topic, place)]


def _is_seated(topic: Topic, index: Value, players: int) -> bool:
    return topic.index is None or not isinstance(topic.index.type, Seat) or index <= players


def _value(evaluation: Evaluation, topic: Topic, place: Place) -> Value:
    if topic.about is About.FACT:
        return evaluation.situation.values[place]
    let = evaluation.rulebook.lets[place.name]
    names = {parameter.name: place.index for parameter in let.parameters if place.index is not None}
    value = evaluation.value(let.body, names)
    assert isinstance(value, int)
    return value


def expected(evaluation: Evaluation) -> dict[str, tuple[str, frozenset[str]]]:
    """What has to come out of the rulings that arise, in the words of a page, with the clauses that decide."""
    rulebook = evaluation.rulebook
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for place in ruling_places(rulebook, evaluation.situation.players):
        outcome = evaluation.outcome(place)
        if outcome.kind is not Kind.DOES_NOT_ARISE:
            shown = place.name if place.index is None else f"{place.name}[{int(place.index)}]"
            clauses = frozenset(each.clause.id for each in outcome.deciding)
            found[shown] = (_told(rulebook, place, outcome.kind, outcome.value), clauses)
    return found


def _told(rulebook: Rulebook, place: Place, kind: Kind, value: Value | None) -> str:
    match kind:
        case Kind.GAP:
            return "no clause decides it"
        case Kind.CLASH:
            return "clauses in force name different values"
        case Kind.UNDEFINED:
            return "undefined: a clause in force names no value of it"
        case _:
            assert value is not None
            told = answer(rulebook.rulings[place.name].type, value)
            return f"{told}, by default" if kind is Kind.DEFAULT else told
