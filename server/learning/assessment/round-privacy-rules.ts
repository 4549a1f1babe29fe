/** Minimum number of people whose results are shown (TEAM-03, TEAM-04). */
export const fewestAnswered = 5;

/** Ids of people. */
export type People = ReadonlySet<number>;

/**
 * Decides, one set after the other, whether its answers may be shown beside all that is shown already. One rule covers
 * small groups, the rest of the whole, overlapping groups and earlier rounds: no sum of shown sets, each added any
 * number of times, positive or negative, may consist of the answers of 1 to 4 people. A set that differs from a shown
 * one by 1 to 4 people is the shortest such sum, a set of 1 to 4 people the shortest of all.
 * @param shown the sets that earlier rounds showed, which satisfy the rule among themselves
 * @param candidates the sets of a round, the most important first
 * @param steps maximum steps of all searches together; a set that is not decided within them is hidden
 * @returns for each candidate whether it is shown
 */
export function decideShown(
  shown: readonly People[],
  candidates: readonly People[],
  steps: number = mostSteps,
): boolean[] {
  const basis = new Basis([...shown, ...candidates], steps);
  for (const people of shown) basis.add(people);
  return candidates.map((people) => {
    if (people.size < fewestAnswered || basis.distanceIsSmall(people)) return false;
    basis.add(people);
    return true;
  });
}

/** A prime whose products are whole numbers that a double holds. Sums are compared modulo it. */
const prime = 67_108_859;

/** Maximum steps of all searches of a round, about a second. */
const mostSteps = 20_000_000;

type Row = { values: Float64Array; pivot: number };
type Position = { rows: readonly Row[]; deleted: ReadonlySet<number> };

/**
 * The sums of the shown sets, as a reduced matrix. People who are in exactly the same sets share a column, whose weight
 * is their number. The matrix is stored five times, with different pivots: a sum that differs from a set in 1 to 4
 * people equals it at all pivots of at least one of the five, and is found there.
 */
class Basis {
  private systems: Row[][] = Array.from({ length: fewestAnswered }, () => []);
  /**
   * Number of systems with a pivot in each column, at most the column's weight while the systems have different pivots.
   */
  private readonly uses: number[] = [];
  private areApart = true;
  private readonly columnOf: ReadonlyMap<number, number>;
  private readonly weights: number[];
  private stepsLeft: number;

  constructor(sets: readonly People[], steps: number) {
    this.stepsLeft = steps;
    const membership = new Map<number, string>();
    for (const [index, people] of sets.entries()) {
      for (const person of people) membership.set(person, `${membership.get(person) ?? ''}${index} `);
    }
    const columns = new Map<string, number>();
    this.weights = [];
    this.columnOf = new Map(
      [...membership].map(([person, key]) => {
        const column = columns.get(key) ?? columns.size;
        columns.set(key, column);
        this.weights[column] = (this.weights[column] ?? 0) + 1;
        return [person, column];
      }),
    );
  }

  add(people: People): void {
    const values = this.valuesOf(people);
    this.systems = this.systems.map((rows, index) => {
      const rest = this.remainder(values, rows);
      if (rest.every((value) => value === 0)) return rows;
      // The heaviest column is chosen, because a column heavier than 4 need not be searched.
      const apart = this.heaviest(rest, (column) => (this.uses[column] ?? 0) < this.weightOf(column));
      const pivot = apart ?? this.heaviest(rest, () => true) ?? 0;
      if (apart === null) this.areApart = false;
      // Without five systems of different pivots, the search needs only the first.
      if (!this.areApart && index > 0) return rows;
      this.uses[pivot] = (this.uses[pivot] ?? 0) + 1;
      const row = { values: scaled(rest, inverse(at(rest, pivot))), pivot };
      return [...rows.map((other) => without(other, row)), row];
    });
  }

  /** Whether a sum of the shown sets differs from this set in 1 to 4 people. */
  distanceIsSmall(people: People): boolean {
    const values = this.valuesOf(people);
    const used = this.areApart ? this.systems : this.systems.slice(0, 1);
    for (const rows of used) {
      const weight = this.remainder(values, rows).reduce(
        (sum, value, column) => sum + (value === 0 ? 0 : this.weightOf(column)),
        0,
      );
      // A set that is itself such a sum reveals nothing new.
      if (weight === 0) return false;
      if (weight < fewestAnswered) return true;
    }
    if (this.areApart) return false;
    return this.reaches(values, { rows: this.systems[0] ?? [], deleted: new Set() }, fewestAnswered - 1);
  }

