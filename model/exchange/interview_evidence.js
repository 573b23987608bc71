// Possible situations as evidence: what they show is there, and what they do not show has to be looked for.

const POPULATION = 160; // situations that are kept
const ATTEMPTS = 3; // at one more of them, for each that is missing
const LISTED = 256; // situations, at most, that are gone through one and all
const SEARCH = 300; // steps after which something that is looked for counts as possible

class Evidence extends Topics {
  /** `listed` situations, at most, are gone through one and all. */
  constructor(form, topics, listed) {
    super(form, topics);
    this.listed = listed;
    this.decisions = form.rulings.flatMap(({ name, routine, index }) =>
      this.machine.indices(index, this.machine.most).map((at) => {
        const seat = index !== null && form.types[index.type].seats ? at : 0;
        return { ruling: name, index: at, routine: this.machine.routines.get(routine), seat };
      }),
    );
  }

  person({ players, values }) {
    return { players, values, answers: new Map(), came: new Int32Array(this.decisions.length).fill(-1) };
  }

  /** The number of what comes out in a situation. */
  came(person, at) {
    if (person.came[at] < 0) {
      const { routine, index } = this.decisions[at];
      this.look(person);
      person.came[at] = this.machine.call(routine, index === null ? [] : [index]);
    }
    return person.came[at];
  }

  /** Whether a ruling comes out otherwise in one situation than in another. */
  differ(person, other, open) {
    const verdict = (one, at) => this.machine.outcomes[this.came(one, at)].verdict;
    const seated = open.filter((at) => this.decisions[at].seat <= Math.min(person.players, other.players));
    return seated.some((at) => verdict(person, at) !== verdict(other, at));
  }

  /** More situations, until there are enough or all; takes tables away at which nothing is possible. */
  populate(state, chance) {
    const every = state.every ? state.people : this.list(state);
    if (every !== null) {
      state.people = every;
      state.every = true;
      state.tables = state.tables.filter(({ players }) => every.some((person) => person.players === players));
      return;
    }
    const { machine, world } = this;
    const missing = Math.max(0, POPULATION - state.people.length);
    const seen = new Set(state.people.map((person) => this.identity(person)));
    const add = (found) => {
      const person = this.person(found);
      const identity = this.identity(person);
      if (!seen.has(identity)) state.people.push(person);
      seen.add(identity);
    };
    if (state.people.length > POPULATION / 2) return;
    for (let turn = 0; turn < ATTEMPTS * missing && state.people.length < POPULATION; turn += 1) {
      const table = state.tables[chance.below(state.tables.length)];
      chance.ordinary = [0, 0.6, 0.9][turn % 3];
      const found = turn % 2 && state.people.length ? this.varied(state, chance) : this.drawn(table, chance);
      if (found) add(found);
    }
    state.tables = state.tables.filter((table) => {
      if (state.people.some(({ players }) => players === table.players)) return true;
      const found = world.find(table.players, table.known, table.held, () => true, chance, 10 * SEARCH);
      if (found) add(found);
      return found !== null;
    });
  }

  identity({ players, values }) {
    return `${players}:${values.join()}`;
  }

  /** All situations that are possible, where they are few; else null. */
  list(state) {
    const { machine, world } = this;
    let many = 0;
    for (const { known, players } of state.tables) {
      machine.load(players, known);
      let product = 1;
      for (const { place } of world.spots()) product *= Math.max(1, sizeOf(rangesOf(known[place])));
      many += product;
    }
    if (many > 8 * this.listed) return null;
    const found = [];
    for (const { known, players, held } of state.tables) {
      const waiting = [known];
      while (waiting.length) {
        machine.load(players, waiting.pop());
        const settled = world.settle(held);
        if (settled === false) continue;
        const open = world.spots().find(({ place }) => !isKnown(machine.memory[place]));
        const here = machine.memory.slice(0, machine.places.length);
        if (open === undefined) {
          if (found.push(this.person({ players, values: here })) > this.listed) return null;
          continue;
        }
        for (const value of each(here[open.place].ranges)) {
          const next = here.slice();
          next[open.place] = spread([value, value], false, open.place, open.fact.flag);
          waiting.push(next);
        }
      }
    }
    return found;
  }

  /** A situation at random within what is known; null where it would not be possible. */
  drawn({ players, known, held }, chance) {
    return this.made(players, known, held, () => undefined, chance);
  }

  /** One that is like another but for something. */
  varied(state, chance) {
    const person = state.people[chance.below(state.people.length)];
    const table = state.tables.find(({ players }) => players === person.players);
    this.machine.load(table.players, table.known);
    const open = this.world.spots().filter(({ place }) => !isKnown(table.known[place]));
    if (!open.length) return null;
    const { place } = open[chance.below(open.length)];
    return this.like(person, table, new Set([place]), chance);
  }

  /** A situation at a table that is like another one but at some places. */
  like(person, table, places, chance) {
    const { machine, world } = this;
    machine.load(person.players, person.values);
    const arose = new Set();
    for (const { fact, index, place } of world.spots()) if (mask(world.arises(fact, index)) === YES) arose.add(place);
    const kept = (place) => (arose.has(place) && !places.has(place) ? person.values[place] : undefined);
    return this.made(table.players, table.known, table.held, kept, chance);
  }

  /** A possible situation, place after place: what is kept, what does not arise, else a value at random. */
  made(players, known, held, kept, chance) {
    const { machine, world } = this;
    machine.load(players, known);
    for (const { fact, index, place } of world.spots()) {
      const value = machine.memory[place];
      if (isKnown(value)) continue;
      const ranges = rangesOf(value);
      let code = kept(place);
      if (mask(world.arises(fact, index)) === NO) code = fact.first;
      else if (code === undefined) code = world.wish(place, chance);
      if (!contains(ranges, Number(code))) return null;
      machine.narrow(place, spread([Number(code), Number(code)], false, place, fact.flag));
    }
    const settled = world.settle(held);
    if (settled === false || !settled.sure) return null;
    return { players, values: machine.memory.slice(0, machine.places.length) };
  }

  /** A situation with another answer, and all else the same wherever it arises; null where none was found. */
  flipped(state, person, topic, indices, chance) {
    const elsewhere = topic.about === "players";
    const tables = state.tables.filter(({ players }) => (players === person.players) !== elsewhere);
    if (!tables.length) return null;
    const table = tables[chance.below(tables.length)];
    const beneath = topic.about === "fact" ? indices.map((index) => this.placeOf(topic, index)) : topic.beneath;
    const places = beneath.filter((place) => !isKnown(table.known[place]));
    if (!elsewhere && !places.length) return null;
    const found = this.like(person, table, new Set(elsewhere ? [] : [places[chance.below(places.length)]]), chance);
    if (found === null) return null;
    const other = this.person(found);
    const changed = indices.some((index) => this.answer(other, topic, index) !== this.answer(person, topic, index));
    return changed ? other : null;
  }
}
