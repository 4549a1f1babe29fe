/**
 * `npm run bench:web`: the sizes of the built web app, Lighthouse's figures for dashboard, browse and detail over 10,000
 * resources beside a bare React list, and the time to the next paint while browsing (docs/performance.md).
 */
import { chromium } from '@playwright/test';
import { findChromium, launchArguments } from '#tests/browser/support/browser.ts';
import { serveBarePage } from './bare-page.ts';
import { secretOf } from './fill.ts';
import { measureInteractions } from './interactions.ts';
import { checkLighthouse, judgePage, type PageFigures } from './lighthouse.ts';
import { describeMachine } from './machine.ts';
import { freePort } from './processes.ts';
import { startBench } from './setup.ts';
import { type Stops, withStops } from './stops.ts';
import { figure, printTable } from './table.ts';
import { vocabularyOf } from './words.ts';

const resources = 10_000;
const members = 300;
const pages = { dashboard: '/', browse: '/browse', detail: '/resource/1' };
const leastScore = 95;
const mostTimesBare = 1.6;

async function run(stops: Stops): Promise<void> {
  checkLighthouse();
  console.error('Filling the databases …');
  const bench = await startBench({ resources, members, words: vocabularyOf(resources) }, stops);
  const portal = `http://127.0.0.1:${bench.portal.port}`;
  const cookie = `session=${secretOf(1)}`;
  const list = await fetch(`${portal}/api/resources?pageSize=12`, { headers: { cookie } });
  const bare = await serveBarePage(await list.text(), stops);

  const debuggingPort = await freePort();
  const { executablePath } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...launchArguments, `--remote-debugging-port=${debuggingPort}`],
  });
  stops.push(() => browser.close());

  const judged: [string, PageFigures][] = [];
  for (const [name, url] of [
    ['bare list', bare],
    ...Object.entries(pages).map(([name, path]) => [name, portal + path]),
  ]) {
    console.error(`Lighthouse judges the ${name} …`);
    judged.push([name ?? '', await judgePage({ url: url ?? '', ...(url !== bare && { cookie }) }, debuggingPort)]);
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'session', value: secretOf(1), url: portal }]);
  const interactions = await measureInteractions(context, portal);

  console.log(`${describeMachine(bench.postgresVersion)}, Chromium ${browser.version()}\n`);
  printPages(judged);
  console.log('');
  printTable(
    ['browse, 10,000 resources, 4 times slower processor', 'next paint, ms'],
    interactions.map(({ what, paintedAfterMs }) => [what, figure(paintedAfterMs)]),
  );
}

function printPages(judged: [string, PageFigures][]): void {
  const bareMs = judged[0]?.[1].largestPaintMs ?? Number.NaN;
  printTable(
    [
      'Lighthouse, mobile',
      'performance',
      'accessibility',
      'best practices',
      'LCP ms',
      '× bare',
      'TBT ms',
      'CLS',
      'goal',
    ],
    judged.map(([name, figures], index) => {
      const { performance, accessibility, bestPractices, largestPaintMs, blockedMs, layoutShift } = figures;
      const scores = [performance, accessibility, bestPractices];
      const isMet = scores.every((score) => score >= leastScore) && largestPaintMs <= mostTimesBare * bareMs;
      return [
        name,
        ...scores.map(String),
        figure(largestPaintMs),
        (largestPaintMs / bareMs).toFixed(2),
        figure(blockedMs),
        layoutShift.toFixed(3),
        index === 0 ? '' : isMet ? 'met' : 'missed',
      ];
    }),
  );
  console.log(`\nGoal: scores of at least ${leastScore}, LCP at most ${mostTimesBare} times the bare list's.`);
}

await withStops(run);
process.exit(0);