  private valuesOf(people: People): Float64Array {
    const values = new Float64Array(this.weights.length);
    for (const person of people) values[this.columnOf.get(person) ?? 0] = 1;
    return values;
  }

  /** Subtracts from a set the sum that equals it at every pivot. */
  private remainder(values: Float64Array, rows: readonly Row[]): Float64Array {
    const rest = Float64Array.from(values);
    for (const { values: row, pivot } of rows) {
      const factor = at(values, pivot);
      if (factor !== 0) subtract(rest, row, factor);
    }
    return rest;
  }

  /**
   * Whether a sum differs from the set only in deleted columns and in other columns of at most this weight. Each column
   * in which the set differs from the sum that equals it at the pivots shows that the sum differs in that column or in
   * one of the pivots from which it is computed. Such columns that share no source need separate differences.
   */
  private reaches(values: Float64Array, { rows, deleted }: Position, weight: number): boolean {
    this.stepsLeft -= (rows.length + 1) * this.weights.length;
    if (this.stepsLeft < 0) return true;
    const rest = this.remainder(values, rows);
    const taken = new Set<number>();
    let apart = 0;
    let fewest: number[] | null = null;
    for (const [column, value] of rest.entries()) {
      if (value === 0 || deleted.has(column)) continue;
      const sources = [column, ...rows.filter((row) => at(row.values, column) !== 0).map(({ pivot }) => pivot)];
      const light = sources.filter((source) => this.weightOf(source) <= weight);
      if (light.length === 0) return false;
      if (fewest === null || light.length < fewest.length) fewest = light;
      if (light.some((source) => taken.has(source))) continue;
      for (const source of light) taken.add(source);
      apart += Math.min(...light.map((source) => this.weightOf(source)));
      if (apart > weight) return false;
    }
    if (fewest === null) return true;
    return fewest.some((column) => {
      const next = this.without({ rows, deleted }, column);
      return next === null || this.reaches(values, next, weight - this.weightOf(column));
    });
  }

  /** Returns the same sums without a column; null when a sum would have no column left. */
  private without({ rows, deleted }: Position, column: number): Position | null {
    const gone = new Set(deleted).add(column);
    const bare = rows.find(({ pivot }) => pivot === column);
    if (!bare) return { rows, deleted: gone };
    const pivot = this.heaviest(bare.values, (other) => !gone.has(other));
    if (pivot === null) return null;
    const moved = { values: scaled(bare.values, inverse(at(bare.values, pivot))), pivot };
    return { rows: rows.map((row) => (row === bare ? moved : without(row, moved))), deleted: gone };
  }

  private heaviest(values: Float64Array, isAllowed: (column: number) => boolean): number | null {
    let best: number | null = null;
    for (const [column, value] of values.entries()) {
      if (value === 0 || !isAllowed(column)) continue;
      if (best === null || this.weightOf(column) > this.weightOf(best)) best = column;
    }
    return best;
  }

  private weightOf(column: number): number {
    return this.weights[column] ?? 0;
  }
}

const at = (values: Float64Array, column: number) => values[column] ?? 0;

function without(row: Row, other: Row): Row {
  const factor = at(row.values, other.pivot);
  if (factor === 0) return row;
  const values = Float64Array.from(row.values);
  subtract(values, other.values, factor);
  return { ...row, values };
}

function subtract(values: Float64Array, other: Float64Array, factor: number): void {
  for (let column = 0; column < values.length; column += 1) {
    const value = at(other, column);
    if (value !== 0) values[column] = (at(values, column) + (prime - factor) * value) % prime;
  }
}

const scaled = (values: Float64Array, factor: number) => values.map((value) => (value * factor) % prime);

/** Returns the inverse of a number modulo the prime (Fermat). */
function inverse(value: number): number {
  let [result, base] = [1, value];
  for (let exponent = prime - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
}
