// What is known of a value. A value that is known is itself: a number, true or false, or null for none. Any other is a
// Spread: the values that it may have, and one fact that would have to be known for it to be known.

const MOST_RANGES = 12; // of a spread; more are told by the range around them
const NOWHERE = -1; // the place of no fact

const NO = 1; // what a truth value may be, as bits
const YES = 2;
const NONE = 4;

/** The values that something may have: `ranges` is [low, high, low, high, ...], in order and apart. */
class Spread {
  /**
   * @param {number[]} ranges
   * @param {boolean} none whether it may have no value
   * @param {number} because the place of a fact on which it depends
   * @param {boolean} flag whether its values are no and yes
   */
  constructor(ranges, none, because, flag) {
    this.ranges = ranges;
    this.none = none;
    this.because = because;
    this.flag = flag;
    this.mask = flag ? (ranges[0] === 0 ? NO : 0) | (ranges[ranges.length - 1] === 1 ? YES : 0) | (none ? NONE : 0) : 0;
  }
}

/** @typedef {number | boolean | null | Spread} Value */

const isKnown = (value) => !(value instanceof Spread);
const because = (value) => (value instanceof Spread ? value.because : NOWHERE);
const mayBeNone = (value) => value === null || (value instanceof Spread && value.none);
const mask = (value) => (value === true ? YES : value === false ? NO : value === null ? NONE : value.mask);

/** The ranges in which a value lies where it has one. */
function rangesOf(value) {
  if (value instanceof Spread) return value.ranges;
  return value === null ? [] : [Number(value), Number(value)];
}

/** The value, or what is known of it, that lies in some ranges. */
function spread(ranges, none, because, flag) {
  if (!ranges.length) return null;
  if (!none && ranges.length === 2 && ranges[0] === ranges[1]) return flag ? ranges[0] === 1 : ranges[0];
  return new Spread(ranges, none, because, flag);
}

/** A truth value of which it is known what it may be. */
function truth(bits, because) {
  if (bits === YES) return true;
  if (bits === NO) return false;
  if (bits === NONE) return null;
  return new Spread(bits & NO ? (bits & YES ? [0, 1] : [0, 0]) : [1, 1], (bits & NONE) > 0, because, true);
}

/** Some ranges in order and apart, few of them. */
function tidied(ranges) {
  const pairs = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at], ranges[at + 1]]);
  pairs.sort((one, other) => one[0] - other[0]);
  const found = [];
  for (const [low, high] of pairs) {
    const last = found.length - 1;
    if (last > 0 && low <= found[last] + 1) found[last] = Math.max(found[last], high);
    else found.push(low, high);
  }
  return found.length > 2 * MOST_RANGES ? [found[0], found[found.length - 1]] : found;
}

/** What two ways of computing a value leave of it, where it is not known which of them is gone. */
function joined(one, other, because) {
  if (one === other) return one;
  const none = mayBeNone(one) || mayBeNone(other);
  const ranges = tidied([...rangesOf(one), ...rangesOf(other)]);
  if (!ranges.length) return null;
  const flag = [one, other].some((each) => typeof each === "boolean" || (each instanceof Spread && each.flag));
  return spread(ranges, none, because, flag);
}

/** The same value where it may have none. */
const orNone = (value, because) => (mayBeNone(value) ? value : joined(value, null, because));

/** The same value where it has one. */
const withoutNone = (value) =>
  value instanceof Spread && value.none ? spread(value.ranges, false, value.because, value.flag) : value;

/** What of some ranges lies in others. */
function common(ranges, others) {
  const found = [];
  for (let at = 0; at < ranges.length; at += 2) {
    for (let by = 0; by < others.length; by += 2) {
      const low = Math.max(ranges[at], others[by]);
      const high = Math.min(ranges[at + 1], others[by + 1]);
      if (low <= high) found.push(low, high);
    }
  }
  return found;
}

/** How many values there are in some ranges. */
function sizeOf(ranges) {
  let size = 0;
  for (let at = 0; at < ranges.length; at += 2) size += ranges[at + 1] - ranges[at] + 1;
  return size;
}

/** The value at a position among those in some ranges. */
function valueAt(ranges, position) {
  for (let at = 0; at < ranges.length; at += 2) {
    const many = ranges[at + 1] - ranges[at] + 1;
    if (position < many) return ranges[at] + position;
    position -= many;
  }
  return ranges[ranges.length - 1];
}

/** The values in some ranges, one by one. */
function* each(ranges) {
  for (let at = 0; at < ranges.length; at += 2) {
    for (let value = ranges[at]; value <= ranges[at + 1]; value += 1) yield value;
  }
}

const contains = (ranges, value) => {
  for (let at = 0; at < ranges.length; at += 2) if (ranges[at] <= value && value <= ranges[at + 1]) return true;
  return false;
};

/** The sums of values of either. */
function sums(ranges, others) {
  if (ranges.length * others.length > 4 * MOST_RANGES) {
    return [ranges[0] + others[0], ranges[ranges.length - 1] + others[others.length - 1]];
  }
  const found = [];
  for (let at = 0; at < ranges.length; at += 2) {
    for (let by = 0; by < others.length; by += 2) found.push(ranges[at] + others[by], ranges[at + 1] + others[by + 1]);
  }
  return tidied(found);
}

/** The products of values and a constant; but for a few values, the range around them. */
function products(ranges, factor) {
  if (sizeOf(ranges) <= MOST_RANGES) {
    return tidied([...each(ranges)].flatMap((value) => [value * factor, value * factor]));
  }
  const ends = [ranges[0] * factor, ranges[ranges.length - 1] * factor];
  return [Math.min(...ends), Math.max(...ends)];
}

function compared(relation, left, right) {
  if (relation === "=") return left === right;
  if (relation === "!=") return left !== right;
  if (relation === "<") return left < right;
  if (relation === "<=") return left <= right;
  return relation === ">" ? left > right : left >= right;
}

/** Whether a condition holds: one that has no value does not. */
const orNo = (value) => (mayBeNone(value) ? truth((mask(value) & ~NONE) | NO, because(value)) : value);

/** What is known of whether two values that are there are in a relation, as bits. */
function related(relation, left, right) {
  if (isKnown(left) && isKnown(right)) return compared(relation, left, right) ? YES : NO;
  const [a, b] = [rangesOf(left), rangesOf(right)];
  const [low, high] = [a[0], a[a.length - 1]];
  const [least, most] = [b[0], b[b.length - 1]];
  switch (relation) {
    case "<":
      return high < least ? YES : low >= most ? NO : NO | YES;
    case "<=":
      return high <= least ? YES : low > most ? NO : NO | YES;
    case ">":
      return related("<", right, left);
    case ">=":
      return related("<=", right, left);
    default: {
      const apart = !common(a, b).length;
      const same = low === high && least === most && low === least;
      const bits = apart ? NO : same ? YES : NO | YES;
      return relation === "=" ? bits : opposite(bits);
    }
  }
}

/** The bits of the negation. */
const opposite = (bits) => (bits & NONE) | (bits & NO ? YES : 0) | (bits & YES ? NO : 0);
