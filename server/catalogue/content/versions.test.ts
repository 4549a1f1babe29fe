import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentCheck, ContentState } from '#contract/catalogue/content-admin.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type {
  AssessmentQuestions,
  AssessmentResult,
  AttemptSummary,
  PublicAssessment,
} from '#contract/learning/assessment.ts';
import { questionsOf } from '#server/learning/assessment/rules.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { fileOf, usualContent } from './rules.ts';

const path = '/api/admin/content';
type Rejection = { code: string; message: string };

let portal: TestPortal;
let administrator: Client & { userId: number };
let member: Client & { userId: number };
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
  const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
  const product = await insertProduct(portal.database, { configuration });
  resourceId = (await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id })).id;
});
afterAll(() => portal.close());

beforeEach(async () => {
  await portal.database.pool.query('delete from assessment_plan_entries');
  await portal.database.pool.query('delete from assessment_attempts');
  const { current } = await state();
  if (current !== '0.1') await administrator.post(`${path}/versions/0.1/publish`, { current });
});

const state = async () => (await administrator.get<ContentState>(path)).body;
const usual = () => JSON.parse(fileOf(usualContent));
type File = ReturnType<typeof usual>;
const changed = (change: (file: File) => void): string => {
  const file = usual();
  change(file);
  return JSON.stringify(file);
};
const renamed = (name: string) => changed((file) => Object.assign(file.words.principles.adaptive, { name }));
const asking = (title: string) => changed((file) => Object.assign(file.assessment.sections[0].questions[0], { title }));
const publish = async (text: string, by: Client = administrator) =>
  by.post<ContentState & Rejection>(`${path}/versions`, { text, current: (await state()).current });
const check = async (text: string) => (await administrator.post<ContentCheck>(`${path}/check`, { text })).body;
const words = async () => (await portal.visitor().get<PortalConfig>('/api/config')).body.words;

const levels = Object.fromEntries(questionsOf(usualContent.assessment).map(({ id }) => [id, 'initial']));
let runs = 0;
async function attempt(contentVersion: string) {
  runs += 1;
  const startedAt = new Date(Date.UTC(2026, 0, runs)).toISOString();
  const body = { resourceId, contentVersion, startedAt, answers: levels };
  return member.post<{ id: number } & Rejection>('/api/assessment/attempts', body);
}
const questions = async () => (await member.get<AssessmentQuestions>('/api/assessment/questions')).body;
const result = async (id: number) => (await member.get<AssessmentResult>(`/api/assessment/attempts/${id}`)).body;

