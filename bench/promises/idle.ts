import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../database.ts';
import { keepPace } from '../load.ts';
import { memoryMiB } from '../machine.ts';
import type { Bench } from '../setup.ts';
import { figure } from '../table.ts';
import { mixOf } from './mix.ts';
import type { Extent, Promised } from './promised.ts';

const perSecond = 5;
const mostGrowth = 0.1;
const mostConnections = 14;

/** F18: a light load for minutes instead of a day, and what memory, connections and files make of it. */
export async function measureIdle(bench: Bench, extent: Extent): Promise<Promised[]> {
  const { portal, portalUrl, dataDir } = bench;
  const next = await mixOf(bench, extent);
  await keepPace({ port: portal.port, perSecond, durationMs: 30_000, next });
  const samples: { atMs: number; mib: number }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      samples.push({ atMs: performance.now(), mib: memoryMiB(portal.processId).now });
      await pause(1_000);
    }
  })();
  await keepPace({ port: portal.port, perSecond, durationMs: extent.minutes * 60_000, next });
  isOver = true;
  await watching;
  const [{ connections } = { connections: 0 }] = await query<{ connections: number }>(
    portalUrl,
    'select count(*)::integer as connections from pg_stat_activity where datname = current_database()',
  );
  const parts = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.part')).length;
  const perHour = slopeOf(samples) * 3_600_000;
  const growth = ((samples.at(-1)?.mib ?? 0) - (samples[0]?.mib ?? 0)) / (samples[0]?.mib ?? 1);
  return [
    {
      measure: `light load, ${perSecond} requests/s for ${extent.minutes} min (instead of 24 h)`,
      reached: `memory ${(growth * 100).toFixed(1)} %, slope ${figure(perHour)} MiB an hour; ${connections} connections; ${parts} files left over`,
      goal: `≤ +10 %; ≤ ${mostConnections}; 0`,
      isMet: growth <= mostGrowth && connections <= mostConnections && parts === 0,
    },
  ];
}

/** The slope of the line that lies closest to the samples, in MiB for each millisecond. */
function slopeOf(samples: readonly { atMs: number; mib: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, mib] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map((one) => one.mib))];
  const above = samples.reduce((sum, one) => sum + (one.atMs - at) * (one.mib - mib), 0);
  return above / samples.reduce((sum, one) => sum + (one.atMs - at) ** 2, 0);
}
