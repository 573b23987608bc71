// What is asked: the topic from which most is expected for its cost, where it can be answered and can matter.

const ALIKE = 0.8; // of what the best index tells: one that tells so much may come before it
const FLIPS = 24; // situations in which it is tried whether an answer changes a ruling
const CENTRES = 10; // situations in which the values of a number are tried
const TRIED = 16; // values of a number that are tried one and all
const SINGLY = 128; // numbers that are told one by one

class Questions extends Rulings {
  /** The question from which most is expected for its cost; null where none can matter. */
  question(state, open) {
    const verdicts = open.map((at) => this.numberedVerdicts(state, at));
    const ranked = [];
    for (const topic of this.topics) {
      const indices = this.unanswered(state, topic);
      const columns = indices.map((index) => this.answers(state, topic, index));
      if (columns.length) ranked.push({ topic, indices, score: this.gain(state, columns, verdicts) / topic.cost });
    }
    const declared = [...ranked];
    ranked.sort((one, other) => other.score - one.score);
    const candidates = [...playersFirst(inTurn(ranked, declared))];
    for (const asks of [this.matters, this.tells]) {
      for (const { topic, indices } of candidates) {
        const sure = this.answerable(state, topic, indices);
        if (sure.length && asks.call(this, state, topic, sure, open)) return this.asked(state, topic, sure, open);
      }
    }
    return state.every || state.declined.size ? null : this.last(state, ranked, open);
  }

  /** The indices of a topic, surely at the table, at which situations show different answers and none was declined. */
  unanswered(state, topic) {
    return topic.indices.filter((index) => {
      if (state.declined.has(spot(topic, index))) return false;
      if (topic.seats && state.tables.some(({ players }) => index > players)) return false;
      if (state.tables.length === 1 && isKnown(this.at(state.tables[0], topic, index))) return false;
      const [first] = state.people;
      return state.people.some((person) => this.answer(person, topic, index) !== this.answer(first, topic, index));
    });
  }

  /** Of some indices of a topic those at which it can be answered: what it is about arises in all that is possible. */
  answerable(state, topic, indices) {
    if (topic.about === "players") return indices;
    return indices.filter((index) => state.tables.every((table) => this.surelyArises(state, table, topic, index)));
  }

  /** Whether all that a topic is read from arises in every possible situation at a table. */
  surelyArises(state, table, topic, index) {
    const { machine, world } = this;
    machine.load(table.players, table.known);
    const came = this.arises(topic, index);
    if (came === true || came === false) return came;
    const here = state.people.filter(({ players }) => players === table.players);
    for (const person of here) {
      this.look(person);
      if (this.arises(topic, index) !== true) return false;
    }
    if (state.every) return true;
    const chance = new Chance(31, 0.5);
    const goal = () => machine.negated(this.arises(topic, index));
    return world.find(table.players, table.known, table.held, goal, chance, SEARCH) === null;
  }

  /** Whether in some situation nothing but the answer would have to change for a ruling to come out otherwise. */
  matters(state, topic, indices, open) {
    const chance = new Chance(3, 0.3);
    const { people } = state;
    for (let turn = 0; turn < (state.every ? people.length : FLIPS); turn += 1) {
      const person = people[(turn * (state.every ? 1 : 7)) % people.length];
      const other = this.flipped(state, person, topic, indices, chance);
      if (other !== null && this.differ(person, other, open)) return true;
    }
    return false;
  }

  /** Whether some answer rules out something that comes out: facts may be tied so that none matters alone. */
  tells(state, topic, indices, open) {
    for (const index of indices) {
      for (const at of open) {
        const seen = new Map();
        for (const person of state.people) {
          if (this.decisions[at].seat > person.players) continue;
          const answer = this.answer(person, topic, index);
          if (!seen.has(answer)) seen.set(answer, new Set());
          seen.get(answer).add(this.machine.outcomes[this.came(person, at)].verdict);
        }
        const verdicts = new Set([...seen.values()].flatMap((each) => [...each]));
        for (const [answer, here] of seen) {
          const gone = [...verdicts].find((verdict) => !here.has(verdict));
          if (gone === undefined) continue;
          if (state.every || this.isRuledOut(state, topic, index, answer, at, gone)) return true;
        }
      }
    }
    return false;
  }