describe('what is refused', () => {
  it('CONTENT-05 refuses to publish with a sign-in that is not fresh', async () => {
    const stale = await portal.administrator();
    await portal.database.pool.query(
      `update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`,
      [stale.userId],
    );
    const before = await state();
    expect((await publish(renamed('Flexible'), stale)).body.code).toBe('accounts.confirm-sign-in');
    const again = await stale.post<Rejection>(`${path}/versions/0.1/publish`, { current: before.current });
    expect(again.body.code).toBe('accounts.confirm-sign-in');
    expect(await state()).toEqual(before);
  });

  it('CONTENT-05 refuses a file with a mistake, and names the first', async () => {
    const before = await state();
    const answer = await publish(changed((file) => delete file.words.roles));
    expect([answer.status, answer.body.message]).toEqual([400, 'words.roles is missing.']);
    expect(await state()).toEqual(before);
  });

  it.each([
    [{ text: 7, current: '0.1' }, 'The content must be the text of a file'],
    [{ text: 'x'.repeat(400_001), current: '0.1' }, 'The file must be at most 400,000 characters'],
    [{ text: '{}', current: 'latest' }, 'This is not a version'],
    [{ text: '{}' }, 'The version must be text'],
  ])('CONTENT-05 refuses a wrong body (%#)', async (body, message) => {
    const answer = await administrator.post<Rejection>(`${path}/versions`, body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('CONTENT-03 answers 404 for a version that was never published, and 400 for what is none', async () => {
    const { current } = await state();
    expect((await administrator.get(`${path}/versions/99999`)).status).toBe(404);
    expect((await administrator.get(`${path}/versions/0.2`)).status).toBe(404);
    expect((await administrator.get(`${path}/versions/..%2F1`)).status).toBe(400);
    expect((await administrator.post(`${path}/versions/99999/publish`, { current })).status).toBe(404);
  });

  it('CONTENT-05 refuses the same content once more', async () => {
    const before = await state();
    const answer = await publish(fileOf(usualContent));
    expect([answer.status, answer.body.code]).toEqual([409, 'content.unchanged']);
    const again = await administrator.post<Rejection>(`${path}/versions/0.1/publish`, { current: before.current });
    expect([again.status, again.body.code]).toEqual([409, 'content.unchanged']);
    expect(await state()).toEqual(before);
  });

  it('CONTENT-05 publishes one of two files that two administrators publish at once', async () => {
    const { current } = await state();
    const other = await portal.administrator();
    const answers = await Promise.all([
      administrator.post<ContentState & Rejection>(`${path}/versions`, { text: renamed('Flexible'), current }),
      other.post<ContentState & Rejection>(`${path}/versions`, { text: renamed('Agile'), current }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const rejected = answers.find(({ status }) => status === 409)?.body;
    const now = (await state()).current;
    expect(rejected?.message).toContain(`Another administrator published version ${now} after you opened this page.`);
    const rows = await portal.database.pool.query('select count(*) from content_versions where number = $1', [now]);
    expect(Number(rows.rows[0].count)).toBe(1);
  });
});

describe('publishing', () => {
  it('CONTENT-04 a check says what a file changes, and changes nothing', async () => {
    const before = await state();
    const found = await check(
      changed((file) => {
        file.words.principles.adaptive.name = 'Flexible';
        file.assessment.sections[0].title = 'Leaders';
      }),
    );
    expect(found).toEqual({
      mistakes: [],
      mistakeCount: 0,
      changes: [
        { path: 'words.principles.adaptive.name', before: 'Adaptive', after: 'Flexible' },
        { path: 'assessment.sections[0].title', before: 'Leadership and direction', after: 'Leaders' },
      ],
      changeCount: 2,
      changesAssessment: true,
      exportedFrom: before.current === '0.1' ? null : '0.1',
    });
    expect([await state(), await words()]).toEqual([before, null]);
  });

  it('CONTENT-01 CONTENT-05 shows the new words to everybody at once, with an entry in the audit log', async () => {
    const before = (await state()).current;
    const answer = await publish(renamed('Flexible'));
    const { current } = answer.body;
    expect([answer.status, (await words())?.principles.adaptive.name]).toEqual([201, 'Flexible']);
    expect(answer.body.versions[0]).toMatchObject({ version: current, assessmentVersion: '0.1' });
    const { rows } = await portal.database.pool.query(
      `select actor_user_id, action, before, after from audit_log where object = 'content' order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({
      actor_user_id: administrator.userId,
      action: 'publish',
      before: { version: before },
      after: { version: current, changedPlaces: 1, assessmentVersion: '0.1' },
    });
  });

  it('CONTENT-03 a published version is exported as a file in the usual order that changes nothing', async () => {
    const { current } = (await publish(renamed('Flexible'))).body;
    const exported = await administrator.get<File>(`${path}/versions/${current}`);
    expect(exported.headers['content-disposition']).toBe(`attachment; filename="content-${current}.json"`);
    expect(Object.keys(exported.body.words.phases)).toEqual(Object.keys(usual().words.phases));
    expect(exported.raw.toString()).toBe(
      fileOf(usualContent).replace('"0.1"', `"${current}"`).replace('"Adaptive"', '"Flexible"'),
    );
    expect(await check(exported.raw.toString())).toMatchObject({ changeCount: 0, exportedFrom: null });
    const older = await check(renamed('Flexible'));
    expect(older).toMatchObject({ changeCount: 0, exportedFrom: '0.1' });
  });

  it('CONTENT-05 an older version is published again as a new one', async () => {
    const first = (await publish(renamed('Flexible'))).body.current;
    const second = (await publish(renamed('Agile'))).body.current;
    const answer = await administrator.post<ContentState>(`${path}/versions/${first}/publish`, { current: second });
    expect([answer.status, answer.body.current]).toEqual([201, String(Number(second) + 1)]);
    expect((await words())?.principles.adaptive.name).toBe('Flexible');
  });
});

describe('attempts', () => {
  it('CONTENT-06 an attempt keeps the questions that it answered; later ones are not compared with it', {
    tags: 'long',
  }, async () => {
    const old = (await attempt('0.1')).body.id;
    const { current } = (await publish(asking('Purpose above all'))).body;
    expect(await questions()).toMatchObject({ version: current });
    expect((await attempt('0.1')).body.code).toBe('assessment.other-version');
    const later = (await attempt(current)).body.id;
    const [before, after] = [await result(old), await result(later)];
    expect([before.contentVersion, before.answers[0]?.title]).toEqual(['0.1', 'Vision and purpose']);
    expect([after.contentVersion, after.answers[0]?.title]).toEqual([current, 'Purpose above all']);
    expect(after.previous).toMatchObject({ id: old, contentVersion: '0.1', isComparable: false });
    const history = (await member.get<AttemptSummary[]>('/api/assessment/attempts')).body;
    expect(history.map(({ contentVersion }) => contentVersion)).toEqual([current, '0.1']);
    const report = async (id: number) => textOfPdf((await member.get(`/api/assessment/attempts/${id}/report`)).raw);
    expect(await report(old)).toContain('Vision and purpose');
    expect(await report(later)).toContain('Purpose above all');
    expect(await report(later)).toContain(`Content version ${current}.`);
  });

  it('CONTENT-06 attempts stay comparable, and the plan is taken over, when only words change', {
    tags: 'long',
  }, async () => {
    const first = (await attempt('0.1')).body.id;
    const action = `/api/assessment/attempts/${first}/actions/LV-I-1`;
    await member.put(action, { isDone: false, owner: 'Ada', dueOn: null });
    await publish(
      changed((file) => {
        file.words.phases.phase_1_discover_assess.step = 'Stage 1';
        file.words.principles.purpose_driven.name = 'Aim first';
      }),
    );
    expect((await questions()).version).toBe('0.1');
    const second = (await attempt('0.1')).body.id;
    const { previous, actions } = await result(second);
    expect(previous).toMatchObject({ id: first, isComparable: true });
    expect(actions.find(({ id }) => id === 'LV-I-1')?.entry?.owner).toBe('Ada');
    const text = await textOfPdf((await member.get(`/api/assessment/attempts/${first}/report`)).raw);
    expect(text).toContain('Aim first');
    expect(text).toContain('Stage 1: Discover & Assess');
  });

  it('CONTENT-06 questions that hold once more have the version they had', async () => {
    const first = (await publish(asking('Purpose once more'))).body.current;
    const between = (await state()).current;
    await administrator.post(`${path}/versions/0.1/publish`, { current: between });
    expect((await questions()).version).toBe('0.1');
    await publish(asking('Purpose once more'));
    expect((await questions()).version).toBe(first);
  });

  it('CONTENT-06 visitors answer the current questions', async () => {
    await administrator.put('/api/admin/portal-settings', { assessmentIsPublic: true });
    const open = async () => (await portal.visitor().get<PublicAssessment>('/api/public/assessment')).body;
    expect((await open()).questions.version).toBe('0.1');
    const { current } = (await publish(asking('Purpose for visitors'))).body;
    expect((await open()).questions.sections[0]?.questions[0]?.title).toBe('Purpose for visitors');
    const send = (contentVersion: string) =>
      portal.visitor().post('/api/public/assessment/result', { contentVersion, answers: levels });
    expect([(await send('0.1')).status, (await send(current)).status]).toEqual([409, 200]);
  });
});
