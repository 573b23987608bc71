// What a director can be asked: what its answer is in a situation, what is known of it, and what an answer says.
//
// A table is {players, known, held, lets}: what is known of each place of a fact with so many players, what else holds,
// and in which ranges `let`s lie by what was answered. A situation, or person, is {players, values, answers, came}.

const SHAVED = 64; // values of a fact that are tried one and all against what is possible

/** A topic at an index, by name. */
const spot = (topic, index) => `${topic.key} ${index}`;

class Topics {
  /** @param {object} form a compiled rulebook @param {object[]} topics what a director can be asked */
  constructor(form, topics) {
    this.machine = new Machine(form);
    this.world = new World(this.machine);
    this.topics = topics.map((topic) => this.topic(topic));
    this.byKey = new Map(this.topics.map((topic) => [topic.key, topic]));
    this.doubts = 0; // how often something was not found out
  }

  topic(topic) {
    const { machine } = this;
    const places = (fact) => machine.indices(fact.index, machine.most).map((index) => machine.place(fact, index));
    const facts = new Map(machine.form.facts.map((fact) => [fact.as, fact]));
    const base = { ...topic, places: [], beneath: [], routine: null };
    if (topic.about === "fact") {
      base.places = topic.indices.map((index) => machine.place(facts.get(topic.as), index));
      base.beneath = base.places;
    }
    if (topic.about === "let") {
      const routine = machine.form.routines.find(({ name }) => name === topic.as);
      base.routine = machine.routines.get(topic.as);
      base.beneath = routine.parameters.filter((each) => facts.has(each)).flatMap((each) => places(facts.get(each)));
    }
    return base;
  }

  placeOf(topic, index) {
    return topic.places[topic.indices.indexOf(index)];
  }

  /** What is known of a `let` at an index. */
  called(topic, index) {
    return this.machine.call(topic.routine, index === null ? [] : [index]);
  }

  look(person) {
    this.machine.load(person.players, person.values);
  }

  /** The code of a topic at an index in a situation; null where nobody sits there. */
  answer(person, topic, index) {
    if (topic.about === "players") return person.players;
    if (topic.seats && index > person.players) return null;
    if (topic.about === "fact") return Number(person.values[this.placeOf(topic, index)]);
    const key = spot(topic, index);
    if (!person.answers.has(key)) {
      this.look(person);
      person.answers.set(key, Number(this.called(topic, index)));
    }
    return person.answers.get(key);
  }

  agrees(person, topic, index, ranges) {
    const answer = this.answer(person, topic, index);
    return answer !== null && contains(ranges, answer);
  }

  /** What is known of a topic at an index at a table. */
  at(table, topic, index) {
    if (topic.about === "players") return table.players;
    if (topic.seats && index > table.players) return null;
    if (topic.about === "fact") return table.known[this.placeOf(topic, index)];
    this.machine.load(table.players, table.known);
    const [value, told] = [this.called(topic, index), table.lets.get(spot(topic, index))];
    if (told === undefined || isKnown(value)) return value;
    return spread(common(value.ranges, told), false, value.because, topic.flag);
  }

  /** Where the answer to a topic may lie. */
  ranges(state, topic) {
    const found = [];
    for (const table of state.tables) found.push(...rangesOf(this.at(table, topic, topic.indices[0])));
    return tidied(found);
  }

  /** Whether all that a topic is read from arises, by what the machine has loaded. */
  arises(topic, index) {
    const { machine, world } = this;
    const arises = (place) => () => {
      const { fact, index: at } = machine.places[place];
      return world.facts[fact].arises === null ? true : world.arises(world.facts[fact], at);
    };
    if (topic.about === "fact") return arises(this.placeOf(topic, index))();
    const reads = machine.reading(() => this.called(topic, index));
    return machine.all([...reads].map(arises));
  }

  /** What an answer says: for some indices in which ranges the value lies. */
  told(topic, asked, codes) {
    if (!topic.at_once) {
      return [{ index: topic.indices[0], ranges: tidied([...codes].flatMap((code) => [code, code])) }];
    }
    const yes = topic.indices.filter((index) => codes.has(index));
    const no = asked.filter((index) => !codes.has(index));
    return [...yes.map((index) => ({ index, ranges: [1, 1] })), ...no.map((index) => ({ index, ranges: [0, 0] }))];
  }

  /** What is known of a table of so many with an answer; null where that cannot be. */
  narrowed(table, topic, told) {
    const { machine, world } = this;
    const held = [...table.held];
    const lets = new Map(table.lets);
    machine.load(table.players, table.known);
    for (const { index, ranges } of told) {
      const value = this.at(table, topic, index);
      const left = common(rangesOf(value), ranges);
      if (!left.length) return null;
      if (topic.about === "fact" && !isKnown(value)) {
        const place = this.placeOf(topic, index);
        machine.narrow(place, spread(left, false, place, topic.flag));
      }
      if (topic.about === "let") {
        held.push(() => this.within(this.called(topic, index), ranges));
        lets.set(spot(topic, index), left);
      }
    }
    if (topic.about === "players") return table;
    if (world.shave(held, SHAVED) === false) return null;
    return { players: table.players, known: machine.memory.slice(0, machine.places.length), held, lets };
  }

  /** Whether a value lies in some ranges, as far as it is known. */
  within(value, ranges) {
    const inside = sizeOf(common(rangesOf(value), ranges));
    const outside = mayBeNone(value) || inside < sizeOf(rangesOf(value));
    return truth((inside ? YES : 0) | (outside ? NO : 0), because(value));
  }
}
