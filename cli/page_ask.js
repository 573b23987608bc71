// The interview: one question at a time, the rulings as they come to be settled, and at the end the result.

import { make } from "./page_dom.js";
import { Rulings } from "./page_rulings.js";
import { Topics } from "./page_topics.js";
import { answersView, chooserView, endView, noticeView, questionView, standingView, takenView } from "./page_views.js";

const UNFIT = "The answers of this link do not fit what is asked. The interview begins anew.";

/** The interview in an element; what it tells goes to `live`, a region that is read out. */
export class Ask {
  constructor(root, live, interview, words) {
    this.root = root;
    this.live = live;
    this.interview = interview;
    this.topics = new Topics(words);
    this.rulings = new Rulings(this.topics);
    this.words = words;
    this.state = { wanted: [], answers: [] };
    this.changing = null; // the place of the answer that is being changed
    this.remembered = []; // answers that were given after one that has been changed
    this.notice = "";
    this.result = null;
    this.cleared = false; // whether no ruling is chosen yet
    this.choosing = false; // whether the choice of rulings is open
  }

  // What happens

  /** Begin with what a fragment says; false where it says nothing of an interview. */
  restore(fragment) {
    const found = this.topics.restored(fragment);
    if (found === null) return false;
    const { state, fault } = found.fault === undefined ? this.replayed(found) : found;
    this.enter(state ?? { wanted: [], answers: [] }, fault);
    return true;
  }

  /** The state in which some answers have been given to what was asked, or the fault if they do not fit that. */
  replayed({ wanted, answers }) {
    const state = { wanted, answers: [] };
    for (const { topic, given } of answers) {
      const { question } = this.interview.step(state.answers, wanted);
      if (question?.topic !== topic) return { fault: UNFIT };
      state.answers = [...state.answers, { topic, given, asked: question.codes }];
      if (!this.fits(state)) return { fault: UNFIT };
    }
    return { state, fault: "" };
  }

  /** Whether some answers can all be true. */
  fits(state) {
    return !this.interview.step(state.answers, state.wanted).impossible;
  }

  /** The answers of this tab, as a fragment: who reads a clause and loads the page anew has them still. */
  kept() {
    try {
      return sessionStorage.getItem(this.words.hash) ?? "";
    } catch {
      return ""; // a browser may forbid it
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.words.hash, this.topics.fragment(this.state));
    } catch {
      // then the link at the end is what there is
    }
  }

  /** Show a state without leaving an entry in the history. */
  enter(state, notice = "") {
    this.state = state;
    this.changing = null;
    this.notice = notice;
    this.show();
  }

  /** Go on to a state, which the browser can come back from, and read out what is new. */
  go(state) {
    const before = this.result;
    this.enter(state);
    history.pushState(null, "", this.topics.fragment(state));
    this.focus();
    this.tell(before);
  }

  /** Take an answer. Those that came after one that is changed are given again wherever the same is asked. */
  answer(given) {
    const { wanted, answers } = this.state;
    const at = this.changing ?? answers.length;
    const { topic, question } = this.asked();
    const kept = [...answers.slice(0, at), { topic: topic.key, given, asked: question.codes }];
    if (!this.fits({ wanted, answers: kept })) {
      this.root.querySelector("#answer-fault").textContent = "That cannot be, together with the other answers.";
      return;
    }
    this.remembered = [...answers.slice(at + 1), ...this.remembered];
    this.go({ wanted, answers: this.resumed(wanted, kept) });
  }

  /** Answers, and those that are remembered as far as they fit what is asked next. */
  resumed(wanted, answers) {
    for (;;) {
      const { question } = this.interview.step(answers, wanted);
      const found = question && this.remembered.find((each) => same(each, question));
      const more = found && [...answers, found];
      this.remembered = this.remembered.filter((each) => each !== found);
      if (!more || !this.fits({ wanted, answers: more })) return answers;
      answers = more;
    }
  }

  /** To the question before, or away from the answer that is being changed. */
  back() {
    if (this.changing !== null) {
      this.changing = null;
      this.show();
      this.focus();
    } else {
      this.go({ ...this.state, answers: this.state.answers.slice(0, -1) });
    }
  }

  /** Ask again for the answer at a place. */
  change(at) {
    this.changing = at;
    this.show();
    this.focus();
  }

  again() {
    this.remembered = [];
    this.go({ wanted: this.state.wanted, answers: [] });
  }

  /** Want all rulings, or begin to choose from none. */
  chooseAll(all) {
    this.cleared = !all;
    if (all) this.want([]);
    history.replaceState(null, "", this.topics.fragment(this.state));
    this.show();
    this.root.querySelector(all ? "#want-all" : "#want-none").focus();
  }

  /** Want a ruling, or do without it. */
  choose(name, chosen) {
    const names = this.words.rulings.map((ruling) => ruling.name);
    const before = new Set(this.wanted());
    this.cleared = false;
    if (chosen) before.add(name);
    else before.delete(name);
    const wanted = names.filter((each) => before.has(each));
    this.want(wanted.length === names.length ? [] : wanted);
    history.replaceState(null, "", this.topics.fragment(this.state));
    this.show();
    this.root.querySelector(`[data-ruling="${CSS.escape(name)}"]`)?.focus();
  }

  /** Want some rulings; what has been answered stands as far as it is asked for them. */
  want(wanted) {
    this.remembered = [...this.state.answers, ...this.remembered];
    this.state = { wanted, answers: this.resumed(wanted, []) };
    this.changing = null;
  }

  focus() {
    this.root.querySelector("#question-title").focus();
  }

  /** Read out the rulings that have come to be settled. */
  tell(before) {
    const news = this.rulings.news(this.result.rulings, before.rulings);
    this.live.textContent = news ? `Settled: ${news}` : "";
  }

  // What is shown

  show() {
    const { answers, wanted } = this.state;
    this.result = this.interview.step(answers, wanted);
    this.keep();
    const over = this.changing === null && this.result.question === null;
    const parts = over ? [endView(this), takenView(this)] : [questionView(this), standingView(this)];
    this.root.replaceChildren(
      make("div", { class: "before" }, chooserView(this), noticeView(this)),
      make("div", { class: over ? "interview over" : "interview" }, parts, answersView(this)),
    );
  }

  /** The rulings that are chosen, by name: none of them asks for all. */
  wanted() {
    if (this.cleared) return [];
    return this.state.wanted.length ? this.state.wanted : this.words.rulings.map((ruling) => ruling.name);
  }

  /** The topic that is asked about, what may be answered, and the answer so far if it is being changed. */
  asked() {
    const { answers, wanted } = this.state;
    if (this.changing === null) {
      const { question } = this.result;
      return { topic: this.topics.byKey.get(question.topic), question, before: null };
    }
    const changed = answers[this.changing];
    const { question } = this.interview.step(answers.slice(0, this.changing), wanted);
    return { topic: this.topics.byKey.get(changed.topic), question, before: changed.given };
  }

  question(key) {
    return this.topics.byKey.get(key).question;
  }
}

/** Whether an answer is one to a question. */
function same({ topic, asked }, question) {
  return topic === question.topic && String(asked) === String(question.codes);
}
