/**
 * `npm run bench:load`: measures a portal of 10,000 members and 500 resources on this machine against the promises
 * (docs/reliability.md). `-- --minutes=2` sets shorter loads than ten minutes, `--only=downloads,overload` selects some
 * of them.
 */
import { parseArgs } from 'node:util';
import { vocabularyOf } from './catalogue.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import { withStops } from './processes.ts';
import { measureDownloads } from './promises/downloads.ts';
import { measureFlood } from './promises/flood.ts';
import type { Promised } from './promises/mix.ts';
import { measureOverload } from './promises/overload.ts';
import { measureBrowsing, measureIdle, measureSignIns } from './promises/steady.ts';
import { startBench } from './setup.ts';
import { figure, printTable } from './table.ts';

const resources = 500;
const members = 10_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, only: { type: 'string' } } });
const minutes = Number(values.minutes);
const chosen = values.only?.split(',');
const shared = { minutes, members, resources };

const stretches: { name: string; measure: (bench: Parameters<typeof measureBrowsing>[0]) => Promise<Promised[]> }[] = [
  { name: 'browsing', measure: (bench) => measureBrowsing(bench, shared) },
  { name: 'sign-ins', measure: (bench) => measureSignIns(bench, shared) },
  { name: 'downloads', measure: measureDownloads },
  { name: 'overload', measure: (bench) => measureOverload(bench, shared) },
  { name: 'flood', measure: (bench) => measureFlood(bench, shared) },
  { name: 'idle', measure: (bench) => measureIdle(bench, shared) },
];

await withStops(async (stops) => {
  const bench = await startBench({ resources, members, words: vocabularyOf(resources) }, stops);
  const found: Promised[] = [];
  const [busyBefore, startedAt] = [machineProcessorMs(), performance.now()];
  for (const { name, measure } of stretches.filter((one) => chosen?.includes(one.name) ?? true)) {
    console.error(`${name} …`);
    found.push(...(await measure(bench)));
  }
  const cores = (machineProcessorMs() - busyBefore) / (performance.now() - startedAt);
  console.log(`${describeMachine(bench.postgresVersion)}`);
  console.log(
    `All programs of the machine used ${figure(cores)} cores during the run; ${minutes} minutes where ten are meant.\n`,
  );
  printTable(
    ['measure', 'reached', 'goal', ''],
    found.map(({ measure, reached, goal, isMet }) => [measure, reached, goal, isMet ? 'met' : 'missed']),
  );
});