  /** Whether it is proved that a verdict does not come out with an answer. */
  isRuledOut(state, topic, index, answer, at, verdict) {
    const told = [{ index, ranges: [answer, answer] }];
    const goal = this.goal(at, (id) => this.machine.outcomes[id].verdict === verdict);
    return state.tables.every((table) => {
      if (this.decisions[at].seat > table.players) return true;
      const narrowed = this.narrowed(table, topic, told);
      if (narrowed === null) return true;
      return this.world.find(table.players, narrowed.known, narrowed.held, goal, new Chance(at, 0.5), SEARCH) === null;
    });
  }

  /** What is asked where nothing shows that a topic matters alone, and nothing that none does. */
  last(state, ranked, open) {
    const reads = this.machine.reading(() => {
      for (const table of state.tables) {
        this.machine.load(table.players, table.known.slice());
        for (const at of open) if (this.decisions[at].seat <= table.players) this.maybe(table, at);
        this.world.settle(table.held);
      }
    });
    for (const { topic, indices } of ranked) {
      if (topic.about !== "players" && !topic.beneath.some((place) => reads.has(place))) continue;
      const sure = this.answerable(state, topic, indices);
      if (!sure.length) continue;
      this.doubts += 1;
      return this.asked(state, topic, sure, open);
    }
    return null;
  }

  /**
   * How much less is expected to be open about rulings, in bits. Of a topic that is asked about many indices at once
   * the most telling one counts for each ruling: few situations would make many answers look as if they told all.
   */
  gain(state, columns, verdicts) {
    let gain = 0;
    for (const verdict of verdicts) {
      gain += Math.max(...columns.map((column) => information(column, verdict, state.every)));
    }
    return gain / state.people.length;
  }

  /** The answers about a topic at an index in all situations: of numbers by the ranges that are told apart. */
  answers(state, topic, index) {
    const cells = this.cells(state, topic);
    return numbered(state.people.map((person) => cellOf(this.answer(person, topic, index), cells)));
  }

  /** What comes out for a ruling in each situation, numbered from 1; 0 where nobody sits there. */
  numberedVerdicts(state, at) {
    const { seat } = this.decisions[at];
    const verdict = (person) => this.machine.outcomes[this.came(person, at)].verdict;
    return numbered(state.people.map((person) => (seat <= person.players ? verdict(person) : null)));
  }

  /** The ranges of numbers that are told apart; null where each value is. */
  cells(state, topic) {
    if (!topic.cells.length) return null;
    const ranges = this.ranges(state, topic);
    const cells = topic.cells.filter(([low, high]) => common(ranges, [low, high]).length);
    return cells.length > 1 ? cells.map(([low, high]) => clipped(ranges, low, high)) : null;
  }

  /** The question about a topic, with the answers that are possible. */
  asked(state, topic, indices, open) {
    if (topic.at_once) return { topic: topic.key, cells: [], codes: indices };
    const ranges = this.ranges(state, topic);
    if (!topic.cells.length || topic.about === "players") {
      const codes = [...each(ranges)].filter((code) => this.isPossible(state, topic, code));
      return { topic: topic.key, cells: [], codes };
    }
    const cells = this.toldRanges(state, topic, ranges, open);
    return { topic: topic.key, cells, codes: sizeOf(ranges) <= SINGLY ? [...each(ranges)] : [] };
  }

  /** Whether a code may be the answer to a topic without indices; what is not found out may be. */
  isPossible(state, topic, code) {
    const [index] = topic.indices;
    if (state.every || state.people.some((person) => this.answer(person, topic, index) === code)) {
      return state.people.some((person) => this.answer(person, topic, index) === code);
    }
    const told = this.told(topic, [], new Set([code]));
    const chance = new Chance(code + 17, 0.5);
    return state.tables.some((table) => {
      const narrowed = this.narrowed(table, topic, told);
      if (narrowed === null) return false;
      const found = this.world.find(table.players, narrowed.known, narrowed.held, () => true, chance, SEARCH);
      if (found === undefined) this.doubts += 1;
      return found !== null;
    });
  }

