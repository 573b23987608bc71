// The interview of a page: from answers to what is settled, and to what is asked next.

const WORK = 800; // steps of all that is looked for, at most, between an answer and the next question

/** @typedef {{topic: string, given: number[] | null}} Answer what was answered, null where that is not known */

/**
 * @typedef {object} Step
 * @property {object[]} rulings what can come out for each, and whether it is settled
 * @property {object | null} question what to ask next
 * @property {Record<string, number[]>} known what is known of topics
 * @property {boolean} impossible whether no situation agrees with the answers; `because` is the first that cannot be
 */

export class Interview extends Questions {
  /**
   * @param {{form: object, topics: object[]}} document
   * @param {{listed?: number}} limits situations, at most, that are gone through one and all
   */
  constructor({ form, topics }, { listed = LISTED } = {}) {
    super(form, topics, listed);
    this.states = new Map();
    this.steps = new Map();
  }

  /**
   * What is settled after some answers, and the next question; it is pure.
   * @param {Answer[]} answers @param {string[]} wanted rulings, none for all
   */
  step(answers, wanted) {
    const key = JSON.stringify([answers, wanted]);
    if (!this.steps.has(key)) {
      const state = this.state(answers, wanted);
      this.world.left = WORK;
      this.steps.set(key, this.result(state));
    }
    return this.steps.get(key);
  }

  result(state) {
    if (state.impossible !== null) {
      return { rulings: [], question: null, known: {}, impossible: true, because: state.impossible };
    }
    const seated = this.seated(state);
    const open = seated.filter((at) => !state.settled.has(at));
    const question = open.length ? this.question(state, open) : null;
    const told = question === null ? this.toldApart(state, seated) : state;
    const rulings = seated.map((at) => this.ruled(told, at));
    return { rulings, question, known: this.known(state), impossible: false };
  }

  state(answers, wanted) {
    const key = JSON.stringify([answers, wanted]);
    if (!this.states.has(key)) {
      const last = answers.length - 1;
      const before = last < 0 ? null : this.state(answers.slice(0, last), wanted);
      this.world.left = WORK;
      const state = before === null ? this.begin(wanted) : this.after(before, answers[last], last);
      if (state.impossible === null) this.settle(state);
      this.states.set(key, state);
    }
    return this.states.get(key);
  }

  begin(names) {
    const { form } = this.machine;
    const [least, most] = form.players ?? [0, 0];
    const tables = [];
    for (let players = least; players <= most; players += 1) {
      const known = this.world.unknown(players);
      this.machine.load(players, known);
      if (this.world.settle([]) === false) continue;
      tables.push({ players, known: this.machine.memory.slice(0, known.length), held: [], lets: new Map() });
    }
    const isWanted = ({ ruling }) => !names.length || names.includes(ruling);
    const wanted = [...this.decisions.keys()].filter((at) => isWanted(this.decisions[at]));
    const state = { wanted, tables, people: [], every: false, declined: new Set(), settled: new Map() };
    Object.assign(state, { whole: null, impossible: null });
    this.populate(state, new Chance(1));
    return state;
  }

  /** What is known after one more answer. */
  after(before, { topic: key, given }, at) {
    if (before.impossible !== null) return before;
    const topic = this.byKey.get(key);
    const state = { ...before, people: [...before.people] };
    state.declined = new Set(before.declined);
    state.settled = new Map(before.settled);
    if (topic === undefined) return state;
    const asked = this.answerable(before, topic, this.unanswered(before, topic));
    if (given === null) {
      for (const index of asked) state.declined.add(spot(topic, index));
      return state;
    }
    const codes = new Set(given.map(Number));
    const told = this.told(topic, asked, codes);
    state.tables = before.tables.map((table) => this.narrowed(table, topic, told)).filter((table) => table !== null);
    const agrees = (person) => told.every(({ index, ranges }) => this.agrees(person, topic, index, ranges));
    state.people = before.people.filter(agrees);
    if (state.tables.length) this.populate(state, new Chance(7 * at + codes.size + 11));
    if (!state.tables.length) state.impossible = at;
    return state;
  }

  known(state) {
    const known = Object.create(null); // names may be anything
    for (const topic of this.topics) {
      if (topic.at_once) continue;
      const ranges = this.ranges(state, topic);
      const size = sizeOf(ranges);
      if (size && size <= SINGLY && size < topic.high - topic.low + 1) known[topic.key] = [...each(ranges)];
    }
    return known;
  }
}
