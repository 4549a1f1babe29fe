import { type Fault, oneOf, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, settle } from './rig/checks.ts';
import { type Moment, moments, strike } from './rig/moments.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, buy, type Paid, ways } from './rig/shop.ts';
import { until } from './rig/wait.ts';

const readyWithinMs = 5_000;
const accessWithinMs = 60_000;

/**
 * `kill -9` of one or both nodes at a chosen moment of a purchase, while ten clients, three in a short run, make
 * purchases.
 */
export const f01: Fault = {
  name: 'F01',
  title: 'kill -9 of the app mid-purchase',
  run: ({ environment, amount, random }) =>
    withRig(environment, {}, async (rig) => {
      const [purchases, kills] = [amount(200, 40, 12), amount(30, 10, 6)];
      const resourceId = await addResource(rig.database);
      const people = await rig.people(purchases * 4 + 1_000);
      const paid: Paid[] = [];
      const delaysMs: number[] = [];
      const startsMs: number[] = [];
      const hits: string[] = [];
      let isOver = false;

      const shopping = Promise.all(
        Array.from({ length: amount(10, 10, 3) }, async () => {
          while (!isOver || paid.length < purchases) {
            const person = people.pop();
            if (!person) throw new Error('More kills than people');
            // One in three closes the browser as soon as the payment is made.
            const sale = await buy(
              rig.payments,
              { person, resourceId },
              { reports: random() > 0.33, way: oneOf(random, ways) },
            );
            paid.push(sale);
            delaysMs.push(await allHaveAccess([sale], 2 * accessWithinMs));
          }
        }),
      );
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill += 1) {
          const moment = moments[kill % moments.length] ?? 'both nodes';
          startsMs.push(...(await killAt(rig, moment, random)));
          hits.push(moment);
        }
        isOver = true;
      })();
      await Promise.all([shopping, killing]);
      await settle(rig);

      const doubles = await countDoubleCharges(rig);
      const [slowestStart, longest] = [Math.max(...startsMs), Math.max(...delaysMs)];
      return {
        tries: `${hits.length} kills, ${paid.length} purchases`,
        reached: `ready again ${seconds(slowestStart)}; access ${seconds(longest)} after paying; ${doubles} double charges`,
        goal: `ready ≤ 5 s; access ≤ 60 s; 0`,
        isMet: slowestStart <= readyWithinMs && longest <= accessWithinMs && doubles === 0,
        wrong: await findWrong(rig),
      };
    }),
};

/** @returns milliseconds until each killed node served again */
async function killAt(rig: Rig, moment: Moment, random: () => number): Promise<number[]> {
  const nodes = moment === 'both nodes' ? rig.nodes : [oneOf(random, rig.nodes)];
  await Promise.all(nodes.map((node) => strike(node, moment, random)));
  const startsMs = await Promise.all(nodes.map((node) => node.start()));
  await until('the front has found them', () => rig.front.serving().length === rig.nodes.length, { withinMs: 10_000 });
  return startsMs;
}