  /** The ranges of a number within which no difference shows; single values where none shows at all. */
  toldRanges(state, topic, ranges, open) {
    const values = this.tried(state, topic, ranges);
    const cuts = new Set(topic.about === "let" ? [] : this.cuts(state, topic, values, open));
    const inside = topic.cells.map(([low]) => low).filter((low) => values[0] < low && low <= values[values.length - 1]);
    if (!cuts.size) for (const low of inside) cuts.add(low);
    if (!cuts.size) for (const value of apart(ranges)) cuts.add(value);
    const starts = [values[0], ...[...cuts].sort((one, other) => one - other)];
    const ends = [...starts.slice(1).map((start) => start - 1), values[values.length - 1]];
    return starts.map((start, at) => clipped(ranges, start, ends[at])).filter((cell) => cell !== null);
  }

  /** The values of a number that are tried, the least and the greatest among them. */
  tried(state, topic, ranges) {
    const [least, most] = [ranges[0], ranges[ranges.length - 1]];
    if (sizeOf(ranges) <= TRIED) return [...each(ranges)];
    const found = new Set([least, most]);
    for (const [low, high] of topic.cells) found.add(low).add(high);
    for (const person of state.people.slice(0, CENTRES)) {
      const usual = topic.about === "fact" ? this.usual(person, topic) : null;
      if (usual !== null) found.add(usual - 1).add(usual).add(usual + 1);
    }
    return [...found].filter((value) => contains(ranges, value)).sort((one, other) => one - other);
  }

  usual(person, topic) {
    this.look(person);
    const { fact, index } = this.machine.places[this.placeOf(topic, topic.indices[0])];
    const { type } = this.world.facts[fact];
    return this.world.usual(this.world.facts[fact], index, spread([type.low, type.high], false, NOWHERE, false));
  }

  /** The values of a number at which some situation shows another outcome than at the one tried before. */
  cuts(state, topic, values, open) {
    const chance = new Chance(29, 0.5);
    const cuts = new Set();
    const place = this.placeOf(topic, topic.indices[0]);
    for (const person of state.people.slice(0, CENTRES)) {
      const table = state.tables.find(({ players }) => players === person.players);
      let before = null;
      for (const value of values) {
        const known = table.known.slice();
        known[place] = value;
        const found = this.like(person, { ...table, known }, new Set(), chance);
        const here = found && this.person(found);
        if (here && before && this.differ(before, here, open)) cuts.add(value);
        before = here ?? before;
      }
    }
    return cuts;
  }
}

/** What is asked of players is asked once it is known how many there are, if that can be asked. */
function* playersFirst(candidates) {
  const ranked = [...candidates];
  let players = ranked.filter(({ topic }) => topic.about === "players");
  for (const each of ranked) {
    if (each.topic.seats) {
      yield* players;
      players = [];
    }
    yield each;
  }
}

/** One index after the other of what has several, but for one that tells clearly more than those before it. */
function* inTurn(ranked, declared) {
  let left = declared;
  for (const { topic, score } of ranked) {
    const alike = left.filter((each) => each.topic.as === topic.as && each.score >= score * ALIKE);
    if (!left.some((each) => each.topic === topic)) continue;
    yield* alike;
    left = left.filter((each) => !alike.includes(each));
  }
}

/** The number of the range in which an answer lies; itself where each value is told apart. */
function cellOf(answer, cells) {
  return cells === null || answer === null ? answer : cells.findIndex(([low, high]) => low <= answer && answer <= high);
}

/** The values of some ranges but for the first; of very many, so few that they cut it into equal parts. */
function apart(ranges) {
  const size = sizeOf(ranges);
  const step = Math.ceil(size / SINGLY);
  const found = [];
  for (let at = step; at < size; at += step) found.push(valueAt(ranges, at));
  return found;
}

/** The part of some ranges between two ends, as one range. */
function clipped(ranges, low, high) {
  const left = common(ranges, [low, high]);
  return left.length ? [left[0], left[left.length - 1]] : null;
}
