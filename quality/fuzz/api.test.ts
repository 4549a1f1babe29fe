import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Roles } from '#tests/support/roles.ts';
import { seed } from '#tests/support/seed.ts';
import { type Operation, readOperations } from './operations.ts';
import { budgetMs, tell } from './report.ts';
import { emptyResult, type FuzzResult, fuzzOperation } from './run.ts';
import { createFuzzWorld } from './world.ts';

const minutes = inject('fuzzMinutes');

/** Number of rounds, and of valid and broken calls of each operation by every role in a round. */
const small = { rounds: 1, valid: 1, broken: 2 };
const large = minutes === null ? { rounds: 2, valid: 1, broken: 2 } : { rounds: 20, valid: 10, broken: 10 };

let world: Roles;
let operations: Operation[];
beforeAll(async () => {
  world = await createFuzzWorld();
  const { body } = await world.portal.visitor().get<Parameters<typeof readOperations>[0]>('/api/openapi.json');
  operations = readOperations(body);
});
afterAll(() => world.close());

describe('calls drawn from the document of the API', () => {
  const expectNoFault = async (called: readonly Operation[], size: typeof small) => {
    const result = emptyResult();
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    let rounds = 0;
    for (let round = 0; round < size.rounds; round += 1) {
      for (const operation of called) {
        if (minutes !== null && performance.now() - startedAt > budgetMs(minutes, 'calls')) break;
        await fuzzOperation(world, operation, { seed: seed + round, ...size }, result);
        rounds += 1 / called.length;
      }
    }
    tell(...summaryOf(result, rounds, process.memoryUsage.rss() - before));
    expect(
      [...new Set(result.faults)].slice(0, 20),
      `seed ${seed}; what the document cannot say is in allowed.ts`,
    ).toEqual([]);
    expect(result.calls.valid).toBeGreaterThan(called.length);
  };

  it('GEN-03 GEN-05 random calls of one operation in ten never get a 5xx, change nothing when they are broken, and get answers as described', () =>
    expectNoFault(
      operations.filter((_, index) => index % 10 === seed % 10),
      small,
    ));

  it(
    'GEN-03 GEN-05 random calls of every operation never get a 5xx, change nothing when they are broken, and get answers as described',
    { tags: 'long', timeout: minutes === null ? 900_000 : minutes * 90_000 },
    () => expectNoFault(operations, large),
  );
});

function summaryOf({ calls, slowestMs, faults, turnedAway }: FuzzResult, rounds: number, grownBytes: number): string[] {
  const slowest = [...slowestMs].sort(([, one], [, other]) => other - one).slice(0, 5);
  return [
    `seed ${seed}: ${operations.length} operations, ${rounds.toFixed(2)} rounds; ${calls.valid} valid, ${calls.broken} broken, ${calls.odd} odd calls; ${faults.length} faults; ${turnedAway} turned away as busy`,
    `memory grew by ${Math.round(grownBytes / 1e6)} MB; slowest: ${slowest.map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')}`,
  ];
}
