import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker } from '#tests/support/promotions.ts';
import { seed } from '#tests/support/seed.ts';
import { expectAccess, type Stage, setStage } from './histories.ts';
import { type Kind, kinds, type Model, newModel } from './model.ts';
import { budgetMs, tell } from './report.ts';
import { measureStall, mostStallMs } from './stalls.ts';
import { type Scene, steps } from './steps.ts';
import { liftLimits } from './world.ts';

const minutes = inject('fuzzMinutes');
const stepsEach = 20;

/** Steps that end much are rare, so that histories continue. */
const rare = new Set(['see a resource withdrawn', 'leave the organisation', 'be deleted']);
const names = Object.keys(steps).flatMap((name) => Array<string>(rare.has(name) ? 1 : 6).fill(name));

/** The least milliseconds for which each kind of step has occupied the main thread; null while that is not measured. */
let leastStalls: Map<string, number> | null = null;

/** One step of a history, as a command of fast-check. */
class Command implements fc.AsyncCommand<Model, Stage> {
  private readonly name: string;
  private readonly who: 0 | 1;
  private readonly kind: Kind;

  constructor(name: string, who: 0 | 1, kind: Kind) {
    this.name = name;
    this.who = who;
    this.kind = kind;
  }

  check(model: Readonly<Model>): boolean {
    return !model.people[this.who].isDeleted;
  }

  async run(model: Model, stage: Stage): Promise<void> {
    stage.done.push(this.toString());
    const scene: Scene = {
      stage,
      model,
      kind: this.kind,
      person: model.people[this.who],
      member: stage.members[this.who],
    };
    const step = async () => steps[this.name]?.(scene);
    if (leastStalls) {
      const least = leastStalls.get(this.name) ?? Number.POSITIVE_INFINITY;
      leastStalls.set(this.name, Math.min(least, await measureStall(step)));
    } else await step();
    await expectAccess(stage, model);
  }

  toString(): string {
    return `${this.who}: ${this.name} (${this.kind})`;
  }
}

const history = fc.array(
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(0 as const, 1 as const), fc.constantFrom(...kinds))
    .map((parts) => new Command(...parts)),
  { minLength: stepsEach, maxLength: stepsEach },
);

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  await liftLimits(portal.database);
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

describe('random histories of members', () => {
  const keepToTheModel = async (most: number) => {
    const newCode = await codeMaker(portal);
    const startedAt = performance.now();
    let taken = 0;
    for (const commands of fc.sample(history, { seed, numRuns: most })) {
      if (minutes !== null && performance.now() - startedAt > budgetMs(minutes, 'histories')) break;
      const stage = await setStage(portal, administrator, newCode);
      const model = newModel();
      await fc.asyncModelRun(() => ({ model, real: stage }), commands);
      await portal.runWebhooks();
      await expectAccess(stage, model);
      expect(await brokenInvariants(portal.database), `seed ${seed}: ${stage.done.join(', ')}`).toEqual([]);
      taken += 1;
    }
    tell(`histories, seed ${seed}: ${taken} of ${stepsEach} steps each`);
    if (taken <= 50) await portal.expectLedgersMatch();
  };

  it('ACCESS-01 ACCESS-16 two keep to the model of access after every step, and to the books at their end', () =>
    keepToTheModel(2));

  it('GEN-29 ACCESS-01 ACCESS-16 many keep to the model of access after every step and to the books at their end, and leave the main thread free', {
    tags: 'long',
    timeout: minutes === null ? 300_000 : minutes * 90_000,
  }, async () => {
    leastStalls = new Map();
    await keepToTheModel(minutes === null ? 20 : 1000);
    // The first step of a kind also compiles the code, so that the least of several is judged.
    expect([...leastStalls].filter(([, ms]) => ms > mostStallMs)).toEqual([]);
  });
});
