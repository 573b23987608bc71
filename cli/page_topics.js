// What the topics of an interview are called, and answers to them: in words, as a fragment of an address, as arguments.

import { listed } from "./page_dom.js";

const VERSION = "1";
const PREFIX = "answers/";
const STAMP = 16; // digits of the rulebook's hash
const LONGEST = 20_000; // characters of a fragment that are looked at, and codes of an answer
const DAMAGED = "The link is damaged: its answers cannot be read.";
const ANOTHER = "The link was made for another text of this rulebook: its answers might mean something else here.";
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** The topics and the rulings of a page, by what they are called. */
export class Topics {
  constructor(words) {
    this.words = words;
    this.byKey = new Map(words.topics.map((topic) => [topic.key, topic]));
    this.rulings = new Map(words.rulings.map((ruling) => [ruling.name, ruling]));
    this.clauses = new Map(words.clauses.map((clause) => [clause.id, clause]));
  }

  /** A code of a topic in words. */
  label(topic, code) {
    const found = topic.options?.find((option) => option.code === code);
    return found ? found.label : String(code);
  }

  /** An answer in words. */
  told(answer) {
    const topic = this.byKey.get(answer.topic);
    if (answer.given === null) return "not known";
    if (topic.kind === "each" && answer.given.length === 0) {
      const all = answer.asked.length === topic.options.length;
      return all ? "none of them" : `none of ${listed(answer.asked.map((code) => this.label(topic, code)), "and")}`;
    }
    if (topic.kind === "number") return listed(ranges(answer.given).map(spoken), "or");
    const labels = answer.given.map((code) => this.label(topic, code));
    return listed(labels, topic.kind === "each" ? "and" : "or");
  }

  // Addresses

  /** The fragment that restores some answers. */
  fragment({ wanted, answers }) {
    const parts = [VERSION, this.words.hash.slice(0, STAMP)];
    if (wanted.length) parts.push(`rulings=${wanted.join(",")}`);
    for (const { topic, given } of answers) {
      parts.push(`${topic}=${given === null ? "?" : written(given)}`);
    }
    const shown = parts.map((part) => encodeURIComponent(part).replaceAll("%3D", "=").replaceAll("%2C", ","));
    return `#${PREFIX}${shown.join("/")}`;
  }

  /** What a fragment says was answered: null where it says nothing of that, else answers, or the fault that it has. */
  restored(fragment) {
    if (!fragment.startsWith(`#${PREFIX}`)) return null;
    const broken = { fault: DAMAGED };
    if (fragment.length > LONGEST) return broken;
    let parts;
    try {
      parts = fragment.slice(1 + PREFIX.length).split("/").map(decodeURIComponent);
    } catch {
      return broken;
    }
    const [version, hash, ...rest] = parts;
    if (version !== VERSION) return broken;
    if (hash !== this.words.hash.slice(0, STAMP)) {
      return { fault: ANOTHER };
    }
    const state = { wanted: [], answers: [] };
    for (const part of rest) {
      if (!this.take(part, state)) return broken;
    }
    return state;
  }

  /** Puts one part of a fragment into a state; false where it is none. */
  take(part, state) {
    const at = part.indexOf("=");
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    if (at < 0) return false;
    if (name === "rulings") {
      const names = value.split(",");
      state.wanted = this.words.rulings.map((ruling) => ruling.name).filter((each) => names.includes(each));
      return names.every((each) => this.rulings.has(each));
    }
    const topic = this.byKey.get(name);
    if (!topic) return false;
    const given = value === "?" ? null : codes(topic, value);
    if (given === undefined) return false;
    state.answers.push({ topic: name, given });
    return true;
  }

  // Command lines

  /** The command that reproduces what comes of some answers. */
  command({ wanted, answers }) {
    const chosen = wanted.flatMap((name) => ["--ruling", name]);
    const words = ["misdeal", "rule", this.words.book, ...chosen, ...answers.flatMap((each) => this.argument(each))];
    return words.map(quoted).join(" ");
  }

  /** An answer as arguments of `misdeal rule`; what is not known is left out. */
  argument({ topic: key, given, asked }) {
    const topic = this.byKey.get(key);
    if (given === null) return [];
    if (topic.kind === "each") {
      const about = topic.options.filter((option) => asked.includes(option.code));
      return about.map(({ code, place }) => `${place}=${given.includes(code) ? "yes" : "no"}`);
    }
    const name = (code) => topic.options.find((option) => option.code === code).name;
    return [`${topic.place}=${topic.kind === "number" ? written(given) : given.map(name).join(",")}`];
  }
}

/** Codes as runs of neighbours. */
function ranges(given) {
  const found = [];
  for (const code of [...given].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

/** Codes as they are written: `4..6,8`. */
function written(given) {
  return ranges(given)
    .map(([low, high]) => (low === high ? String(low) : `${low}..${high}`))
    .join(",");
}

/** A run of numbers in words. */
export function spoken([low, high]) {
  return low === high ? String(low) : `${low} to ${high}`;
}

/** The codes that a part of a fragment lists, or undefined where they are none of the topic. */
function codes(topic, value) {
  const found = [];
  for (const part of value === "" ? [] : value.split(",")) {
    const match = /^(-?\d{1,10})(?:\.\.(-?\d{1,10}))?$/.exec(part);
    if (!match) return undefined;
    const [low, high] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (low > high || high - low > LONGEST || !has(topic, low) || !has(topic, high)) return undefined;
    for (let code = low; code <= high; code += 1) found.push(code);
  }
  const distinct = new Set(found).size === found.length;
  return distinct && (found.length || topic.kind === "each") ? found : undefined;
}

function has(topic, code) {
  if (topic.kind === "number") return topic.low <= code && code <= topic.high;
  return topic.options.some((option) => option.code === code);
}

/** A word of a command, quoted for a shell. */
function quoted(word) {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
