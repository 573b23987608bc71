// A value that is worked with is a boolean or a whole number; null is no value.

function _ruling(outcome, value = null, clauses = [], code = null) {
  return Object.freeze({ outcome, value, clauses: Object.freeze(clauses), code });
}

// A type: its codes, what is shown of each (null is the code itself), and of seats the most that a table has.
function _kind(low, high, shown, most) {
  return Object.freeze({ low, high, shown, most, truth: shown !== null && shown[0] === false });
}

function _has(kind, code, players) {
  if (code < kind.low || code > kind.high) return false;
  return !kind.most || code <= players || code === kind.most + 1;
}

function _range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

function _quoted(value) {
  let text;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = typeof value;
  }
  return text.length <= 80 ? text : text.slice(0, 77) + "...";
}

function _code(name, kind, value, players) {
  let expected;
  if (kind.shown === null) {
    if (Number.isInteger(value) && _has(kind, value, players)) return value === 0 ? 0 : value; // not minus nought
    expected = kind.most ? `a seat from 1 to ${players}` : `a whole number from ${kind.low} to ${kind.high}`;
  } else {
    const at = kind.shown.indexOf(value);
    if (at >= 0 && _has(kind, kind.low + at, players)) return kind.low + at;
    const allowed = kind.shown.filter((_, place) => _has(kind, kind.low + place, players));
    expected = `one of ${allowed.slice(0, 20).map(_quoted).join(", ")}${allowed.length > 20 ? ", ..." : ""}`;
  }
  throw new RangeError(`${name}: expected ${expected}, found ${_quoted(value)}`);
}

function _one(name, kind, value, players, arises = true) {
  const left_out = value === undefined || value === null;
  let code = kind.low;
  if (arises) {
    if (left_out) throw new RangeError(`${name} is missing`);
    code = _code(name, kind, value, players);
  } else if (!left_out && _code(name, kind, value, players) !== kind.low) {
    throw new RangeError(`${name} does not arise in this situation: leave it out, or give null`);
  }
  return kind.truth ? code === 1 : code;
}

function _given(name, names, seats, values) {
  if (seats) {
    if (Array.isArray(values) && values.length === names.length) return values;
    throw new RangeError(`${name}: expected an array of ${names.length} values, one for each seat`);
  }
  const plain = typeof values === "object" && values !== null && !Array.isArray(values);
  if (plain && Object.keys(values).every((each) => names.includes(each))) {
    return names.map((each) => (Object.hasOwn(values, each) ? values[each] : null));
  }
  throw new RangeError(`${name}: expected an object with a value for each of ${names.map(_quoted).join(", ")}`);
}

function _many(name, kind, names, seats, values, players, arises = null) {
  if (values === undefined || values === null) {
    if (arises === null || arises.includes(true)) throw new RangeError(`${name} is missing`);
    return names.map((each) => _one(name, kind, null, players, false));
  }
  const given = _given(name, names, seats, values);
  return names.map((each, at) => {
    return _one(`${name}[${_quoted(each)}]`, kind, given[at], players, arises === null || arises[at]);
  });
}

function _facts(facts) {
  if (typeof facts !== "object" || facts === null) throw new RangeError("expected an object with the facts");
  return facts;
}

function _own(facts, name) {
  return Object.hasOwn(facts, name) ? facts[name] : null;
}

function _known(facts, names) {
  for (const each of Object.keys(facts)) {
    if (!names.includes(each)) throw new RangeError(`${_quoted(each)} is no fact that this ruling needs`);
  }
}

function _players(players, least, most) {
  if (!Number.isInteger(players) || players < least || players > most) {
    throw new RangeError(`players: expected a whole number from ${least} to ${most}, found ${_quoted(players)}`);
  }
  return players;
}

function _require(holds, reason) {
  if (!holds) throw new RangeError(`this situation is not possible: ${reason}`);
}

function _settle(kind, players, found, otherwise) {
  if (found.length === 0) return otherwise;
  const clauses = [...new Set(found.map(([clause]) => clause))];
  const codes = [...new Set(found.flatMap(([, given]) => given))];
  if (codes.some((code) => code === null || !_has(kind, Number(code), players))) {
    return _ruling("undefined", null, clauses);
  }
  if (codes.length > 1) return _ruling("clash", null, clauses);
  const code = codes[0] === 0 ? 0 : codes[0]; // not minus nought
  return _ruling("value", kind.shown === null ? code : kind.shown[Number(code) - kind.low], clauses, code);
}

// What comes of marks: a bit for each effect, and one above them for the scope; remembered, as far as there is room.
function _sieve(kind, nothing, otherwise, effects) {
  const known = new Map();
  return (marks) => {
    const before = known.get(marks);
    if (before !== undefined) return before;
    const marked = (at, some) => ((some >> BigInt(at)) & 1n) === 1n;
    if (!marked(effects.length, marks)) return nothing;
    const free = effects.reduce((left, [, , over], at) => (marked(at, marks) ? left & ~over : left), marks);
    const found = effects.filter((_, at) => marked(at, free)).map(([clause, code]) => [clause, [code]]);
    const came = _settle(kind, kind.most, found, otherwise);
    if (known.size < 10000) known.set(marks, came);
    return came;
  };
}

function _marks(ranges) {
  return (value) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ranges[middle][0] <= value) low = middle;
      else high = middle - 1;
    }
    return ranges[low][2];
  };
}

function _within(value, ranges) {
  return ranges.some(([low, high]) => (low === null || low <= value) && (high === null || value <= high));
}

function _with(value, made) {
  return value === null ? null : made(value);
}

function _not(value) {
  return value === null ? null : !value;
}

function _all(values) {
  return values.includes(false) ? false : values.includes(null) ? null : true;
}

function _any(values) {
  return values.includes(true) ? true : values.includes(null) ? null : false;
}

function _choose(condition, then, otherwise) {
  if (condition === null) return then === otherwise ? then : null;
  return condition ? then : otherwise;
}

function _sum(values) {
  return values.reduce((total, value) => (total === null || value === null ? null : total + Number(value)), 0);
}

function _seat(seat, players) {
  return seat !== null && 1 <= seat && seat <= players ? seat : null;
}

function _seats(players) {
  return _range(1, players);
}

function _beside(left, right, players) {
  return left !== right && [1, players - 1].includes((left - right + players) % players);
}

function _first(start, included, backward, players, fits) {
  let known = true;
  for (let turn = 0; turn < players; turn += 1) {
    const seat = ((start - 1 + (backward ? players - turn : turn)) % players) + 1;
    if (turn || included) {
      const found = fits(seat);
      if (found === null) known = false;
      else if (found) return known ? seat : null;
    }
  }
  return null;
}
