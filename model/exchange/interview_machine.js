// The routines of a compiled rulebook, run on what is known: what may come out.

const MOST_OPEN = 4; // effects of which it is open whether they decide; of more, it is not told apart which do
const MOST_VALUES = 64; // that an outcome is told apart by

/** What may come out, by the numbers of outcomes; and a fact on which it depends. */
class Open {
  /** @param {bigint} bits one for each number @param {number} because */
  constructor(bits, because) {
    this.bits = bits;
    this.because = because;
    this.value = undefined; // of the ruling, where that has been worked out
  }

  /** The numbers. */
  *ids() {
    for (let [at, left] = [0, this.bits]; left; at += 1, left >>= 1n) if (left & 1n) yield at;
  }
}

/** Works out what comes of facts, as far as these are known. */
class Machine extends Code {
  /** @param {object} form a compiled rulebook */
  constructor(form) {
    super(form);
    this.outcomes = [];
    this.numbers = new Map();
    this.told = form.outcomes.map(({ outcome, code, clauses }) => this.outcome(outcome, code, clauses));
    this.slots = new Map(); // of the indices of rulings
    this.subjects = new Map(); // what several routines work out alike
    this.routines = new Map();
    for (const routine of form.routines) this.routines.set(routine.name, this.routine(routine));
  }

