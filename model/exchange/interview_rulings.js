// What is settled: what comes out in all that is possible, proved by looking for anything else.

class Rulings extends Evidence {
  /** The rulings that are wanted, at the indices that may be at the table. */
  seated({ tables, wanted }) {
    return wanted.filter((at) => tables.some(({ players }) => this.decisions[at].seat <= players));
  }

  /** The numbers of what comes out in the situations that are evidence. */
  seen(state, at) {
    const ids = new Set();
    for (const person of state.people) if (this.decisions[at].seat <= person.players) ids.add(this.came(person, at));
    return ids;
  }

  verdicts(ids) {
    return new Set([...ids].map((id) => this.machine.outcomes[id].verdict));
  }

  /** What may come out at all at a table, by what is known. */
  maybe(table, at) {
    const { machine } = this;
    const { routine, index } = this.decisions[at];
    machine.load(table.players, table.known);
    const came = machine.call(routine, index === null ? [] : [index]);
    return came instanceof Open ? came.ids() : [came];
  }

  /** Finds out what is settled. */
  settle(state) {
    const open = this.seated(state).filter((at) => !state.settled.has(at));
    for (const person of state.people) {
      for (const at of open) if (this.decisions[at].seat <= person.players) this.came(person, at);
    }
    for (const at of open) this.prove(state, at);
  }

  /** Finds out whether something is settled. */
  prove(state, at) {
    const seen = this.seen(state, at);
    if (this.verdicts(seen).size > 1) return;
    if (!state.every && !this.refute(state, at, seen, (id) => this.machine.outcomes[id].verdict)) return;
    if (this.verdicts(seen).size === 1) state.settled.set(at, seen);
  }

  /** Whether something that is wanted comes out for a ruling, by what the machine has loaded: what is looked for. */
  goal(at, isWanted) {
    const { routine, index } = this.decisions[at];
    return () => {
      const came = this.machine.call(routine, index === null ? [] : [index]);
      if (!(came instanceof Open)) return isWanted(came);
      return [...came.ids()].some(isWanted) ? came : false;
    };
  }

  /** Whether nothing comes out but what was seen; what else is found joins the evidence. `name` tells them apart. */
  refute(state, at, seen, name) {
    const names = new Set([...seen].map(name));
    const { seat } = this.decisions[at];
    const goal = this.goal(at, (id) => !names.has(name(id)));
    for (const table of state.tables.filter(({ players }) => seat <= players)) {
      const others = [...this.maybe(table, at)].filter((id) => !names.has(name(id)));
      if (!others.length) continue;
      const found = this.world.find(table.players, table.known, table.held, goal, new Chance(at + 5, 0.5), SEARCH);
      if (found === null) continue;
      if (found) state.people.push(this.person(found));
      else this.doubts += 1;
      return false;
    }
    return true;
  }

  /** The same with all that may come out found, so that nothing else does for those that are `whole`. */
  toldApart(state, decisions) {
    const told = { ...state, people: [...state.people], whole: new Set() };
    for (const at of decisions) {
      let many;
      do {
        many = told.people.length;
        if (state.every || this.refute(told, at, this.seen(told, at), (id) => id)) told.whole.add(at);
      } while (!told.whole.has(at) && told.people.length > many);
    }
    return told;
  }

  ruled(state, at) {
    const { ruling, index, seat } = this.decisions[at];
    const settled = state.settled.has(at);
    const ids = settled && state.whole === null ? new Set(state.settled.get(at)) : this.seen(state, at);
    if (state.whole !== null && !state.whole.has(at)) {
      for (const table of state.tables) if (seat <= table.players) for (const id of this.maybe(table, at)) ids.add(id);
    }
    const outcomes = [...ids].map((id) => this.machine.outcomes[id]);
    const verdict = settled ? this.machine.outcomes[[...state.settled.get(at)][0]].verdict : null;
    const comes = outcomes
      .filter((outcome) => !settled || outcome.verdict === verdict)
      .map(({ kind, code, clauses }) => ({ kind, value: code ?? null, clauses: clauses ?? [] }));
    return { ruling, index, comes, settled, seated: state.tables.every(({ players }) => seat <= players) };
  }
}
