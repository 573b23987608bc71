// Code of a compiled rulebook, run on what is known. Nothing of a rulebook becomes code of the page.

/** What is known of the facts at a table, and what code comes to there: what is found holds however they may be. */
class Code {
  /** @param {object} form a compiled rulebook */
  constructor(form) {
    this.form = form;
    this.players = 0;
    this.loaded = null; // what is known, as it was given
    this.stamp = 0; // counts changes of what is known
    this.reads = null; // collects the facts that are looked at and not known
    this.most = form.players ? form.players[1] : 0;
    this.places = [];
    this.bases = new Map();
    form.facts.forEach((fact, at) => {
      this.bases.set(fact.as, this.places.length);
      for (const index of this.indices(fact.index, this.most)) this.places.push({ fact: at, index });
    });
    this.memory = this.places.map(() => null); // of each place, then of each local name
  }

  /** The indices of something at a table of so many; only null of what has none. */
  indices(index, players) {
    if (index === null) return [null];
    const type = this.form.types[index.type];
    const [low, high] = type.seats ? [1, players] : [type.low, type.high];
    return Array.from({ length: high - low + 1 }, (_, at) => low + at);
  }

  /** The place of a fact at an index. */
  place(fact, index) {
    if (fact.index === null) return this.bases.get(fact.as);
    const type = this.form.types[fact.index.type];
    return this.bases.get(fact.as) + index - (type.seats ? 1 : type.low);
  }

  /** Know this of the facts of a table of so many. */
  load(players, known) {
    if (this.loaded === known && this.players === players) return;
    this.players = players;
    this.loaded = known;
    for (let at = 0; at < this.places.length; at += 1) this.memory[at] = known[at];
    this.stamp += 1;
  }

  /** Know something else of one fact. */
  narrow(place, value) {
    this.loaded = null;
    this.memory[place] = value;
    this.stamp += 1;
  }

  /** Which of two facts is sooner known: the one with fewer values. */
  prefer(one, other) {
    if (one < 0 || other < 0 || one === other) return Math.max(one, other);
    return sizeOf(rangesOf(this.memory[one])) <= sizeOf(rangesOf(this.memory[other])) ? one : other;
  }

  /** The facts that are looked at and not known when something is worked out. */
  reading(run) {
    this.stamp += 1;
    this.reads = new Set();
    run();
    const reads = this.reads;
    this.reads = null;
    this.stamp += 1;
    return reads;
  }

  looked(value) {
    if (this.reads !== null && value instanceof Spread) this.reads.add(value.because);
    return value;
  }

  local() {
    return this.memory.push(null) - 1;
  }

  codes(codes, scope) {
    return codes.map((code) => this.code(code, scope));
  }

  /** Code as a function that comes to what is known of its value. */
  code(code, scope) {
    if (typeof code === "string") return this.named(code, scope);
    if (typeof code !== "object") return () => code;
    for (const [key, make] of Object.entries(FORMS)) if (key in code) return make(this, code, scope);
    throw new Error("unknown code"); // no document that Misdeal makes has any
  }

  named(name, scope) {
    if (name === "players") return () => this.players;
    const slot = scope.has(name) ? scope.get(name) : this.bases.get(name);
    return () => this.looked(this.memory[slot]);
  }

  /** A name bound to a value within some code. */
  bound(name, code, scope) {
    const slot = this.local();
    return { slot, body: this.code(code, new Map([...scope, [name, slot]])) };
  }

  /** What comes of a value that is there: of each way in which it may be, if it is open. */
  strict(value, made) {
    if (isKnown(value)) return value === null ? null : made(value);
    let found = null;
    let first = true;
    for (const one of each(value.ranges)) {
      const came = made(value.flag ? one === 1 : one);
      found = first ? came : joined(found, came, value.because);
      first = false;
    }
    return value.none ? orNone(found, value.because) : found;
  }

  negated(value) {
    return isKnown(value) && value !== null ? !value : truth(opposite(mask(value)), because(value));
  }

  /** Whether all are so, by Kleene's logic. */
  all(codes) {
    let [sure, bits, place] = [YES, 0, NOWHERE];
    for (const code of codes) {
      const value = code();
      const its = mask(value);
      if (its === NO) return false;
      sure &= its;
      bits |= its & ~YES;
      if (its !== YES) place = this.prefer(place, because(value));
    }
    return truth(sure | bits, place);
  }

  /** Whether any is so, by Kleene's logic. */
  any(codes) {
    return this.negated(this.all(codes.map((code) => () => this.negated(code()))));
  }

  sum(values) {
    if (values.includes(null)) return null;
    if (values.every(isKnown)) return values.reduce((sum, value) => sum + Number(value), 0);
    let [ranges, none, place] = [[0, 0], false, NOWHERE];
    for (const value of values) {
      if (value === null) return null;
      none ||= mayBeNone(value);
      ranges = sums(ranges, rangesOf(value));
      place = this.prefer(place, because(value));
    }
    return spread(ranges, none, place, false);
  }

  chosen(condition, then, otherwise) {
    if (condition === true) return then();
    if (condition === false) return otherwise();
    const [one, other, bits] = [then(), otherwise(), mask(condition)];
    if (isKnown(one) && one === other) return one;
    const either = bits & YES ? (bits & NO ? joined(one, other, because(condition)) : one) : bits & NO ? other : null;
    if (!(bits & NONE)) return either;
    const shared = common(rangesOf(one), rangesOf(other));
    const flag = typeof one === "boolean" || (one instanceof Spread && one.flag);
    const where = spread(shared, true, because(condition), flag);
    return bits === NONE ? this.unsure(where, one, other) : joined(either, where, because(condition));
  }

  /** The same with a fact on which it depends. */
  unsure(value, one, other) {
    const place = this.prefer(because(one), because(other));
    return value instanceof Spread ? spread(value.ranges, value.none, place, value.flag) : value;
  }

  seatAfter(seat, step) {
    return ((seat - 1 + step + this.players) % this.players) + 1;
  }

  /** The first seat once round from a seat for which something is so. */
  search(start, { included, backward }, fits) {
    const found = [];
    let [clean, none, stops, place] = [true, false, false, NOWHERE];
    for (let turn = included ? 0 : 1; turn < this.players && !stops; turn += 1) {
      const seat = this.seatAfter(start, (backward ? -turn : turn) % this.players);
      const fit = fits(seat);
      const bits = mask(fit);
      if (bits & YES && clean) found.push(seat, seat);
      if (bits & YES && none) none = true;
      place = bits === NO ? place : this.prefer(place, because(fit));
      if (bits & NONE) none = true;
      if (bits & NONE && !(bits & NO)) clean = false;
      stops = bits === YES;
    }
    if (!stops) none = true;
    return spread(tidied(found), none, place, false);
  }
}
