import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { oneQuestion, publishCheck, takeCheck } from '#tests/support/checks.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import type { Person } from '#tests/support/organisations.ts';
import {
  addPath,
  beginPath,
  finishResource,
  ownPath,
  pathOf,
  readText,
  resourceStep,
  textStep,
} from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { questionsOf } from '../assessment/rules.ts';

let portal: TestPortal;
let administrator: Person;
let resourceIds: number[];
let checked: number;
let tool: number;
const questions = [oneQuestion('a')];
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  administrator = await portal.administrator();
  const resources = await Promise.all([1, 2, 3].map(() => insertResource(portal.database)));
  resourceIds = resources.map(({ id }) => id);
  checked = (await insertResource(portal.database)).id;
  await publishCheck(administrator, checked, questions, { attemptsPerDay: 0 });
  const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
  const product = await insertProduct(portal.database, { configuration });
  tool = (await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id })).id;
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

/** Numbers of the steps: three resources, two texts, a check and the assessment. */
const numbers = [0, 1, 2, 3, 4, 5, 6] as const;
type Kind = 'resource' | 'text' | 'check' | 'assessment';
const kindOf = (which: number): Kind =>
  which < 3 ? 'resource' : which < 5 ? 'text' : which === 5 ? 'check' : 'assessment';

type ModelStep = { id: string; isOptional: boolean; asksAnew: boolean; asksFinished: boolean };

/** A path, and the numbers of a person's actions: those that completed each step, began the path or finished it. */
type Model = { steps: ModelStep[]; facts: Map<string, number[]>; begunAt: number | null; finishedAt: number | null };

// All happens on one day, which counts for steps with asksAnew once the path is begun.
const factsOf = ({ facts, begunAt }: Model, step: ModelStep) =>
  step.asksAnew && begunAt === null ? [] : (facts.get(step.id) ?? []);
const required = ({ steps }: Model) => steps.filter(({ isOptional }) => !isOptional);
/** Required steps; of people who finished, added ones only where the publisher said so. */
const asked = (model: Model) =>
  required(model).filter((step) => model.finishedAt === null || step.asksFinished || factsOf(model, step).length > 0);
const completed = (model: Model) => required(model).filter((step) => factsOf(model, step).length > 0).length;

/** Completes the path of the model when its steps are completed, as PATH-02 and PATH-03 say. */
function settle(model: Model, now: number): void {
  const all = required(model);
  if (model.begunAt === null || all.length === 0 || completed(model) < asked(model).length) return;
  const { finishedAt } = model;
  const isAfter = (step: ModelStep, pick: (...values: number[]) => number) =>
    finishedAt !== null && pick(...factsOf(model, step)) > finishedAt;
  const isAgain = all.every((step) => isAfter(step, Math.max));
  const wasAdded = all.some((step) => step.asksFinished && isAfter(step, Math.min));
  if (finishedAt === null || isAgain || wasAdded) model.finishedAt = now;
}

const step = fc.record({
  which: fc.constantFrom(...numbers),
  isOptional: fc.boolean(),
  asksAnew: fc.boolean(),
  asksFinished: fc.boolean(),
});
const path = fc.uniqueArray(step, { minLength: 1, maxLength: 5, selector: ({ which }) => which });
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin' as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('do' as const), which: fc.constantFrom(...numbers) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail the check' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), path }) },
);
type Written = { which: number; isOptional: boolean; asksAnew: boolean; asksFinished: boolean };

const idOf = (which: number) => (which < 3 ? `r${resourceIds[which]}` : `t${which}`);

function stepOf({ which, ...flags }: Written): object {
  const kind = kindOf(which);
  if (kind === 'resource') return resourceStep(resourceIds[which] ?? 0, flags);
  if (kind === 'text') return textStep(idOf(which), flags);
  const step = { id: idOf(which), kind, ...flags };
  return kind === 'check' ? { ...step, resourceId: checked } : step;
}

