// What is possible: facts are narrowed by what cannot be otherwise, and situations are looked for.

/** Numbers that look random and are the same every time. */
class Chance {
  /** @param {number} seed @param {number} ordinary how likely a fact is taken as usual */
  constructor(seed, ordinary = 0) {
    this.state = seed >>> 0;
    this.ordinary = ordinary;
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(many) {
    return Math.floor(this.next() * many);
  }
}

/** What holds of every possible situation at a table of so many: which facts arise, `always`, and what was answered. */
class World {
  /** @param {Machine} machine */
  constructor(machine) {
    const { form } = machine;
    this.machine = machine;
    this.left = 0; // steps that may be taken until more are allowed
    this.listed = new Map(); // of facts at indices, for each number of players
    this.facts = form.facts.map((fact) => this.fact(fact));
    this.required = form.required.map(({ holds }) => machine.code(holds, new Map()));
  }

  fact(fact) {
    const { machine } = this;
    const type = machine.form.types[fact.type];
    const flag = type.values !== null && typeof type.values[0] === "boolean";
    const name = fact.index ? fact.index.as : "";
    const { slot, body } = machine.bound(name, fact.arises ?? true, new Map());
    const usual = fact.usual === null ? null : machine.code(fact.usual, new Map([[name, slot]]));
    const least = type.seats ? 1 : type.low;
    return { ...fact, type, flag, slot, body, usual, first: flag ? least === 1 : least };
  }

  /** Whether a fact arises at an index, as far as it is known. */
  arises(fact, index) {
    this.machine.memory[fact.slot] = index;
    return fact.body();
  }

  /** The usual value of a fact at an index, where it is known and is one that it may have; else null. */
  usual(fact, index, value) {
    if (fact.usual === null) return null;
    this.machine.memory[fact.slot] = index;
    const usual = fact.usual();
    return isKnown(usual) && usual !== null && contains(rangesOf(value), Number(usual)) ? usual : null;
  }

  /** Every fact at every index at the table, each after those on which it depends whether it arises. */
  spots() {
    const { machine, listed } = this;
    if (!listed.has(machine.players)) {
      const at = (fact) => (index) => ({ fact, index, place: machine.place(fact, index) });
      const spots = this.facts.flatMap((fact) => machine.indices(fact.index, machine.players).map(at(fact)));
      listed.set(machine.players, spots);
    }
    return listed.get(machine.players);
  }

  /** What is known of all places at a table of so many before anything is answered. */
  unknown(players) {
    const { machine } = this;
    const known = machine.places.map(() => null);
    machine.players = players;
    for (const { fact, place } of this.spots()) {
      known[place] = spread(machine.seated(fact.type, players), false, place, fact.flag);
    }
    return known;
  }

  /**
   * Narrows what the machine has loaded by what holds; `held` are further conditions. False where nothing is left,
   * else whether all of it holds for certain, and a fact on which it depends.
   */
  settle(held) {
    const { machine } = this;
    let place = NOWHERE;
    for (const spot of this.spots()) {
      const value = machine.memory[spot.place];
      if (value === spot.fact.first || spot.fact.arises === null) continue;
      const arises = this.arises(spot.fact, spot.index);
      const bits = mask(arises);
      if (bits === YES) continue;
      const first = contains(rangesOf(value), Number(spot.fact.first));
      if (bits === NO && !first) return false;
      if (bits === NO) machine.narrow(spot.place, spot.fact.first);
      else if (!first) place = machine.prefer(place, because(arises));
    }
    for (const holds of [...this.required, ...held]) {
      const value = holds();
      if (mask(value) === NO) return false;
      if (mask(value) !== YES) place = machine.prefer(place, because(value));
    }
    return { sure: place === NOWHERE, because: place };
  }

  /** Takes from each fact the values with which something cannot hold; `most` is of how many values it is tried. */
  shave(held, most) {
    const { machine } = this;
    let settled = this.settle(held);
    if (settled === false) return false;
    for (const { place } of this.spots()) {
      const value = machine.memory[place];
      if (isKnown(value) || sizeOf(value.ranges) > most) continue;
      const before = machine.memory.slice(0, machine.places.length);
      const left = [];
      for (const one of each(value.ranges)) {
        machine.load(machine.players, before);
        machine.narrow(place, value.flag ? one === 1 : one);
        if (this.settle(held) !== false) left.push(one, one);
      }
      machine.load(machine.players, before);
      machine.narrow(place, spread(tidied(left), false, place, value.flag));
      if (!left.length) return false;
    }
    settled = this.settle(held);
    return settled;
  }

  /**
   * A possible situation within what is known for which `goal` comes to true; null where there is none, and undefined
   * where that was not found out in so many steps.
   */
  find(players, known, held, goal, chance, most) {
    const { machine } = this;
    const waiting = [known];
    for (let step = 0; waiting.length; step += 1) {
      if (step >= most || this.left === 0) return undefined;
      this.left -= 1;
      machine.load(players, waiting.pop());
      const settled = this.settle(held);
      if (settled === false) continue;
      const wanted = goal();
      if (wanted === false) continue;
      const place = wanted === true ? settled.because : wanted.because;
      const here = machine.memory.slice(0, machine.places.length);
      if (wanted === true && settled.sure) {
        machine.load(players, here);
        return this.complete(chance);
      }
      if (place === NOWHERE) return undefined; // nothing tells how to go on: never seen, and no claim either way
      for (const part of this.parts(place, chance)) {
        const next = here.slice();
        next[place] = part;
        waiting.push(next);
      }
    }
    return null;
  }

  /** What is known of a fact in two parts, the more promising one last. */
  parts(place, chance) {
    const { ranges, flag } = this.machine.memory[place];
    const wish = this.wish(place, chance);
    const size = sizeOf(ranges);
    if (size <= 8) {
      const rest = [...each(ranges)].filter((value) => value !== wish).flatMap((value) => [value, value]);
      return [spread(tidied(rest), false, place, flag), spread([wish, wish], false, place, flag)];
    }
    const middle = valueAt(ranges, size >> 1);
    const low = spread(common(ranges, [ranges[0], middle - 1]), false, place, flag);
    const high = spread(common(ranges, [middle, ranges[ranges.length - 1]]), false, place, flag);
    return wish < middle ? [high, low] : [low, high];
  }

  /** A value that a fact may have, often the usual one. */
  wish(place, chance) {
    const { fact: at, index } = this.machine.places[place];
    const value = this.machine.memory[place];
    const usual = chance.next() < chance.ordinary ? this.usual(this.facts[at], index, value) : null;
    if (usual !== null) return Number(usual);
    const ranges = rangesOf(value);
    return valueAt(ranges, chance.below(sizeOf(ranges)));
  }

  /** The situation that is loaded, with values for all that is not known: the first of what does not arise. */
  complete(chance) {
    const { machine } = this;
    for (const { fact, index, place } of this.spots()) {
      const value = machine.memory[place];
      if (isKnown(value)) continue;
      const wish = mask(this.arises(fact, index)) === NO ? Number(fact.first) : this.wish(place, chance);
      machine.narrow(place, spread([wish, wish], false, place, fact.flag));
    }
    return { players: machine.players, values: machine.memory.slice(0, machine.places.length) };
  }
}
