import { setTimeout as pause } from 'node:timers/promises';
import { listMigrations } from '#server/platform/database/migration-files.ts';
import type { Fault } from '../faults/fault.ts';
import { findWrong } from '../faults/rig/checks.ts';
import { underLoad } from '../faults/rig/load.ts';
import { type Rig, withRig } from '../faults/rig/rig.ts';
import { addFreeResources } from '../faults/rig/shop.ts';
import { until } from '../faults/rig/wait.ts';
import { startWriters } from '../faults/rig/writers.ts';
import { buildWeb, createDatabaseOf, installRelease, lastRelease } from './releases.ts';

/**
 * Three nodes of the last release are replaced one after the other by nodes of this version, the first of which
 * migrates the tables, then by nodes of the release beside the newer tables, and again, under load.
 */
export const n04: Fault = {
  name: 'N04',
  title: 'a rolling deploy from the last release to this version, and back',
  run: async ({ environment, amount }) => {
    const release = await lastRelease();
    const installed = await installRelease(release);
    try {
      await buildWeb();
      const place = { createDatabase: () => createDatabaseOf(release, environment) };
      const options = { nodes: 3, folder: installed.folder, variables: { DRAIN_SECONDS: '2' } };
      return await withRig(place, options, async (rig) => {
        const perSecond = amount(200, 100, 50);
        const returns = amount(2, 1);
        const writers = startWriters(await rig.people(4), await addFreeResources(rig.database, 2_000));
        const people = await rig.people(50);
        const visits = startVisits(rig);
        const errors: string[] = [];
        const seen = await underLoad(rig, people, perSecond, async () => {
          errors.push(...(await replaceAll(rig, null)));
          for (let round = 0; round < returns; round += 1) {
            errors.push(...(await replaceAll(rig, installed.folder)));
            errors.push(...(await replaceAll(rig, null)));
          }
        });
        const { pages, builds, missing } = await visits.stop();
        const lost = await writers.stopAndCountLost(rig);
        const missed = await countMissing(rig);
        return {
          tries: `${release.version} and this version; ${3 + returns * 6} replaced nodes, ${perSecond} requests/s, ${writers.count()} writes, ${pages} pages with all their files`,
          reached: `${seen.failed} of ${seen.requests} requests failed; ${builds} builds were seen; ${missing.length} files were missing; ${lost} acknowledged writes lost; ${missed} migrations missing`,
          goal: '0; 2; 0; 0; 0',
          isMet: seen.failed === 0 && builds === 2 && missing.length === 0 && lost === 0 && missed === 0,
          wrong: [
            ...(seen.failed > 0 ? [...rig.front.refusals].map(([what, times]) => `${times} times ${what}`) : []),
            ...errors,
            ...missing,
            ...(await findWrong(rig)),
          ],
        };
      });
    } finally {
      await installed.remove();
    }
  },
};

/** Counts the migrations of this version that the database lacks. */
async function countMissing({ database }: Pick<Rig, 'database'>): Promise<number> {
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations');
  const done = new Set(rows.map(({ name }) => name));
  return (await listMigrations()).filter((name) => !done.has(name)).length;
}

/** @returns the replaced nodes' logged errors */
async function replaceAll(rig: Rig, folder: string | null): Promise<string[]> {
  const errors: string[] = [];
  for (const node of rig.nodes) {
    await node.program().stop();
    const lines = node.program().output().split('\n');
    errors.push(...lines.filter((line) => line.startsWith('{"level":50')));
    await node.start(folder);
    await until('it serves again', () => rig.front.serving().includes(node.port), { withinMs: 30_000 });
  }
  return errors;
}

/**
 * Opens pages as browsers do, whose scripts and styles may be requested from a node of the other build a moment later.
 */
function startVisits({ front }: Pick<Rig, 'front'>) {
  const entries = new Set<string>();
  const missing: string[] = [];
  let [pages, isOver] = [0, false];
  const visit = async () => {
    const page = await fetch(`${front.origin}/auth`);
    if (!page.ok) return void missing.push(`${page.status} /auth`);
    const html = await page.text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    // The name of the entry depends on all of the app's code; stylesheets and other parts may be the same in both
    // builds.
    entries.add(/<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '');
    await pause(300);
    for (const file of files) {
      const answer = await fetch(front.origin + file);
      await answer.arrayBuffer();
      if (!answer.ok) missing.push(`${answer.status} ${file}`);
    }
    pages += 1;
  };
  const visiting = (async () => {
    while (!isOver) await visit();
  })();
  return {
    stop: async () => {
      isOver = true;
      await visiting;
      return { pages, builds: entries.size, missing };
    },
  };
}