/** Completes a step. @returns whether each time counts, not only the first of a day */
async function complete(member: Person, pathId: number, which: number): Promise<boolean> {
  const kind = kindOf(which);
  if (kind === 'resource') await finishResource(member, resourceIds[which] ?? 0);
  else if (kind === 'check') await takeCheck(member, checked, questions);
  else {
    const { status } = kind === 'text' ? await readText(member, pathId, idOf(which)) : await takeAssessment(member);
    expect(status).toBe(200);
  }
  return kind !== 'resource';
}

const takeAssessment = (member: Person) =>
  member.post('/api/assessment/attempts', {
    resourceId: tool,
    contentVersion: usualContent.version,
    startedAt: new Date().toISOString(),
    answers: Object.fromEntries(questionsOf(usualContent.assessment).map(({ id }) => [id, 'advanced'])),
  });

const modelSteps = (written: readonly Written[]): ModelStep[] =>
  written.map(({ which, ...flags }) => ({ id: idOf(which), ...flags }));
const contentOf = (written: readonly Written[]) =>
  pathOf<object>(
    [
      ...written.map(stepOf),
      // A path needs a required step; the histories never read this one.
      ...(written.every(({ isOptional }) => isOptional) ? [textStep('last')] : []),
    ],
    'free',
  );
const withLast = (written: readonly Written[]): ModelStep[] => [
  ...modelSteps(written),
  ...(written.every(({ isOptional }) => isOptional)
    ? [{ id: 'last', isOptional: false, asksAnew: false, asksFinished: false }]
    : []),
];

it('PATH-02 PATH-03 the progress of a path equals a recomputation from what the member did, over random histories', async () => {
  await fc.assert(
    fc.asyncProperty(path, fc.array(action, { minLength: 4, maxLength: 12 }), async (first, actions) => {
      const member = await portal.member();
      const id = await addPath(administrator, contentOf(first).sections[0]?.steps ?? [], { path: contentOf(first) });
      const model: Model = { steps: withLast(first), facts: new Map(), begunAt: null, finishedAt: null };
      let now = 0;
      for (const done of actions) {
        now += 1;
        if (done.kind === 'begin') {
          await beginPath(member, id);
          model.begunAt ??= now;
        } else if (done.kind === 'change') {
          const { status } = await administrator.patch(`/api/admin/resources/${id}`, { path: contentOf(done.path) });
          expect(status).toBe(200);
          await portal.runJobs();
          model.steps = withLast(done.path);
        } else if (done.kind === 'fail the check') {
          await takeCheck(member, checked, questions, 0);
        } else {
          const stepId = idOf(done.which);
          const isText = kindOf(done.which) === 'text';
          if (isText && !model.steps.some((one) => one.id === stepId)) continue;
          const countsAgain = await complete(member, id, done.which);
          if (isText) model.begunAt ??= now;
          // A resource that is finished a second time on one day has no second completion.
          const known = model.facts.get(stepId) ?? [];
          if (countsAgain || known.length === 0) model.facts.set(stepId, [...known, now]);
        }
        settle(model, now);
        const shown = await ownPath(member, id);
        expect([shown.completed, shown.required]).toEqual([completed(model), asked(model).length]);
        expect(shown.completedAt !== null).toBe(model.finishedAt !== null);
      }
      const [session] = (
        await portal.database.pool.query(
          'select completion_percentage as percent from progress_sessions where user_id = $1 and resource_id = $2',
          [member.userId, id],
        )
      ).rows;
      const isMissing = required(model).some((one) => one.asksFinished && factsOf(model, one).length === 0);
      const share = Math.floor((completed(model) * 100) / asked(model).length);
      const percent = model.finishedAt !== null && !isMissing ? 100 : share;
      if (model.begunAt !== null) expect(session?.percent).toBe(percent);
    }),
    { numRuns: 15 },
  );
}, 120_000);
