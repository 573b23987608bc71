// What each form of code comes to.

/** What each form of code comes to, by the key that it is known by. */
const FORMS = {
  item: (machine, { item, at, first }, scope) => {
    const [base, index] = [machine.bases.get(item), machine.code(at, scope)];
    const read = (value) => machine.looked(machine.memory[base + value - first]);
    return () => machine.strict(index(), read);
  },
  op: (machine, { op, of }, scope) => {
    const codes = machine.codes(of, scope);
    const held = codes.map((code) => () => orNo(code()));
    if (op === "and") return () => machine.all(held);
    if (op === "or") return () => machine.any(held);
    if (op === "not") return () => machine.negated(held[0]());
    if (op === "+") return () => machine.sum(codes.map((code) => code()));
    const [one, other] = codes;
    if (op === "*") {
      return () => {
        const [left, right] = [one(), other()];
        const [factor, value] = isKnown(left) ? [left, right] : [right, left];
        if (isKnown(value)) return factor * value;
        return spread(products(value.ranges, factor), value.none, value.because, false);
      };
    }
    return () => {
      const [left, right] = [one(), other()];
      if (left === null || right === null) return false;
      const bits = related(op, left, right) | (mayBeNone(left) || mayBeNone(right) ? NO : 0);
      return truth(bits, machine.prefer(because(left), because(right)));
    };
  },
  within: (machine, { within, of }, scope) => {
    const [ranges, code] = [within.flat(), machine.code(of, scope)];
    return () => {
      const value = code();
      if (isKnown(value)) return value !== null && contains(ranges, value);
      const inside = sizeOf(common(value.ranges, ranges));
      const outside = value.none || inside < sizeOf(value.ranges);
      return truth((inside ? YES : 0) | (outside ? NO : 0), value.because);
    };
  },
  if: (machine, code, scope) => {
    const [condition, then, otherwise] = machine.codes([code.if, code.then, code.else], scope);
    return () => {
      const value = condition();
      return machine.chosen(value === null ? false : value, then, otherwise);
    };
  },
  with: (machine, { with: name, value, of }, scope) => {
    const code = machine.code(value, scope);
    const { slot, body } = machine.bound(name, of, scope);
    return () => {
      const given = code();
      if (given === null) return null;
      machine.memory[slot] = withoutNone(given);
      const came = body();
      return mayBeNone(given) ? orNone(came, given.because) : came;
    };
  },
  over: (machine, { over, name, of }, scope) => {
    const { slot, body } = machine.bound(name, of, scope);
    const at = (seat) => () => {
      machine.memory[slot] = seat;
      return body();
    };
    const seats = Array.from({ length: machine.most }, (_, before) => at(before + 1));
    const seated = () => seats.slice(0, machine.players);
    if (over === "every") return () => machine.all(seated());
    if (over === "some") return () => machine.any(seated());
    return () => machine.sum(seated().map((code) => code()));
  },
  next: (machine, { next, of }, scope) => {
    const [step, seat] = [next === "before" ? -1 : 1, machine.code(of, scope)];
    return () => machine.strict(seat(), (value) => machine.seatAfter(value, step));
  },
  beside: (machine, { beside }, scope) => {
    const [one, other] = machine.codes(beside, scope);
    const near = (a, b) => a !== b && (machine.seatAfter(a, 1) === b || machine.seatAfter(b, 1) === a);
    return () => {
      const right = other();
      return machine.strict(one(), (a) => machine.strict(right, (b) => near(a, b)));
    };
  },
  first: (machine, code, scope) => {
    const start = machine.code(code.start, scope);
    const { slot, body } = machine.bound(code.first, code.of, scope);
    const fits = (seat) => {
      machine.memory[slot] = seat;
      return body();
    };
    return () => machine.strict(start(), (seat) => machine.search(seat, code, fits));
  },
  helper: (machine, { helper, of }, scope) => {
    const codes = machine.codes(of, scope);
    const values = () => codes.map((code) => code());
    if (helper === "all") return () => machine.all(codes);
    if (helper === "any") return () => machine.any(codes);
    if (helper === "not") return () => machine.negated(codes[0]());
    if (helper === "sum") return () => machine.sum(values());
    if (helper === "choose") return () => machine.chosen(codes[0](), codes[1], codes[2]);
    return () => {
      const [seat, players] = values();
      const fit = common(rangesOf(seat), [1, players]);
      const none = mayBeNone(seat) || sizeOf(fit) < sizeOf(rangesOf(seat));
      return spread(fit, none, because(seat), false);
    };
  },
  use: (machine, { use, of }, scope) => {
    const { codes, routine } = machine.called(use, of, scope);
    return () => machine.call(routine(), codes.map((code) => code()));
  },
  read: (machine, { read, of }, scope) => {
    const { codes, routine } = machine.called(read, of, scope);
    return () => machine.valueOf(machine.call(routine(), codes.map((code) => code())));
  },
  is: (machine, { is, of }, scope) => {
    const code = machine.code(of, scope);
    if (is === "filled") return () => machine.any(code().map(({ given }) => () => given));
    const good = { true: YES, not_false: YES | NONE, decided: YES | NO }[is];
    return () => {
      const value = code();
      if (is === "decided") return truth(value === null ? NO : YES | (mayBeNone(value) ? NO : 0), because(value));
      const bits = mask(value);
      return truth((bits & good ? YES : 0) | (bits & ~good ? NO : 0), because(value));
    };
  },
  gather: (machine, { gather, where, of }, scope) => {
    const inner = new Map([...scope, ...gather.map((name) => [name, machine.local()])]);
    const slots = gather.map((name) => inner.get(name));
    const [condition, value] = machine.codes([where, of], inner);
    const collect = (at, found) => {
      if (at === slots.length) {
        const given = condition();
        if (mask(given) & YES) found.push({ value: value(), given: mask(given) === YES ? true : given });
        return found;
      }
      for (let seat = 1; seat <= machine.players; seat += 1) {
        machine.memory[slots[at]] = seat;
        collect(at + 1, found);
      }
      return found;
    };
    return () => collect(0, []);
  },
};
