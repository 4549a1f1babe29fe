import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type {
  AssessmentQuestions,
  AssessmentResult,
  AttemptSummary,
  OwnAssessment,
  PlanEntry,
} from '#contract/learning/assessment.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { questionsOf } from './rules.ts';

type Member = Client & { userId: number };

const ids = questionsOf(usualContent.assessment).map(({ id }) => id);
const version = usualContent.version;
const all = (level: AssessmentLevel) => Object.fromEntries(ids.map((id) => [id, level]));

let portal: TestPortal;
let member: Member;
let stranger: Member;
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, stranger] = [await portal.member(), await portal.member()];
  resourceId = await addTool('/tools/responsible-ai-assessment');
});
afterAll(() => portal.close());

async function addTool(toolUrl: string, fields: Parameters<typeof insertResource>[1] = {}): Promise<number> {
  const product = await insertProduct(portal.database, { configuration: JSON.stringify({ toolUrl }) });
  const tool = { type: 'online_tool', online_product_id: product.id, ...fields } as const;
  return (await insertResource(portal.database, tool)).id;
}

let runs = 0;
const newRun = () => {
  runs += 1;
  return new Date(Date.UTC(2026, 0, runs)).toISOString();
};
const bodyOf = (answers: Record<string, string>, fields: object = {}) => ({
  resourceId,
  contentVersion: version,
  startedAt: newRun(),
  answers,
  ...fields,
});
const send = (client: Client, answers: Record<string, string>, fields: object = {}) =>
  client.post<{ id: number; code: string; message: string }>('/api/assessment/attempts', bodyOf(answers, fields));
const attempt = async (client: Client, answers: Record<string, string>, fields: object = {}) => {
  const answer = await send(client, answers, fields);
  expect(answer.status).toBe(200);
  return answer.body.id;
};
const resultOf = async (client: Client, id: number) =>
  (await client.get<AssessmentResult>(`/api/assessment/attempts/${id}`)).body;
const countOf = async (table: string) =>
  Number((await portal.database.pool.query(`select count(*) as count from ${table}`)).rows[0]?.count);

describe('who is refused', () => {
  it('refuses every endpoint to visitors with 401', async () => {
    const visitor = portal.visitor();
    expect((await visitor.get('/api/assessment/questions')).status).toBe(401);
    expect((await send(visitor, all('initial'))).status).toBe(401);
    expect((await visitor.get('/api/admin/assessment/needs')).status).toBe(401);
  });

  it("PERM-04 refuses a member's result, plan and report to all other callers", async () => {
    const id = await attempt(member, all('emerging'));
    const administrator = await portal.administrator();
    for (const client of [stranger, administrator]) {
      for (const address of [`/api/assessment/attempts/${id}`, `/api/assessment/attempts/${id}/report`]) {
        expect((await client.get(address)).body.code).toBe('assessment.not-found');
      }
      const change = await client.put(`/api/assessment/attempts/${id}/actions/LV-E-1`, { isDone: true });
      expect([change.status, change.body.code]).toEqual([404, 'assessment.not-found']);
      expect((await client.get<AttemptSummary[]>('/api/assessment/attempts')).body).toEqual([]);
    }
    expect(await countOf('assessment_plan_entries')).toBe(0);
  });

  it('GEN-14 refuses a member without access to the assessment, and one who names another resource', async () => {
    const before = await countOf('assessment_attempts');
    const sold = await addTool('/tools/responsible-ai-assessment', { access_type: 'purchase', price_minor: 1900 });
    expect((await send(member, all('initial'), { resourceId: sold })).body.code).toBe('access.required');
    const draft = await addTool('/tools/responsible-ai-assessment', { is_published: false });
    expect((await send(member, all('initial'), { resourceId: draft })).body.code).toBe('catalogue.not-found');
    const others = [await addTool('https://tools.example.org/other'), (await insertResource(portal.database)).id];
    for (const other of others) {
      const answer = await send(member, all('initial'), { resourceId: other });
      expect([answer.status, answer.body.code]).toEqual([400, 'assessment.other-resource']);
    }
    expect(await countOf('assessment_attempts')).toBe(before);
  });

  it('PERM-02 refuses a member who asks what members need', async () => {
    expect((await member.get('/api/admin/assessment/needs')).status).toBe(403);
  });
});

