import type { Database } from '#server/platform/db.ts';
import { median } from './goals.ts';
import type { Question } from './questions.ts';
import { figure } from './table.ts';
import { forgetWholeReads, listWholeReads } from './whole-reads.ts';

/** What a kind of question costs: milliseconds, and the large tables that were read as a whole. */
export type Cost = { median: number; p99: number; wholeReads: string[] };

type Asking = { samples: number /** Tables with fewer rows are not looked at. */; leastRows: number };

const warmUps = 10;

/** Asks one question after the other on the database's only connection; the first ten do not count. */
export async function costOf(database: Database, { ask }: Question, { samples, leastRows }: Asking): Promise<Cost> {
  const times: number[] = [];
  for (let sample = -warmUps; sample < samples; sample += 1) {
    if (sample === 0) await forgetWholeReads(database);
    const startedAt = performance.now();
    await ask(sample + warmUps);
    if (sample >= 0) times.push(performance.now() - startedAt);
  }
  const p99 = times.toSorted((one, other) => one - other)[Math.ceil(samples * 0.99) - 1] ?? Number.NaN;
  return { median: median(times), p99, wholeReads: await listWholeReads(database, leastRows) };
}

/** A cost in a table's cell; a star when a whole table was read. */
export function showCost(cost: Cost | undefined): string {
  return cost ? `${figure(cost.median)} / ${figure(cost.p99)}${cost.wholeReads.length > 0 ? ' *' : ''}` : '';
}

/** Tells below a table which tables the stars mean. */
export function tellWholeReads(costs: Iterable<[what: string, cost: Cost]>): void {
  for (const [what, { wholeReads }] of costs) {
    if (wholeReads.length > 0) console.log(`* ${what} read the whole of ${wholeReads.join(', ')}.`);
  }
}
