import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { AssessmentResult, PublicAssessment, PublicAssessmentResult } from '#contract/learning/assessment.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { questionsOf } from './rules.ts';

const ids = questionsOf(usualContent.assessment).map(({ id }) => id);
const contentVersion = usualContent.version;
const all = (level: AssessmentLevel) => Object.fromEntries(ids.map((id) => [id, level]));
const result = '/api/public/assessment/result';

let open: TestPortal;
let closed: TestPortal;
beforeAll(async () => {
  open = await createTestPortal();
  closed = await createTestPortal({ ASSESSMENT_PUBLIC: '0', CATALOGUE_PUBLIC: '1' });
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const score = (answers: Record<string, string>, portal = open) =>
  portal.visitor().post<PublicAssessmentResult>(result, { contentVersion, answers });

/** Returns the number of rows of every table of the portal and its queue, except the counters of limits. */
async function rowsOf(portal: TestPortal) {
  const { pool } = portal.database;
  const { rows } = await pool.query(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where relname <> 'limit_counters' and has_table_privilege(relid, 'select')`,
  );
  expect(rows.length).toBeGreaterThan(30);
  const counts = rows.map(async ({ name }) => [
    name,
    (await pool.query(`select count(*)::integer as count from ${name}`)).rows[0].count,
  ]);
  return Object.fromEntries(await Promise.all(counts));
}

describe('what is refused', () => {
  it('TRY-01 both calls answer 404 while the assessment is closed, and an attempt without a tool is refused with 403', async () => {
    const before = await rowsOf(closed);
    expect((await closed.visitor().get('/api/public/assessment')).status).toBe(404);
    expect((await score(all('advanced'), closed)).status).toBe(404);
    expect(await rowsOf(closed)).toEqual(before);
    const member = await closed.member();
    const attempt = { resourceId: null, contentVersion, startedAt: '2026-11-20T09:00:00Z', answers: all('advanced') };
    const kept = await member.post('/api/assessment/attempts', attempt);
    expect([kept.status, kept.body.code]).toEqual([403, 'access.required']);
    expect((await rowsOf(closed))['public.assessment_attempts']).toBe(0);
  });

  it('TRY-02 unknown questions and levels, missing answers, another version and another form are refused', async () => {
    const before = await rowsOf(open);
    const wrong: [object, number, string][] = [
      [{ contentVersion, answers: { ...all('advanced'), shoe_size: 'advanced' } }, 400, 'assessment.unknown-answer'],
      [{ contentVersion, answers: { ...all('advanced'), [ids[0] ?? '']: 'great' } }, 400, 'assessment.unknown-answer'],
      [{ contentVersion, answers: {} }, 400, 'assessment.incomplete'],
      [{ contentVersion: '0.0', answers: all('advanced') }, 409, 'assessment.other-version'],
      [{ contentVersion, answers: [] }, 400, 'request.invalid'],
      [{}, 400, 'request.invalid'],
    ];
    for (const [body, status, code] of wrong) {
      const answer = await open.visitor().post(result, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect(await rowsOf(open)).toEqual(before);
  });

  it('TRY-02 gives a network 15,000 results an hour in demo mode, and then refuses', async () => {
    await score(all('emerging'));
    const { pool } = open.database;
    const set = (hits: number) =>
      pool.query(`update limit_counters set hits = $1 where key like 'assessment-visitors:%'`, [hits]);
    await set(14_999);
    expect((await score(all('emerging'))).status).toBe(200);
    expect((await score(all('emerging'))).status).toBe(429);
    await set(0);
  });
});

describe('what a visitor learns', () => {
  it('TRY-02 gives overall band, section bands and three actions, and stores nothing', async () => {
    const before = await rowsOf(open);
    const { status, body, headers } = await score({ ...all('developing'), security_measures: 'initial' });
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toContain('no-store');
    expect(body.overall).toMatchObject({ points: 22, most: 36, band: 'emerging', bandOfPoints: 'developing' });
    expect(body.overall.heldBackBy.map(({ questionId }) => questionId)).toEqual(['security_measures']);
    expect(body.sections.map(({ points, most, band }) => [points, most, band])).toEqual([
      [6, 9, 'developing'],
      [6, 9, 'developing'],
      [4, 9, expect.any(String)],
      [6, 9, 'developing'],
    ]);
    expect(body.actions).toHaveLength(3);
    expect(body.actions[0]).toMatchObject({ questionId: 'security_measures', level: 'initial', holdsBack: true });
    expect(await rowsOf(open)).toEqual(before);
  });

  it('TRY-01 the questions are those that members answer, with an example, for any cache', async () => {
    const visitor = await open.visitor().get<PublicAssessment>('/api/public/assessment');
    const member = await open.member();
    expect(visitor.body.questions).toEqual((await member.get('/api/assessment/questions')).body);
    expect(visitor.body.example.actions).toHaveLength(3);
    expect(visitor.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600');
    expect(visitor.headers['set-cookie']).toBeUndefined();
  });

  it('TRY-04 actions name listed resources, cheapest first and never the assessment, and none while the catalogue is closed', {
    tags: 'long',
  }, async () => {
    const portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' });
    const hidden = await createTestPortal({ CATALOGUE_PUBLIC: '0' });
    // The tags of action LV-I-1.
    const tags = {
      rapp_principles: ['purpose_driven'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
      role_affiliations: ['executive_leader'],
    };
    const titles = [];
    for (const one of [portal, hidden]) {
      const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
      const product = await insertProduct(one.database, { configuration });
      const tool = { type: 'online_tool', online_product_id: product.id } as const;
      await insertResource(one.database, { title: 'A: the assessment', ...tool, ...tags });
      await insertResource(one.database, { title: 'B: a draft', is_published: false, ...tags });
      await insertResource(one.database, { title: 'C: sold', access_type: 'purchase', price_minor: 500, ...tags });
      await insertResource(one.database, { title: 'D: free', ...tags });
      const { body } = await score({ ...all('advanced'), leadership_vision: 'initial' }, one);
      const action = body.actions.find(({ id }) => id === 'LV-I-1');
      titles.push(action?.resources.map(({ title }) => title));
    }
    expect(titles).toEqual([['D: free', 'C: sold'], []]);
    await Promise.all([portal.close(), hidden.close()]);
  });
});

describe('keeping a result', () => {
  const attempt = {
    resourceId: null,
    contentVersion,
    startedAt: '2026-11-20T09:00:00.123Z',
    answers: all('developing'),
  };

  it('TRY-03 a visitor cannot keep an attempt', async () => {
    expect((await open.visitor().post('/api/assessment/attempts', attempt)).status).toBe(401);
  });

  it('TRY-03 makes one attempt with results and plan when two tabs send the same answers and one sends them again', async () => {
    const member = await open.member();
    const other = await open.member();
    const send = () => member.post<{ id: number }>('/api/assessment/attempts', attempt);
    const replies = [...(await Promise.all([send(), send()])), await send()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [id] = replies.map(({ body }) => body.id);
    expect(replies.map(({ body }) => body.id)).toEqual([id, id, id]);
    expect((await member.get('/api/assessment/attempts')).body).toHaveLength(1);
    const kept = await member.get<AssessmentResult>(`/api/assessment/attempts/${id}`);
    expect(kept.body).toMatchObject({ resourceId: null, overall: { points: 24 } });
    expect(kept.body.answers).toHaveLength(12);
    expect(kept.body.actions.length).toBeGreaterThanOrEqual(12);
    expect((await other.get('/api/assessment/attempts')).body).toEqual([]);
    expect((await other.get(`/api/assessment/attempts/${id}`)).status).toBe(404);
  });

  it('TRY-03 the kept answers are the progress of a resource that opens the assessment, but replace no others', async () => {
    const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
    const product = await insertProduct(open.database, { configuration });
    const { id: resourceId } = await insertResource(open.database, {
      type: 'online_tool',
      online_product_id: product.id,
    });
    const sessionsOf = async (one: Client) => (await one.get('/api/user/sessions')).body;
    const member = await open.member();
    await member.post('/api/assessment/attempts', attempt);
    expect(await sessionsOf(member)).toMatchObject([{ resourceId, completionPercentage: 100 }]);
    const { token } = (await member.post('/api/tools/generate-token', { resourceId, onlineProductId: product.id }))
      .body;
    const saved = (await member.post('/api/tools/validate-token', { token })).body.sessionData;
    expect(saved).toMatchObject({ answers: attempt.answers, currentStep: 3 });

    const busy = await open.member();
    const own = (await busy.post('/api/tools/generate-token', { resourceId, onlineProductId: product.id })).body;
    const sessionData = { currentStep: 0, answers: { [ids[0] ?? '']: 'initial' }, completedSections: [] };
    await busy.post('/api/tools/update-session', { token: own.token, sessionData });
    await busy.post('/api/assessment/attempts', attempt);
    expect(await sessionsOf(busy)).toMatchObject([{ resourceId, completionPercentage: 8 }]);
  });
});
