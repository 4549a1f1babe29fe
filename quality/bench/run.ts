/**
 * `npm run bench`: the portal beside the limits of this machine, over the same 10,000 resources (docs/performance.md).
 * `--quick` has shorter rounds and leaves out the starts; `--only=search` measures the cases whose name includes the
 * word, and their limits.
 */
import { availableParallelism } from 'node:os';
import { type Case, casesOf } from './cases.ts';
import { vocabularyOf } from './catalogue.ts';
import { median, medianOf, medianOfRounds, processorMsOf, type Result } from './goals.ts';
import { describeMachine, familyProcessorMs, machineProcessorMs, memoryMiB, processorMs } from './machine.ts';
import { measure, measureMixed, measureStarts, type Starts } from './measure.ts';
import { type Stops, withStops } from './processes.ts';
import { type Bench, startBench } from './setup.ts';
import { figure, printTable } from './table.ts';

const resources = 10_000;
const members = 3_000;
const isQuick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
/** Many short rounds, because the machine's speed changes from one second to the next. */
const { rounds, roundMs } = isQuick ? { rounds: 5, roundMs: 300 } : { rounds: 15, roundMs: 500 };
const mixedRounds = 3;
const mixedMs = isQuick ? 800 : 4_000;

async function run(stops: Stops): Promise<void> {
  const startedAt = performance.now();
  console.error('Filling the databases …');
  const words = vocabularyOf(resources);
  const bench = await startBench({ resources, members, words }, stops);
  const cases = choose(casesOf({ resources, members, words, passwordHash: bench.passwordHash }));
  const disturbance = watchOthers(bench);
  const found = await measureCases(bench, cases);
  const othersShare = disturbance();
  const mixed = only ? null : await measureAllMixed(bench);
  const peakMemoryMiB = memoryMiB(bench.portal.processId).peak;
  const starts = only || isQuick ? null : await measureStarts();

  console.log(`${describeMachine(bench.postgresVersion)}`);
  console.log(`Other programs took ${Math.round(othersShare * 100)} % of the processors during the run.\n`);
  printCases(found);
  console.log('');
  if (mixed) printOthers({ ...mixed, peakMemoryMiB, starts });
  console.log(`\n${rounds} rounds of ${roundMs} ms, ${Math.round((performance.now() - startedAt) / 1000)} s in all.`);
}

/** @returns a function that returns the share of the processors that other programs used since this call */
function watchOthers({ portal, limits, databaseProcessId }: Bench): () => number {
  const othersMs = () => {
    const own = [process.pid, portal.processId, limits.processId].map(processorMs);
    return machineProcessorMs() - familyProcessorMs(databaseProcessId) - own.reduce((sum, ms) => sum + ms, 0);
  };
  const [startedAt, before] = [performance.now(), othersMs()];
  return () => Math.max(0, othersMs() - before) / ((performance.now() - startedAt) * availableParallelism());
}

function choose(cases: Case[]): Case[] {
  if (!only) return cases;
  const chosen = cases.filter(({ name }) => name.includes(only));
  return cases.filter((one) => chosen.includes(one) || chosen.some(({ limit }) => limit === one.name));
}

/** Measures all cases in turn, each after its limit, round after round; the first round only warms up. */
async function measureCases(bench: Bench, cases: Case[]): Promise<Found[]> {
  const results = new Map<Case, Result[]>(cases.map((one) => [one, []]));
  for (let round = 0; round <= rounds; round += 1) {
    console.error(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
    for (const one of cases) {
      const result = await measure(bench, one, roundMs);
      if (round > 0) results.get(one)?.push(result);
    }
  }
  return cases.map((one) => ({ one, rounds: results.get(one) ?? [] }));
}

async function measureAllMixed(bench: Bench): Promise<Pick<Others, 'othersP99' | 'signInsP99' | 'refused'>> {
  const seen = [];
  for (let round = 0; round <= mixedRounds; round += 1) {
    seen.push(await measureMixed({ port: bench.portal.port, members }, mixedMs));
  }
  const counted = seen.slice(1);
  return {
    othersP99: median(counted.map(({ others }) => others.p99)),
    signInsP99: median(counted.map(({ signIns }) => signIns.p99)),
    refused: counted.reduce((sum, { signIns, others }) => sum + signIns.failed + others.failed, 0),
  };
}

await withStops(run);

/** A case with the results of its rounds, in their order. */
export type Found = { one: Case; rounds: Result[] };

/**
 * Prints the medians of each case, and its result beside its goal; `by processor` is the limit's processor time as a
 * share of the case's.
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

/** Values that are measured beside the cases. */
export type Others = {
  othersP99: number;
  signInsP99: number;
  refused: number;
  peakMemoryMiB: number;
  starts: Starts | null;
};

/** Prints the values that are measured beside the cases. */
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
      ['calls that failed during it', String(refused), '0', refused === 0 ? 'met' : 'missed'],
      row('memory of the portal, at its peak', peakMemoryMiB, 'MiB', 250),
      ...(starts
        ? [
            row('build of the web app, before the first start', starts.build, 's'),
            row('first start with seeding', starts.first, 's', 15),
            row('later start', starts.later, 's', 3),
          ]
        : []),
    ],
  );
}
