import { pressHard, type Seen } from '../bench/load.ts';
import type { Fault } from '../faults/fault.ts';
import { findWrong } from '../faults/rig/checks.ts';
import { readsOf } from '../faults/rig/load.ts';
import { withRig } from '../faults/rig/rig.ts';
import { addFreeResources } from '../faults/rig/shop.ts';

const connections = 16;

/** Maximum throughput of one node, and of two of them on the same machine. */
export const n05: Fault = {
  name: 'N05',
  title: 'one node, and two side by side',
  run: ({ environment, amount }) =>
    withRig(environment, { nodes: 2, variables: { ROLE: 'web' } }, async (rig) => {
      const durationMs = amount(60_000, 10_000);
      await addFreeResources(rig.database, 500);
      const next = readsOf(await rig.people(50));
      const press = (port: number, share: number) =>
        pressHard({ port, connections: connections / share, durationMs, next });
      const ports = rig.nodes.map(({ port }) => port);
      // A first load, so that compiling and caching after a start affect neither measurement.
      for (const port of ports) await pressHard({ port, connections, durationMs: 3_000, next });
      const one = sumOf([await press(ports[0] ?? 0, 1)]);
      const two = sumOf(await Promise.all(ports.map((port) => press(port, ports.length))));
      const gain = two.perSecond / one.perSecond;
      return {
        tries: `${connections} connections for ${durationMs / 1000} s each, with the database and the load on the same cores`,
        reached: `one node ${one.perSecond} requests/s, two ${two.perSecond}: ${gain.toFixed(2)} times; ${one.failed + two.failed} failed`,
        // The gain of a second node depends on the machine's cores, so it is a figure without a goal.
        goal: '0 failed',
        isMet: one.failed + two.failed === 0,
        wrong: await findWrong(rig),
      };
    }),
};

function sumOf(seen: readonly Seen[]): { perSecond: number; failed: number } {
  const perSecond = seen.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0);
  return { perSecond: Math.round(perSecond), failed: seen.reduce((sum, { failed }) => sum + failed, 0) };
}
