import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { AssessmentNeeds } from '#contract/learning/assessment.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { questionsOf } from './rules.ts';

const content = usualContent.assessment;
const all = (level: AssessmentLevel) => Object.fromEntries(questionsOf(content).map(({ id }) => [id, level]));

let portal: TestPortal;
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
  const product = await insertProduct(portal.database, { configuration });
  resourceId = (await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id })).id;
});
afterAll(() => portal.close());

async function needs(): Promise<AssessmentNeeds> {
  const administrator = await portal.administrator();
  return (await administrator.get<AssessmentNeeds>('/api/admin/assessment/needs')).body;
}

async function answerAs(client: Awaited<ReturnType<TestPortal['member']>>, answers: Record<string, string>, day = 1) {
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  const body = { resourceId, contentVersion: content.version, startedAt, answers };
  expect((await client.post('/api/assessment/attempts', body)).status).toBe(200);
}

it('lists actions and tags without counts while there are fewer than five members', async () => {
  const four = await Promise.all([1, 2, 3, 4].map(() => portal.member()));
  for (const one of four) await answerAs(one, all('initial'));
  const { actions, gaps, fewest } = await needs();
  expect([fewest, actions]).toEqual([5, []]);
  expect(gaps.length).toBeGreaterThan(10);
  expect(gaps.every(({ members }) => members === null)).toBe(true);
});

it("counts each member's latest attempt once, and hides what fewer than five need", async () => {
  const fifth = await portal.member();
  await answerAs(fifth, all('initial'), 1);
  await answerAs(fifth, { ...all('initial'), leadership_vision: 'emerging' }, 2);
  const { actions } = await needs();
  // Four members chose the lowest level of the first question and one a higher level: both counts are below five and
  // hidden.
  expect(actions.filter(({ id }) => id.startsWith('LV-'))).toEqual([]);
  const others = questionsOf(content).slice(1);
  expect(actions.map(({ id, members }) => [id, members])).toEqual(
    others.flatMap(({ actions: own }) => own.initial.map(({ id }) => [id, 5])),
  );
});

it('leaves out a gap once something is published for it', async () => {
  const gap = { principle: 'responsible', phase: 'phase_1_discover_assess', role: 'executive_leader' } as const;
  expect((await needs()).gaps).toContainEqual({ ...gap, actions: 3, members: 5 });
  const tags = { rapp_implementation_phase: [gap.phase], role_affiliations: [gap.role] };
  await insertResource(portal.database, { ...tags, rapp_principles: [gap.principle], is_published: false });
  await insertResource(portal.database, { ...tags, rapp_principles: ['adaptive'] });
  expect((await needs()).gaps).toContainEqual({ ...gap, actions: 3, members: 5 });
  await insertResource(portal.database, { ...tags, rapp_principles: [gap.principle, 'adaptive'] });
  expect((await needs()).gaps).not.toContainEqual(expect.objectContaining(gap));
});
