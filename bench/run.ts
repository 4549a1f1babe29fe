/**
 * `npm run bench`: the portal beside the limits of this machine, over the same 10,000 resources (docs/performance.md).
 * `--quick` takes shorter rounds and leaves the starts out; `--only=search` measures the cases whose name holds the
 * word, and their limits.
 */
import { availableParallelism } from 'node:os';
import { type Case, casesOf } from './cases.ts';
import { median, type Result } from './goals.ts';
import { describeMachine, familyProcessorMs, machineProcessorMs, memoryMiB, processorMs } from './machine.ts';
import { measure } from './measure.ts';
import { measureMixed } from './mixed.ts';
import { type Found, type Others, printCases, printOthers } from './report.ts';
import { type Bench, startBench } from './setup.ts';
import { measureStarts } from './starts.ts';
import { type Stops, withStops } from './stops.ts';
import { vocabularyOf } from './words.ts';

const resources = 10_000;
const members = 3_000;
const isQuick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
/** Short rounds and many of them: how fast the machine is changes from one second to the next. */
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
  console.log(`Other programs took ${Math.round(othersShare * 100)} % of the processors meanwhile.\n`);
  printCases(found);
  console.log('');
  if (mixed) printOthers({ ...mixed, peakMemoryMiB, starts });
  console.log(`\n${rounds} rounds of ${roundMs} ms, ${Math.round((performance.now() - startedAt) / 1000)} s in all.`);
}

/** @returns tells which share of the processors went to programs that are no part of the run, since this call */
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

/** All cases in turn, each after its limit, and so again; the first turn only warms up. */
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
