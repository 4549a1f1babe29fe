import { type Fault, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { underLoad } from './rig/load.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters } from './rig/writers.ts';

const outWithinMs = 1_000;
const mostFailed = 0.001;

/** Two nodes under load behind a proxy: one is killed, then both are restarted one after the other. */
export const f09: Fault = {
  name: 'F09',
  title: 'two nodes, one killed; rolling restart',
  run: ({ environment, amount }) =>
    withRig(environment, { variables: { DRAIN_SECONDS: '2' } }, async (rig) => {
      const perSecond = amount(200, 100, 50);
      const rounds = amount(3, 1);
      const free = await addFreeResources(rig.database, 2_000);
      const writers = startWriters(await rig.people(4), free);
      const people = await rig.people(50);
      let outMs = 0;
      const killed = await underLoad(rig, people, perSecond, async () => {
        for (let round = 0; round < rounds; round += 1) outMs = Math.max(outMs, await killOne(rig, round));
      });
      const rolled = await underLoad(rig, people, perSecond, async () => {
        for (let round = 0; round < rounds; round += 1) await restartAll(rig);
      });
      const lost = await writers.stopAndCountLost(rig);
      const share = killed.failed / (killed.requests + killed.failed);
      return {
        tries: `${rounds} kills, ${rounds * rig.nodes.length} restarts, ${perSecond} requests/s, ${writers.count()} writes`,
        reached: `killed: ${killed.failed} of ${killed.requests} failed, out after ${seconds(outMs)}; restarted: ${rolled.failed} of ${rolled.requests} failed; ${lost} acknowledged writes lost`,
        goal: '≤ 0.1 %, ≤ 1 s; 0; 0',
        isMet: share <= mostFailed && outMs <= outWithinMs && rolled.failed === 0 && lost === 0,
        wrong: [
          ...(killed.failed + rolled.failed > 0
            ? [...rig.front.refusals].map(([what, times]) => `${times} times ${what}`)
            : []),
          ...(await findWrong(rig)),
        ],
      };
    }),
};

/** @returns milliseconds until the proxy sent no more requests to the node */
async function killOne(rig: Rig, round: number): Promise<number> {
  const node = rig.nodes[round % rig.nodes.length];
  if (!node) throw new Error('There are nodes');
  const killing = node.program().kill();
  const outMs = await until('the front leaves it out', () => !rig.front.serving().includes(node.port), {
    withinMs: 30_000,
    everyMs: 5,
  });
  await killing;
  await node.start();
  await until('it serves again', () => rig.front.serving().includes(node.port), { withinMs: 10_000 });
  return outMs;
}

async function restartAll(rig: Rig): Promise<void> {
  for (const node of rig.nodes) {
    await node.program().stop();
    await node.start();
    await until('it serves again', () => rig.front.serving().includes(node.port), { withinMs: 10_000 });
  }
}
