// What an interview looks like: the question, the rulings, the answers so far, and what is taken away at the end.

import { button, copying, make, own } from "./page_dom.js";
import { controls } from "./page_controls.js";

const CLAUSES = 6; // that are named as turning on a question

/** What has to be said before the question. */
export function noticeView(ask) {
  return ask.notice ? make("div", { class: "notice screen-only" }, make("p", null, ask.notice)) : null;
}

/** Which rulings are wanted. */
export function chooserView(ask) {
  const { rulings } = ask.words;
  const wanted = ask.wanted();
  const box = (ruling) => {
    const made = make("input", {
      type: "checkbox",
      "data-ruling": ruling.name,
      on: { change: (event) => ask.choose(ruling.name, event.target.checked) },
    });
    made.checked = wanted.includes(ruling.name);
    return make("label", null, made, own(ruling.question));
  };
  const all = rulings.length > 1 ? `All ${rulings.length} rulings are wanted` : "One ruling is wanted";
  const count = wanted.length < rulings.length ? `${wanted.length} of ${rulings.length} rulings are wanted` : all;
  const details = make(
    "details",
    { class: "choose screen-only", on: { toggle: () => (ask.choosing = details.open) } },
    make("summary", null, count),
    make(
      "fieldset",
      null,
      make("legend", { class: "unseen" }, "Which rulings are wanted?"),
      make(
        "div",
        { class: "moves" },
        button("All of them", () => ask.chooseAll(true), { id: "want-all" }),
        button("None yet", () => ask.chooseAll(false), { id: "want-none" }),
      ),
      make("div", { class: "choices" }, rulings.map(box)),
    ),
  );
  details.open = ask.choosing;
  return details;
}

/** The question, with its answers, the ways back, and why it is asked. */
export function questionView(ask) {
  const { topic, question, before } = ask.asked();
  const count = ask.state.answers.length;
  const changing = ask.changing !== null;
  return make(
    "section",
    { class: "card now screen-only", "aria-labelledby": "question-title", "data-topic": topic.key },
    make("p", { class: "step" }, changing ? "Another answer" : `Question ${count + 1}`),
    topic.note ? make("p", { class: "aside", id: "question-note" }, own(topic.note)) : null,
    make("h3", { id: "question-title", tabindex: -1 }, own(topic.question)),
    make(
      "div",
      { role: "group", "aria-labelledby": "question-title" },
      controls(topic, question, before, (given) => ask.answer(given)),
    ),
    make("p", { id: "answer-fault", class: "fault", role: "alert" }),
    make(
      "div",
      { class: "moves" },
      button("I don\u2019t know", () => ask.answer(null)),
      changing ? button("Leave it as it is", () => ask.back(), { class: "plain" }) : backButton(ask),
      againButton(ask),
    ),
    whyView(ask, topic),
  );
}

function backButton(ask) {
  return button("Back", () => ask.back(), { class: "plain", disabled: ask.state.answers.length === 0 });
}

function againButton(ask) {
  return button("Start over", () => ask.again(), { class: "plain", disabled: ask.state.answers.length === 0 });
}

/** Why a question is asked: what is open that it bears on, which clauses name it, what it costs. */
function whyView(ask, topic) {
  const open = new Set(ask.result.rulings.filter((each) => !each.settled).map((each) => each.ruling));
  const rulings = topic.rulings
    .filter((name) => open.has(name))
    .map((name) => make("li", null, own(ask.topics.rulings.get(name).question)));
  const clauses = topic.clauses.slice(0, CLAUSES).map((id) => ask.rulings.clause(id));
  const more = topic.clauses.length - clauses.length;
  if (more > 0) clauses.push(`and ${more} more`);
  const parts = [];
  if (rulings.length) {
    parts.push(make("p", null, "These are still open, and the answer may bear on them:"), make("ul", null, rulings));
  }
  if (clauses.length) {
    const listed = clauses.flatMap((clause, at) => (at ? [", ", clause] : [clause]));
    parts.push(make("p", null, "What turns on it: ", listed, "."));
  }
  if (topic.cost > 1) {
    const told = `It is reckoned to take ${topic.cost} times as much as a plain question, and is asked where it pays.`;
    parts.push(make("p", null, told));
  }
  if (!parts.length) parts.push(make("p", null, "What is asked next depends on it."));
  return make("details", { class: "why" }, make("summary", null, "Why is this asked?"), parts);
}

/** The rulings beside a question. */
export function standingView(ask) {
  return make(
    "section",
    { class: "card rest", "aria-labelledby": "rulings-title" },
    make("h3", { id: "rulings-title" }, "Rulings"),
    ask.rulings.standing(ask.result.rulings),
  );
}

/** The end of the interview: the rulings. */
export function endView(ask) {
  const open = ask.result.rulings.some((each) => !each.settled);
  const count = ask.state.answers.length;
  return make(
    "section",
    { class: "card now", "aria-labelledby": "question-title" },
    make("p", { class: "step screen-only" }, count === 1 ? "After one question" : `After ${count} questions`),
    make(
      "h3",
      { id: "question-title", tabindex: -1 },
      open ? "Nothing more can be asked" : "Every ruling that is wanted is settled",
    ),
    open ? unknownView(ask) : null,
    ask.rulings.standing(ask.result.rulings),
    make(
      "div",
      { class: "moves screen-only" },
      button("Print", () => window.print(), { class: "main" }),
      backButton(ask),
      againButton(ask),
    ),
  );
}

/** What was not known: an answer to it may settle what is still open. */
function unknownView(ask) {
  const unknown = [...ask.state.answers.entries()].filter(([, answer]) => answer.given === null);
  const item = ([at, { topic }]) =>
    make("li", null, own(ask.question(topic)), " ", button("Answer", () => ask.change(at), {
      class: "plain screen-only",
      "aria-label": `Answer: ${ask.question(topic)}`,
    }));
  return make(
    "div",
    null,
    make("p", null, "What is still open depends on what is not known. An answer to one of these may settle it:"),
    make("ul", null, unknown.map(item)),
  );
}

/** What can be taken away from it. */
export function takenView(ask) {
  const link = new URL(ask.topics.fragment(ask.state), location.href).href;
  const command = ask.topics.command(ask.state);
  return make(
    "section",
    { class: "card rest", "aria-labelledby": "taken-title" },
    make("h3", { id: "taken-title" }, "To keep or to send"),
    make(
      "div",
      { class: "take" },
      make("h4", null, "These answers as a link"),
      make("a", { class: "link", href: link, id: "link" }, link),
      make("div", null, copying("Copy the link", () => link)),
    ),
    make(
      "div",
      { class: "take screen-only" },
      make("h4", null, "The same on a command line"),
      make("pre", { id: "command" }, make("code", null, command)),
      make("div", null, copying("Copy the command", () => command)),
    ),
  );
}

/** The answers so far, each to be changed. */
export function answersView(ask) {
  const { answers } = ask.state;
  if (!answers.length) return null;
  const item = (answer, at) => {
    const question = ask.question(answer.topic);
    const named = { class: "plain", "aria-label": `Change the answer: ${question}` };
    return make(
      "li",
      null,
      make("div", { class: "asked" }, own(question)),
      make("div", { class: "given" }, own(ask.topics.told(answer))),
      button("Change", () => ask.change(at), named),
    );
  };
  return make(
    "section",
    { class: "told", "aria-labelledby": "answers-title" },
    make("h3", { id: "answers-title" }, "Your answers"),
    make("ol", { class: "answers" }, answers.map(item)),
  );
}
