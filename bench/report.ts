import type { Case } from './cases.ts';
import { medianOf, medianOfRounds, processorMsOf, type Result } from './goals.ts';
import type { Starts } from './starts.ts';
import { figure, printTable } from './table.ts';

/** A case and what its rounds found, in their order. */
export type Found = { one: Case; rounds: Result[] };

/**
 * Prints the medians of each case, and what it reached beside its goal; `by processor` is the limit's processor time as
 * a share of its own.
 */
export function printCases(found: Found[]): void {
  const limitOf = ({ limit }: Case) => found.find(({ one }) => one.name === limit)?.rounds ?? [];
  printTable(
    [
      'case',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'server ms',
      'database ms',
      'MiB',
      'by processor',
      'reached',
      'goal',
      '',
    ],
    found.map(({ one, rounds }) => {
      const result = medianOf(rounds);
      const figures = [
        result.requestsPerSecond,
        result.p50,
        result.p99,
        result.serverMs,
        result.databaseMs,
        result.memoryMiB,
      ];
      const limits = limitOf(one);
      const share = medianOfRounds(rounds, limits, (own, limit) =>
        limit ? processorMsOf(limit) / processorMsOf(own) : Number.NaN,
      );
      return [one.name, ...figures.map(figure), one.limit ? share.toFixed(2) : '', ...verdictOf(one, rounds, limits)];
    }),
  );
}

function verdictOf({ goal }: Case, rounds: Result[], limits: Result[]): string[] {
  if (!goal) return ['', '', ''];
  const reached = medianOfRounds(rounds, limits, goal.reach);
  return [goal.show(reached), goal.text, goal.isMet(reached) ? 'met' : 'missed'];
}

/** What is measured once, without requests in turn; times as their names say. */
export type Others = {
  othersP99: number;
  signInsP99: number;
  refused: number;
  peakMemoryMiB: number;
  starts: Starts | null;
};

/** Prints the rest. */
export function printOthers({ othersP99, signInsP99, refused, peakMemoryMiB, starts }: Others): void {
  const row = (name: string, value: number, unit: string, most?: number) => {
    const goal = most === undefined ? ['', ''] : [`≤ ${most} ${unit}`, value <= most ? 'met' : 'missed'];
    return [name, `${figure(value)} ${unit}`, ...goal];
  };
  printTable(
    ['measure', 'found', 'goal', ''],
    [
      row('other calls (300/s) while 30 people sign in each second: p99', othersP99, 'ms', 50),
      row('those sign-ins: p99', signInsP99, 'ms'),
      ['calls that failed meanwhile', String(refused), '0', refused === 0 ? 'met' : 'missed'],
      row('memory of the portal, the most it ever held', peakMemoryMiB, 'MiB', 250),
      ...(starts
        ? [
            row('build of the web app, before the first start', starts.build, 's'),
            row('first start with seeding', starts.first, 's', 60),
            row('later start', starts.later, 's', 5),
          ]
        : []),
    ],
  );
}
