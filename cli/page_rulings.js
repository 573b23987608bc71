// Rulings as they stand: what is settled and by which clause, what may still come out.

import { listed, make, own } from "./page_dom.js";

const MOST = 4; // outcomes of an open ruling that are told one by one
const RUN = 3; // indices in a row that are named one by one
const MEANS = {
  gap: "The rulebook is silent on this case: it is left to whoever has to rule.",
  clash: "The rulebook contradicts itself in this case: it is left to whoever has to rule.",
  undefined: "The rulebook names somebody or something that there is not in this case.",
};
const ORDER = ["value", "default", "gap", "clash", "undefined", "does not arise"];

/** Shows rulings in the words of a page. */
export class Rulings {
  constructor(topics) {
    this.topics = topics;
  }

  /** What there is to say of those that are settled and have not been before, in sentences. */
  news(found, before) {
    const known = new Set(before.filter((each) => each.settled).map(place));
    const fresh = found.filter((each) => each.settled && !known.has(place(each)));
    const told = grouped(fresh).map(([first, ...rest]) =>
      [this.ruling(first).question, this.whose([first, ...rest]), this.outcome(first)].filter(Boolean).join(" "),
    );
    return told.map((each) => `${each}.`).join(" ");
  }

  ruling(found) {
    return this.topics.rulings.get(found.ruling);
  }

  /** All that are wanted: those that are settled, those that are open, and those that do not arise. */
  standing(found) {
    const arising = found.filter((each) => !silent(each));
    const count = arising.filter((each) => each.settled).length;
    const names = [...new Set(found.map((each) => each.ruling))];
    const items = names
      .map((name) => arising.filter((each) => each.ruling === name))
      .filter((each) => each.length)
      .sort((one, other) => Number(other.some((each) => each.settled)) - Number(one.some((each) => each.settled)))
      .map((each) => this.about(each));
    const quiet = names.filter((name) => !arising.some((each) => each.ruling === name));
    const silence = quiet.map((name) => make("li", null, own(this.topics.rulings.get(name).question)));
    return [
      make("p", { class: "step" }, arising.length ? `${count} of ${arising.length} settled` : "Nothing to be decided."),
      make("ul", { class: "rulings" }, items),
      silence.length ? make("div", { class: "because" }, "Not to be decided here:", make("ul", null, silence)) : null,
    ];
  }

  about(found) {
    const ruling = this.ruling(found[0]);
    const open = found.filter((each) => !each.settled);
    const settled = grouped(found.filter((each) => each.settled)).map((group) => this.settled(group));
    const still = open.length ? this.open(open, open.length < found.length) : null;
    return make("li", null, make("h4", null, own(ruling.question)), settled, still);
  }

  /** What may still come out for a ruling, at any index where that is open. */
  open(found, named) {
    const comes = ordered(found.flatMap((each) => each.comes));
    const values = [...new Set(comes.map((each) => this.value(found[0], each)))];
    const told = values.length > MOST ? `${values.length} outcomes are possible` : own(listed(values, "or"));
    return make("p", { class: "outcome open" }, named ? this.lead(found) : null, "still open: ", told);
  }

  /** What comes out for a ruling, at indices of which the same can be said. */
  settled(group) {
    const [first] = group;
    const seated = group.every((each) => each.seated) ? null : make("span", { class: "because" }, " (if at the table)");
    const wrong = ["gap", "clash", "undefined"].includes(first.comes[0].kind);
    const ids = [...new Set(first.comes.flatMap((comes) => comes.clauses))];
    return make(
      "div",
      { class: wrong ? "outcome wrong" : "outcome", "data-for": group.map(place).join(" ") },
      make("p", { class: "outcome" }, this.lead(group), make("strong", null, own(this.outcome(first))), seated),
      ids.map((id) => this.reason(id, wrong ? "applies: " : sure(first, id) ? "by " : "perhaps by ")),
      this.finding(first),
    );
  }

  /** What it means that no value comes out, and where more is told of it. */
  finding(found) {
    const { kind } = found.comes[0];
    if (!MEANS[kind]) return null;
    const anchor = this.ruling(found).findings[kind];
    const more = anchor ? [" ", make("a", { href: `#${anchor}` }, "All cases in which that is so")] : [];
    return make("p", { class: "because" }, MEANS[kind], more);
  }

  /** A clause that decides: where it stands, and on which condition. */
  reason(id, lead) {
    const found = this.topics.clauses.get(id);
    const heading = found?.heading ? [", under “", own(found.heading), "”"] : [];
    return make(
      "div",
      null,
      make("p", { class: "because" }, lead, this.clause(id), ...heading),
      found?.when ? make("p", { class: "because" }, "because ", make("code", null, found.when)) : null,
    );
  }

  /** What stands before an outcome at some indices. */
  lead(found) {
    const whose = this.whose(found);
    return whose ? make("span", { class: "whose" }, own(whose), " ") : null;
  }

  /** A clause by its id and title, as a link. */
  clause(id) {
    const found = this.topics.clauses.get(id);
    if (!found) return make("span", null, id);
    return make("a", { href: `#${found.anchor}` }, id, ...(found.title ? [" ", own(found.title)] : []));
  }

  outcome(found) {
    return [...new Set(found.comes.map((comes) => this.value(found, comes)))].join(" or ");
  }

  value(found, { kind, value }) {
    switch (kind) {
      case "value":
        return this.called(found, value);
      case "default":
        return `${this.called(found, value)}, by default`;
      case "gap":
        return "no clause decides it";
      case "clash":
        return "clauses in force name different values";
      case "undefined":
        return "undefined: a clause in force names no value of it";
      default:
        return "not to be decided";
    }
  }

  called(found, value) {
    return this.ruling(found).values?.find((each) => each.code === Number(value))?.label ?? String(value);
  }

  /** Of which indices something is said. */
  whose(group) {
    const { places } = this.ruling(group[0]);
    if (!places) return "";
    const named = (index) => places.find((one) => one.index === index)?.label ?? String(index);
    const [first, last] = [group[0].index, group.at(-1).index];
    const run = group.length > RUN && last - first === group.length - 1;
    const told = run ? `${named(first)} to ${named(last)}` : group.map((each) => named(each.index)).join(", ");
    return `${told}:`;
  }
}
function place(found) {
  return found.index === null ? found.ruling : `${found.ruling}[${found.index}]`;
}

/** Whether a ruling does not arise, for sure. */
function silent(found) {
  return found.settled && found.comes[0].kind === "does not arise";
}

/** Whether a clause decides whatever else is so. */
function sure(found, id) {
  return found.comes.every((each) => each.clauses.includes(id));
}

/** Rulings by what can be said of them, in their order. */
function grouped(found) {
  const groups = new Map();
  for (const each of found) {
    if (silent(each)) continue;
    const key = JSON.stringify([each.ruling, each.seated, ordered(each.comes)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** Outcomes in the order of their values, by kind and value. */
function ordered(comes) {
  const rank = ({ kind, value }) => [ORDER.indexOf(kind), Number(value ?? 0)];
  return [...comes].sort((one, other) => {
    const [[kind, value], [otherKind, otherValue]] = [rank(one), rank(other)];
    const clauses = one.clauses.join() < other.clauses.join() ? -1 : 1;
    return kind - otherKind || value - otherValue || clauses;
  });
}