  /** The number of an outcome; `clauses` is null where they are not known, a code undefined where any of a type. */
  outcome(kind, code, clauses, type = null) {
    const verdict = JSON.stringify([kind === "default" ? "value" : kind, code === undefined ? `of ${type}` : code]);
    const key = verdict + JSON.stringify(clauses);
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.outcomes.length);
      this.outcomes.push({ kind, code, clauses, verdict, type });
    }
    return this.numbers.get(key);
  }

  routine({ ruling, parameters, body, type }) {
    const own = this.own({ parameters });
    const scope = new Map(own.map((each) => [each, this.slot(ruling, each)]));
    const run = this.block(body, { scope, type, ruling, own: [...scope.values()] });
    return { own: [...scope.values()], run, memo: new Map() };
  }

  /** Where a parameter is kept: the index of a ruling is the same in all its routines. */
  slot(ruling, name) {
    const key = `${ruling} ${name}`;
    if (ruling === null || !this.slots.has(key)) this.slots.set(key, this.local());
    return this.slots.get(key);
  }

  /** The parameters that a routine has of its own, which come first. */
  own({ parameters }) {
    return parameters.filter((each) => each !== "players" && !this.bases.has(each));
  }

  /** What a routine comes to for arguments of its own. */
  call({ own, run, memo }, values) {
    const key = own.length === 0 ? 0 : own.length === 1 && isKnown(values[0]) ? values[0] : undefined;
    const done = key === undefined ? undefined : memo.get(key);
    if (done && done.stamp === this.stamp) return done.value;
    for (let at = 0; at < own.length; at += 1) this.memory[own[at]] = values[at];
    const value = run();
    if (key !== undefined) memo.set(key, { stamp: this.stamp, value });
    return value;
  }

  /** Statements as a function; `scope` has the local names, `type` is that of the ruling. */
  block(statements, context) {
    const steps = statements.map((statement) => this.statement(statement, context));
    const last = steps.length - 1;
    return () => {
      let open = null;
      for (let at = 0; at <= last; at += 1) {
        const { condition, run, ends } = steps[at];
        const bits = condition ? mask(condition.value()) : YES;
        if (!(bits & YES)) continue;
        const came = run();
        if (!condition && !ends) continue;
        if (bits === YES) return open ? this.narrowed(this.either(open, came, NOWHERE)) : came;
        open = this.either(open, came, because(condition.last));
      }
      return this.narrowed(open);
    };
  }

  /** What comes out on one way or another. */
  either(open, came, place) {
    const bits = came instanceof Open ? came.bits : 1n << BigInt(came);
    return open ? new Open(open.bits | bits, open.because) : new Open(bits, place);
  }

  open(ids, place) {
    let bits = 0n;
    for (const id of ids) bits |= 1n << BigInt(id);
    return new Open(bits, place);
  }

  /** The outcome, where no other is left. */
  narrowed(open) {
    return open.bits & (open.bits - 1n) ? open : open.bits.toString(2).length - 1;
  }

  statement(statement, context) {
    if ("when" in statement) {
      const code = this.code(statement.when, context.scope);
      const condition = { last: null, value: () => (condition.last = code()) };
      return { condition, run: this.block(statement.then, context), ends: true };
    }
    if ("set" in statement) {
      const code = this.subject(statement.to, context);
      if (!context.scope.has(statement.set)) context.scope.set(statement.set, this.local());
      const slot = context.scope.get(statement.set);
      return { condition: null, run: () => (this.memory[slot] = code()), ends: false };
    }
    return { condition: null, run: this.ending(statement, context), ends: true };
  }

  /** Code that is worked out once for all routines of a ruling, as long as nothing else is known. */
  subject(code, { scope, ruling, own }) {
    const key = `${ruling} ${JSON.stringify(code)}`;
    if (!this.subjects.has(key)) this.subjects.set(key, this.kept(this.code(code, scope), own));
    return this.subjects.get(key);
  }

  /** A function whose value is kept, for each value of a slot on which it depends. */
  kept(run, slots) {
    const memo = new Map();
    return () => {
      const key = slots.length ? this.memory[slots[0]] : 0;
      const done = memo.get(key);
      if (done && done.stamp === this.stamp) return done.value;
      const value = run();
      memo.set(key, { stamp: this.stamp, value });
      return value;
    };
  }

  ending(statement, { scope, type, own }) {
    if ("return" in statement) return this.code(statement.return, scope);
    if ("give" in statement) {
      const id = this.told[statement.give];
      return () => id;
    }
    if ("leave" in statement) {
      return () => this.call(this.routines.get(statement.leave), own.map((slot) => this.memory[slot]));
    }
    if ("sift" in statement) return this.sifting(this.form.sieves[statement.sift], this.codes(statement.of, scope));
    const effects = statement.settle.map(({ clause, where, values }) => {
      return { clause, where: this.code(where, scope), values: this.code(values, scope) };
    });
    const players = this.code(statement.players, scope);
    return () => {
      const told = effects.map(({ clause, where, values }) => ({ clause, where: where(), values: values() }));
      const deciding = told.filter(({ where }) => mask(where) & YES);
      return this.settled(deciding, type, players(), this.told[statement.else]);
    };
  }

  /** A routine that is called, and its own arguments. */
  called(name, codes, scope) {
    const own = this.own(this.form.routines.find((routine) => routine.name === name));
    return { codes: this.codes(codes.slice(0, own.length), scope), routine: () => this.routines.get(name) };
  }

  /** The value of an outcome, null where it has none. */
  valueOf(came) {
    if (!(came instanceof Open)) return this.value(this.outcomes[came], NOWHERE);
    if (came.value !== undefined) return came.value;
    let [ranges, none, flag] = [[], false, false];
    for (const id of came.ids()) {
      const value = this.value(this.outcomes[id], came.because);
      none ||= value === null;
      flag ||= typeof value === "boolean";
      ranges.push(...rangesOf(value));
    }
    came.value = spread(tidied(ranges), none, came.because, flag);
    return came.value;
  }

  value({ kind, code, type }, because) {
    if (kind !== "value" && kind !== "default") return null;
    if (code !== undefined) return code;
    const { low, high } = this.form.types[type];
    return spread([low, high], false, because, false);
  }

  /** The outcome of effects that decide, or may: `where` tells, `values` are values and whether each is given. */
  settled(effects, type, players, otherwise) {
    const [first] = effects;
    if (effects.length === 1 && first.where === true && first.values.length === 1 && first.values[0].given === true) {
      const { value } = first.values[0];
      const { low, high, seats } = this.form.types[type];
      if (isKnown(value) && value !== null && low <= value && value <= (seats ? Math.min(high, players) : high)) {
        return this.outcome("value", value, [first.clause]);
      }
    }
    const maybe = effects.filter(({ where }) => where !== true);
    if (maybe.length > MOST_OPEN) return this.unclear(effects, type, players, otherwise);
    const ids = new Set();
    let place = maybe.reduce((found, { where }) => this.prefer(found, because(where)), NOWHERE);
    for (let chosen = 0; chosen < 1 << maybe.length; chosen += 1) {
      const deciding = effects.filter((effect) => effect.where === true || (chosen >> maybe.indexOf(effect)) & 1);
      const values = deciding.flatMap((effect) => effect.values);
      for (const { value, given } of values) {
        place = this.prefer(place, this.prefer(because(value), because(given)));
      }
      if (!deciding.length) ids.add(otherwise);
      else for (const id of this.decided(deciding, values, type, players)) ids.add(id);
    }
    return this.narrowed(this.open(ids, place));
  }

  /** What may come of effects which decide. */
  *decided(deciding, values, type, players) {
    const clauses = [...new Set(deciding.map(({ clause }) => clause))];
    const all = tidied(values.flatMap(({ value }) => rangesOf(value)));
    const fit = common(all, this.seated(this.form.types[type], players));
    const none = values.some(({ value }) => mayBeNone(value));
    const sure = values.filter(({ given }) => given === true);
    if (none || sizeOf(fit) < sizeOf(all)) yield this.outcome("undefined", null, clauses);
    if (sure.some(({ value }) => value === null || (isKnown(value) && !contains(fit, Number(value))))) return;
    if (values.length > 1 && sizeOf(fit) > 1) yield this.outcome("clash", null, clauses);
    const left = sure.reduce((ranges, { value }) => common(ranges, rangesOf(value)), fit);
    if (sizeOf(left) > MOST_VALUES) yield this.outcome("value", undefined, clauses, type);
    else for (const code of each(left)) yield this.outcome("value", this.shown(type, code), clauses);
  }

  /** What may come of so many effects that it is not told apart which of them decide. */
  unclear(effects, type, players, otherwise) {
    const ids = new Set([otherwise]);
    let place = NOWHERE;
    const values = [];
    for (const effect of effects) {
      place = this.prefer(place, because(effect.where));
      for (const { value } of effect.values) values.push({ value, given: effect.where });
    }
    for (const id of this.decided([], values, type, players)) {
      const { kind, code, type } = this.outcomes[id];
      ids.add(this.outcome(kind, code, null, type));
    }
    return this.open(ids, place);
  }

  /** The codes of a type at a table of so many, as ranges. */
  seated(type, players) {
    if (!type.seats) return [type.low, type.high];
    const vacant = type.values !== null && type.values[type.values.length - 1] === "nobody";
    return tidied([1, Math.min(players, type.high), ...(vacant ? [type.high, type.high] : [])]);
  }

  shown(type, code) {
    const { values } = this.form.types[type];
    return values !== null && typeof values[0] === "boolean" ? code === 1 : code;
  }

  sifting(sieve, codes) {
    const every = new Set(sieve.every);
    const columns = sieve.columns.map((column) => column.map(([low, high, marks]) => [low, high, new Set(marks)]));
    return () => {
      const values = codes.map((code) => code());
      const left = columns.map((column, at) => {
        const ranges = rangesOf(values[at]);
        const reached = column.filter(([low, high]) => common(ranges, [low, high]).length);
        return { column: reached, because: because(values[at]) };
      });
      const marked = (mark) => {
        let [bits, place] = [every.has(mark) ? YES : NO, NOWHERE];
        for (const { column, because } of left) {
          const many = column.filter(([, , marks]) => marks.has(mark)).length;
          if (many === 0) return false;
          if (many < column.length) [bits, place] = [bits | NO, this.prefer(place, because)];
        }
        return every.has(mark) ? truth(bits, place) : false;
      };
      const scope = marked(sieve.scope);
      if (scope === false) return this.told[sieve.nothing];
      const applying = sieve.effects.map((_, at) => marked(at));
      const effects = sieve.effects.map(({ clause, code }, at) => {
        const over = applying.filter((_, by) => sieve.effects[by].overrides.includes(at));
        const where = this.all([applying[at], ...over.map((each) => this.negated(each))].map((each) => () => each));
        return { clause, where, values: [{ value: code, given: true }] };
      });
      const deciding = effects.filter(({ where }) => where !== false);
      const came = this.settled(deciding, sieve.type, this.most, this.told[sieve.else]);
      if (scope === true) return came;
      return this.either(this.either(null, came, because(scope)), this.told[sieve.nothing], NOWHERE);
    };
  }
}