describe('an attempt', () => {
  it('ASSESS-17 an attempt is refused with an unknown question or level, and when a question is left', async () => {
    const before = await countOf('assessment_attempts');
    const rejected = [
      [{ ...all('advanced'), favourite_colour: 'advanced' }, 'assessment.unknown-answer'],
      [{ ...all('advanced'), leadership_vision: 'perfect' }, 'assessment.unknown-answer'],
      [Object.fromEntries(Object.entries(all('advanced')).slice(1)), 'assessment.incomplete'],
      [{}, 'assessment.incomplete'],
    ] as const;
    for (const [answers, code] of rejected) {
      const answer = await send(member, answers);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    expect((await send(member, { a: 'b' })).body.message).toContain('a');
    expect(await countOf('assessment_attempts')).toBe(before);
  });

  it('an attempt is refused under another version of the questions than is asked now', async () => {
    const answer = await send(member, all('initial'), { contentVersion: '0.0' });
    expect([answer.status, answer.body.code]).toEqual([409, 'assessment.other-version']);
  });

  it('GEN-03 an attempt is refused in the form of a request when scope, date or start are of no use', async () => {
    const wrong = [
      { scope: 'x'.repeat(201) },
      { assessedOn: '2026-02-30' },
      { startedAt: 'today' },
      { answers: 'all' },
    ];
    for (const fields of wrong) expect((await send(member, all('initial'), fields)).status).toBe(400);
  });

  it('ASSESS-16 gives points, percent and bands with their limits, overall and per section', async () => {
    const answers = { ...all('advanced'), security_measures: 'initial', leadership_vision: 'developing' };
    const id = await attempt(member, answers, { scope: ' Services ', assessedOn: '2026-11-20' });
    const result = await resultOf(member, id);
    expect(result).toMatchObject({ contentVersion: version, scope: 'Services', assessedOn: '2026-11-20', resourceId });
    expect(result.overall).toMatchObject({ points: 32, most: 36, percent: 89, bandOfPoints: 'advanced' });
    expect(result.overall.band).toBe('emerging');
    expect(result.overall.heldBackBy).toEqual([
      { questionId: 'security_measures', title: 'Security and resilience', highest: 'emerging' },
    ]);
    expect(result.sections.map(({ id: section, percent, band }) => [section, percent, band])).toEqual([
      ['leadership', 89, 'advanced'],
      ['governance', 100, 'advanced'],
      ['technical', 67, 'developing'],
      ['culture', 100, 'advanced'],
    ]);
    expect(result.actions.slice(0, 3).map((action) => [action.id, action.holdsBack])).toEqual([
      ['SM-I-1', true],
      ['SM-I-2', true],
      ['LV-D-1', false],
    ]);
    expect(result.texts.disclaimer).toBe('It is not legal advice, an audit or a certificate.');
  });

  it('an attempt is stored once for one run of answers: a second identical request keeps it, a corrected one corrects it', async () => {
    const client = await portal.member();
    const startedAt = newRun();
    const twice = await Promise.all([1, 2].map(() => send(client, all('emerging'), { startedAt })));
    expect(twice[0]?.body).toEqual(twice[1]?.body);
    const corrected = await attempt(client, { ...all('emerging'), ai_expertise: 'advanced' }, { startedAt });
    expect(corrected).toBe(twice[0]?.body.id);
    expect((await resultOf(client, corrected)).overall.points).toBe(14);
    expect((await client.get<AttemptSummary[]>('/api/assessment/attempts')).body).toHaveLength(1);
  });

  it('an attempt is compared with the one before, and the history lists both, the latest first', async () => {
    const client = await portal.member();
    const first = await attempt(client, all('initial'), { assessedOn: '2026-05-01' });
    expect((await resultOf(client, first)).previous).toBeNull();
    const second = await attempt(client, { ...all('developing'), risk_management: 'initial' });
    const result = await resultOf(client, second);
    expect(result.previous).toMatchObject({ id: first, percent: 0, band: 'initial', isComparable: true });
    expect(result.answers.every(({ previousLevel }) => previousLevel === 'initial')).toBe(true);
    expect(result.sections.map(({ previousPercent }) => previousPercent)).toEqual([0, 0, 0, 0]);
    const list = await client.get<AttemptSummary[]>('/api/assessment/attempts');
    expect(list.body.map(({ id, bandName }) => [id, bandName])).toEqual([
      [second, 'Emerging'],
      [first, 'Initial'],
    ]);
    const page = await client.get<AttemptSummary[]>('/api/assessment/attempts?page=2&pageSize=1');
    expect([page.body.map(({ id }) => id), page.headers['x-total-count']]).toEqual([[first], '2']);
  });
});

describe('the plan', () => {
  const note = (client: Client, id: number, actionId: string, change: object) =>
    client.put<PlanEntry & { code: string }>(`/api/assessment/attempts/${id}/actions/${actionId}`, change);

  it('keeps owner, date and what is done; what was done keeps its time', async () => {
    const id = await attempt(member, all('initial'));
    const done = await note(member, id, 'LV-I-1', { isDone: true, owner: ' Ines ', dueOn: '2026-12-01' });
    expect(done.body).toMatchObject({ owner: 'Ines', dueOn: '2026-12-01', doneAt: expect.any(String) });
    const again = await note(member, id, 'LV-I-1', { isDone: true, owner: '', dueOn: null });
    expect(again.body).toEqual({ owner: null, dueOn: null, doneAt: done.body.doneAt });
    expect((await note(member, id, 'LV-I-1', { isDone: false })).body.doneAt).toBeNull();
    const entries = (await resultOf(member, id)).actions.filter(({ entry }) => entry?.doneAt);
    expect(entries).toEqual([]);
  });

  it('PLAN-01 an action is in the plan once it was added, and out of it once it was taken out', async () => {
    const client = await portal.member();
    const id = await attempt(client, all('initial'));
    const inPlan = async () => (await resultOf(client, id)).actions.filter(({ entry }) => entry).map((one) => one.id);
    expect(await inPlan()).toEqual([]);
    expect((await note(client, id, 'LV-I-1', { isDone: false })).body).toEqual({
      owner: null,
      dueOn: null,
      doneAt: null,
    });
    await note(client, id, 'LC-I-1', { isDone: false, owner: 'Ines' });
    expect((await inPlan()).toSorted()).toEqual(['LC-I-1', 'LV-I-1']);
    const address = `/api/assessment/attempts/${id}/actions/LV-I-1`;
    expect((await portal.visitor().delete(address)).status).toBe(401);
    expect((await stranger.delete(address)).body).toMatchObject({ code: 'assessment.not-found' });
    expect(await inPlan()).toHaveLength(2);
    for (const _ of ['first', 'again']) expect((await client.delete(address)).status).toBe(200);
    expect(await inPlan()).toEqual(['LC-I-1']);
  });

  it('the plan has no place for an action of another answer, or of none', async () => {
    const id = await attempt(member, all('initial'));
    for (const actionId of ['LV-E-1', 'XX-I-1', '__proto__']) {
      expect((await note(member, id, actionId, { isDone: true })).body.code).toBe('assessment.not-found');
    }
    expect((await note(member, id, 'LV-I-1', {})).status).toBe(400);
  });

  it('the plan is carried over to the next attempt where that names the action again, with what was done in between', async () => {
    const client = await portal.member();
    const first = await attempt(client, all('initial'));
    await note(client, first, 'LV-I-1', { isDone: true });
    await note(client, first, 'LC-I-1', { isDone: true });
    await note(client, first, 'DF-I-1', { isDone: false, owner: 'Amara' });
    const second = await attempt(client, { ...all('initial'), leadership_vision: 'emerging' });
    const result = await resultOf(client, second);
    const noted = result.actions.filter(({ entry }) => entry !== null);
    expect(noted.map(({ id }) => id).toSorted()).toEqual(['DF-I-1', 'LC-I-1']);
    expect(result.previous?.doneActions.map(({ id }) => id)).toEqual(['LV-I-1', 'LC-I-1']);
  });
});

describe('PLAN-02 where the assessment opens', () => {
  const own = async (client: Client) => (await client.get<OwnAssessment>('/api/assessment')).body;

  it('PLAN-02 names the resource the member has access to, the saved share and the latest result', async () => {
    const client = await portal.member();
    expect(await own(client)).toEqual({
      resource: { id: resourceId, hasAccess: true, percent: 0 },
      latest: null,
    });
    await attempt(client, all('initial'));
    const second = await attempt(client, all('advanced'));
    expect((await own(client)).latest).toMatchObject({ id: second, band: 'advanced' });
    expect((await own(await portal.member())).latest).toBeNull();
  });

  it('PLAN-02 names a resource without access only when no other opens it, and never a draft', async () => {
    const other = await createTestPortal();
    const client = await other.member();
    expect((await own(client)).resource).toBeNull();
    const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
    const product = await insertProduct(other.database, { configuration });
    const add = (fields: Parameters<typeof insertResource>[1]) =>
      insertResource(other.database, { type: 'online_tool', online_product_id: product.id, ...fields });
    await add({ is_published: false });
    expect((await own(client)).resource).toBeNull();
    const sold = await add({ access_type: 'purchase', price_minor: 1900 });
    expect((await own(client)).resource).toMatchObject({ id: sold.id, hasAccess: false });
    const free = await add({});
    expect((await own(client)).resource).toMatchObject({ id: free.id, hasAccess: true });
    await other.close();
  });
});

describe('the questions', () => {
  it('ASSESS-15 the questions come with four statements each and the sentence about what the result is not', async () => {
    const { body } = await member.get<AssessmentQuestions>('/api/assessment/questions');
    expect(body.disclaimer).toBe('It is not legal advice, an audit or a certificate.');
    expect(body.sections.flatMap(({ questions }) => questions.map(({ id }) => id))).toEqual(ids);
    expect(body.levels.map(({ name }) => name)).toEqual(['Initial', 'Emerging', 'Developing', 'Advanced']);
  });
});
