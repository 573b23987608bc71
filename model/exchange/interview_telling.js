// How much an answer tells, counted over situations.

/** Values as numbers from 1, equal ones as the same, with how many there are; null is 0. */
function numbered(values) {
  const known = new Map();
  const numbers = values.map((value) => {
    if (value === null) return 0;
    if (!known.has(value)) known.set(value, known.size + 1);
    return known.get(value);
  });
  return { numbers, many: known.size + 1 };
}

const TIMES_LOG = [0]; // n times the binary logarithm of n

function timesLog(count) {
  while (TIMES_LOG.length <= count) TIMES_LOG.push(TIMES_LOG.length * Math.log2(TIMES_LOG.length));
  return TIMES_LOG[count];
}

/** What one thing tells of another, in bits times situations, where both are; of a sample, less what chance shows. */
function information(one, other, whole) {
  const width = other.many;
  const counts = new Uint16Array((one.many + 1) * width); // the first row is for the other alone
  const ones = new Uint16Array(one.many);
  let many = 0;
  for (let at = 0; at < one.numbers.length; at += 1) {
    const a = one.numbers[at];
    const b = other.numbers[at];
    if (a === 0 || b === 0) continue;
    many += 1;
    ones[a] += 1;
    counts[b] += 1;
    counts[a * width + b] += 1;
  }
  if (many === 0) return 0;
  let told = timesLog(many);
  let kinds = 0;
  let others = 0;
  for (let a = 1; a < one.many; a += 1) {
    if (ones[a]) kinds += 1;
    told -= timesLog(ones[a]);
  }
  for (let b = 1; b < width; b += 1) {
    if (counts[b]) others += 1;
    told -= timesLog(counts[b]);
  }
  for (let at = width; at < one.many * width; at += 1) told += timesLog(counts[at]);
  return whole ? told : told - ((kinds - 1) * (others - 1)) / (2 * Math.LN2);
}
