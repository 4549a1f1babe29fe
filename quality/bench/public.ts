/**
 * `npm run bench:public`: the cost of public pages over 10,000 resources, rendered and cached, and a popular link while
 * members browse (docs/performance.md). `-- --seconds=10` sets a shorter load than a minute.
 */
import { parseArgs } from 'node:util';
import { publicPath } from '#contract/pages/storefront.endpoints.ts';
import { vocabularyOf } from './catalogue.ts';
import { connect, requestOf } from './connection.ts';
import { query } from './database.ts';
import { keepPace, pressHard } from './load.ts';
import { describeMachine, memoryMiB, processorMs } from './machine.ts';
import { inTurn } from './measure.ts';
import { withStops } from './processes.ts';
import { makeMix } from './promises/mix.ts';
import { type Bench, startBench } from './setup.ts';
import { figure, printTable } from './table.ts';

const resources = 10_000;
const members = 3_000;
const goalMs = { made: 15, ready: 1 };
const visitorsPerSecond = 500;
const membersPerSecond = 50;
const membersP95 = 150;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);

type Row = { what: string; reached: string; goal: string; isMet: boolean };

await withStops(async (stops) => {
  console.error('Filling the databases …');
  const bench = await startBench({ resources, members, words: vocabularyOf(resources) }, stops);
  const pages = await publicPages(bench);
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(pages)) {
    console.error(`${name} …`);
    rows.push(await measureMade(bench, name, paths), await measureReady(bench, name, paths));
  }
  console.error('A link goes viral …');
  rows.push(...(await measureViral(bench, [...pages.resource.slice(0, 1), '/catalogue'])));
  console.log(`${describeMachine(bench.postgresVersion)}\n`);
  printTable(
    ['measure', 'reached', 'goal', ''],
    rows.map(({ what, reached, goal, isMet }) => [what, reached, goal, isMet ? 'met' : 'missed']),
  );
  console.log(
    `\nThe load lasted ${seconds} s where 60 are meant; the portal held ${figure(memoryMiB(bench.portal.processId).peak)} MiB.`,
  );
});

/** Returns 100 paths of lists, and 100 of resources. */
async function publicPages({ portalUrl }: Bench) {
  const found = await query<{ id: number; title: string }>(
    portalUrl,
    'select id, title from resources order by id limit 100',
  );
  return { list: found.map((_, index) => `/catalogue?page=${index + 1}`), resource: found.map(publicPath) };
}

/** Opens each page once as one visitor; the portal has cached none of them. */
async function measureMade({ portal, clearCachedAnswers }: Bench, name: string, paths: string[]): Promise<Row> {
  const requests = paths.map((path) => requestOf({ path, isCompressed: true }));
  const warmUp = requests.splice(0, 10);
  await pressOnce(portal.port, warmUp);
  clearCachedAnswers();
  const before = processorMs(portal.processId);
  const seen = await pressOnce(portal.port, requests);
  const own = (processorMs(portal.processId) - before) / seen.requests;
  return {
    what: `${name}, made anew`,
    reached: `p50 ${figure(seen.p50)} ms, p99 ${figure(seen.p99)} ms; ${figure(own)} ms processor`,
    goal: `p50 ≤ ${goalMs.made} ms`,
    isMet: seen.p50 <= goalMs.made,
  };
}

/** Sends each request once on one connection. */
async function pressOnce(port: number, requests: Buffer[]) {
  const connection = await connect(port);
  const latencies: number[] = [];
  for (const request of requests) {
    const sentAt = performance.now();
    await connection.call(request);
    latencies.push(performance.now() - sentAt);
  }
  connection.close();
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99) };
}

/** Opens pages that the portal has cached. */
async function measureReady({ portal }: Bench, name: string, paths: string[]): Promise<Row> {
  const next = inTurn(paths.slice(0, 20).map((path) => requestOf({ path, isCompressed: true })));
  await pressHard({ port: portal.port, connections: 1, durationMs: 1_000, next });
  const before = processorMs(portal.processId);
  const seen = await pressHard({ port: portal.port, connections: 1, durationMs: 4_000, next });
  const own = (processorMs(portal.processId) - before) / seen.requests;
  return {
    what: `${name}, ready`,
    reached: `p50 ${figure(seen.p50)} ms, p99 ${figure(seen.p99)} ms; ${figure(own)} ms processor`,
    goal: `p50 ≤ ${goalMs.ready} ms`,
    isMet: seen.p50 <= goalMs.ready,
  };
}

/** Opens a few cached pages, as visitors of a popular link do, while members browse. */
async function measureViral(bench: Bench, paths: string[]): Promise<Row[]> {
  const { port } = bench.portal;
  const durationMs = seconds * 1_000;
  const [visitors, own] = await Promise.all([
    keepPace({
      port,
      durationMs,
      perSecond: visitorsPerSecond,
      next: inTurn(paths.map((path) => requestOf({ path, isCompressed: true }))),
    }),
    keepPace({
      port,
      durationMs,
      perSecond: membersPerSecond,
      next: await makeMix(bench, { minutes: 1, members, resources }),
    }),
  ]);
  const textOf = (seen: typeof own) => `p95 ${figure(seen.p95)} ms, p99 ${figure(seen.p99)} ms, ${seen.failed} failed`;
  return [
    {
      what: `visitors of a viral link, ${visitorsPerSecond}/s`,
      reached: textOf(visitors),
      goal: 'none failed',
      isMet: visitors.failed === 0,
    },
    {
      what: `members at the same time, ${membersPerSecond}/s`,
      reached: textOf(own),
      goal: `p95 ≤ ${membersP95} ms, none failed`,
      isMet: own.p95 <= membersP95 && own.failed === 0,
    },
  ];
}
