import type { Database } from '#server/platform/database/db.ts';
import { median } from './goals.ts';
import type { Question } from './questions.ts';
import { figure } from './table.ts';
import { forgetWholeReads, listWholeReads } from './whole-reads.ts';

/** What a kind of question costs: milliseconds, and the large tables that were read as a whole. */
export type Cost = { median: number; p99: number; wholeReads: string[] };

/** A question, and the database that it is asked of on its only connection. */
type Asked = {
  database: Database;
  question: Question;
  /** Tables with fewer rows are not looked at. */
  leastRows: number;
};

const warmUps = 10;

/**
 * Asks each of these once, and so again and again: a machine that is slower for a while is so for all of them. The first
 * ten times do not count.
 */
export async function costsInTurn(asked: readonly Asked[], samples: number): Promise<Cost[]> {
  const times = asked.map((): number[] => []);
  for (let sample = -warmUps; sample < samples; sample += 1) {
    if (sample === 0) for (const { database } of asked) await forgetWholeReads(database);
    for (const [index, { question }] of asked.entries()) {
      const startedAt = performance.now();
      await question.ask(sample + warmUps);
      if (sample >= 0) times[index]?.push(performance.now() - startedAt);
    }
  }
  const costs: Cost[] = [];
  for (const [index, { database, leastRows }] of asked.entries()) {
    const own = times[index] ?? [];
    const p99 = own.toSorted((one, other) => one - other)[Math.ceil(samples * 0.99) - 1] ?? Number.NaN;
    costs.push({ median: median(own), p99, wholeReads: await listWholeReads(database, leastRows) });
  }
  return costs;
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
