// How a question is answered: a button for each value or range, or a box for each player or index.

import { button, make, own } from "./page_dom.js";
import { spoken } from "./page_topics.js";

const AROUND = 10; // players that find room around a table
const BUTTONS = 12; // numbers that have a button each
const WIDEST = 4096; // numbers of a range that can be given at once
const SHORT = 12; // characters of a label that stand in a narrow button

/** The controls of a question. `answer` is called with the codes that are given, `before` are those given last time. */
export function controls(topic, question, before, answer) {
  switch (topic.kind) {
    case "each":
      return each(topic, question, before, answer);
    case "number":
      return number(question, before, answer);
    default:
      return values(topic, question, before, answer);
  }
}

function values(topic, question, before, answer) {
  const possible = topic.options.filter((option) => question.codes.includes(option.code));
  const short = possible.every((option) => option.label.length <= SHORT);
  const made = possible.map((option) =>
    button(own(option.short ?? option.label), () => answer([option.code]), {
      value: option.code,
      "aria-label": option.short ? option.label : null,
      ...pressed(before?.includes(option.code)),
    }),
  );
  const seats = topic.kind === "seat" && topic.seats;
  if (seats) return around(possible.map((option) => option.code), made, topic.seats, "seats");
  return make("div", { class: short ? "options short" : "options" }, made);
}

/** A button that was pressed last time says so. */
function pressed(was) {
  return was ? { "aria-description": "your answer so far", class: "was" } : {};
}

function each(topic, question, before, answer) {
  const possible = topic.options.filter((option) => question.codes.includes(option.code));
  const boxes = possible.map((option) => make("input", { type: "checkbox", value: option.code, name: "each" }));
  for (const box of boxes) box.checked = before?.includes(Number(box.value)) ?? false;
  for (const [at, option] of possible.entries()) if (option.short) boxes[at].setAttribute("aria-label", option.label);
  const labels = possible.map((option, at) => make("label", null, boxes[at], own(option.short ?? option.label)));
  const give = () => answer(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
  const submit = make("button", { type: "submit", class: "main" }, "");
  const name = () => {
    const count = boxes.filter((box) => box.checked).length;
    submit.textContent = count === 0 ? "None of them" : count === 1 ? "Only this one" : `These ${count}`;
  };
  name();
  const group = topic.seats
    ? around(possible.map((option) => option.code), labels, topic.seats)
    : make("div", { class: "seats" }, labels);
  const some = possible.length < topic.options.length ? "Who or what is not listed is known, or cannot be so." : null;
  const hint = some && make("p", { class: "aside" }, some);
  const listen = { submit: (event) => (event.preventDefault(), give()), change: name };
  return make("form", { on: listen }, group, hint, submit);
}

function number(question, before, answer) {
  const cells = question.cells.length ? question.cells : question.codes.map((code) => [code, code]);
  const single = cells.every((cell) => cell[0] === cell[1]);
  if (single && cells.length > BUTTONS) return exact("The number", cells, answer);
  const made = cells
    .filter((cell) => cell[1] - cell[0] < WIDEST)
    .map((cell) => button(spoken(cell), () => answer(run(cell)), {
        value: cell.join(".."),
        ...pressed(before?.every((code) => cell[0] <= code && code <= cell[1])),
      }));
  const buttons = make("div", { class: "options short" }, made);
  return single ? buttons : make("div", null, buttons, exact("or exactly", cells, answer));
}

/** The codes of a range. */
function run([low, high]) {
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

function exact(name, cells, answer) {
  const [low, high] = [cells[0][0], cells.at(-1)[1]];
  const field = make("input", {
    type: "number",
    id: "exact",
    min: low,
    max: high,
    step: 1,
    inputmode: "numeric",
    required: true,
    "aria-describedby": "exact-fault",
  });
  const fault = make("p", { id: "exact-fault", class: "fault", role: "alert" });
  const give = (event) => {
    event.preventDefault();
    const value = field.valueAsNumber;
    const fits = Number.isInteger(value) && cells.some((cell) => cell[0] <= value && value <= cell[1]);
    if (fits) return answer([value]);
    fault.textContent = `A whole number from ${low} to ${high} is possible here.`;
    field.setAttribute("aria-invalid", "true");
    field.focus();
    return undefined;
  };
  return make(
    "form",
    { novalidate: true, on: { submit: give } },
    make(
      "div",
      { class: "exact" },
      make("label", { for: "exact" }, name),
      field,
      make("button", { type: "submit" }, "Answer"),
    ),
    fault,
  );
}

/** Seats around a table, the first on top and the others clockwise; in rows where they are many. */
function around(codes, made, seats) {
  if (seats > AROUND) return make("div", { class: "seats" }, made);
  const felt = make("div", { class: "felt", "aria-hidden": "true" });
  const isSeat = (_, at) => codes[at] <= seats;
  made.filter(isSeat).forEach((control, at) => {
    const angle = ((codes[at] - 1) / seats) * 2 * Math.PI;
    control.style.left = `${50 + 38 * Math.sin(angle)}%`;
    control.style.top = `${50 - 40 * Math.cos(angle)}%`;
  });
  const round = make("div", { class: "seats round" }, felt, made.filter(isSeat));
  const others = made.filter((_, at) => !isSeat(_, at));
  return others.length ? make("div", null, round, make("div", { class: "seats" }, others)) : round;
}
