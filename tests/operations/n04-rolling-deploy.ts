import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../faults/fault.ts';
import { findWrong } from '../faults/rig/checks.ts';
import { underLoad } from '../faults/rig/load.ts';
import { type Rig, withRig } from '../faults/rig/rig.ts';
import { addFreeResources } from '../faults/rig/shop.ts';
import { until } from '../faults/rig/wait.ts';
import { startWriters } from '../faults/rig/writers.ts';
import { makeOtherBuild } from './other-build.ts';

/** Three nodes of one build are replaced one after the other by those of another, and back, under load. */
export const n04: Fault = {
  name: 'N04',
  title: 'a rolling deploy of two builds',
  run: async ({ environment, amount }) => {
    const other = await makeOtherBuild();
    try {
      return await withRig(environment, { nodes: 3, variables: { DRAIN_SECONDS: '2' } }, async (rig) => {
        const perSecond = amount(200, 100, 50);
        const rounds = amount(3, 1);
        const writers = startWriters(await rig.people(4), await addFreeResources(rig.database, 2_000));
        const people = await rig.people(50);
        const visits = startVisits(rig);
        const seen = await underLoad(rig, people, perSecond, async () => {
          for (let round = 0; round < rounds; round += 1) {
            await replaceAll(rig, other.folder);
            await replaceAll(rig, null);
          }
        });
        const { pages, builds, missing } = await visits.stop();
        const lost = await writers.stopAndCountLost(rig);
        return {
          tries: `${rounds * 6} replaced nodes, ${perSecond} requests/s, ${writers.count()} writes, ${pages} pages with all their files`,
          reached: `${seen.failed} of ${seen.requests} requests failed; ${builds} builds were seen; ${missing.length} files were missing; ${lost} acknowledged writes lost`,
          goal: '0; 2; 0; 0',
          isMet: seen.failed === 0 && builds === 2 && missing.length === 0 && lost === 0,
          wrong: [
            ...(seen.failed > 0 ? [...rig.front.refusals].map(([what, times]) => `${times} times ${what}`) : []),
            ...missing,
            ...(await findWrong(rig)),
          ],
        };
      });
    } finally {
      await other.remove();
    }
  },
};

async function replaceAll(rig: Rig, folder: string | null): Promise<void> {
  for (const node of rig.nodes) {
    await node.program().stop();
    await node.start(folder);
    await until('it serves again', () => rig.front.serving().includes(node.port), { withinMs: 30_000 });
  }
}

/** Opens pages as browsers do, whose scripts and styles may be asked of a node of the other build a moment later. */
function startVisits({ front }: Pick<Rig, 'front'>) {
  const builds = new Set<string>();
  const missing: string[] = [];
  let [pages, isOver] = [0, false];
  const visit = async () => {
    const page = await fetch(`${front.origin}/auth`);
    if (!page.ok) return void missing.push(`${page.status} /auth`);
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    builds.add(files.join());
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
      return { pages, builds: builds.size, missing };
    },
  };
}
