import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assessmentQuestions } from '#contract/learning/assessment-questions.ts';
import type { ProgressSession } from '#contract/learning/progress.ts';
import type { SavedToolSession, ToolAccess } from '#contract/learning/tools.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { ageTokens, insertTool, type TestTool, tokenFor } from '#tests/support/tools.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let other: Member;
let tool: TestTool;
let paid: TestTool;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, other] = [await portal.member(), await portal.member()];
  tool = await insertTool(portal.database);
  paid = await insertTool(portal.database, { resource: { access_type: 'purchase', price_minor: 1999 } });
});
afterAll(() => portal.close());

const questions = Object.values(assessmentQuestions).flat();
const session = (fields: object = {}) => ({
  currentStep: 1,
  answers: { leadership_vision: 'advanced' },
  completedSections: ['leadership'],
  startedAt: '2026-01-01T00:00:00Z',
  lastUpdated: '2026-01-01T00:05:00Z',
  ...fields,
});
const save = (client: Client, token: string, sessionData: unknown = session()) =>
  client.post<SavedToolSession>('/api/tools/update-session', { token, sessionData });
const saved = async (client: Client, of = tool) => {
  const { body } = await client.post<ToolAccess>('/api/tools/validate-token', { token: await tokenFor(client, of) });
  return body.sessionData;
};
const progress = async (client: Client) => (await client.get<ProgressSession[]>('/api/user/sessions')).body;
const rows = async () => (await portal.database.pool.query('select * from progress_sessions order by id')).rows;

describe('who may not save', () => {
  it('ASSESS-19 refuses callers without a valid token of their own, and saves nothing', async () => {
    const token = await tokenFor(member, tool);
    const before = await rows();
    expect((await save(portal.visitor(), token)).status).toBe(401);
    for (const [client, wrong] of [
      [other, token],
      [member, `${token}x`],
      [member, 'nothing'],
    ] as const) {
      const { status, body } = await save(client, wrong);
      expect([status, body]).toEqual([403, { code: 'tools.token-invalid', message: 'Invalid or expired token' }]);
    }
    await ageTokens(portal.database, '15 minutes');
    expect((await save(member, token)).status).toBe(403);
    expect(await rows()).toEqual(before);
  });

  it('ASSESS-17 refuses a session that is larger than 16 KiB or has an invalid form', async () => {
    const token = await tokenFor(member, tool);
    const before = await rows();
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`question_${index}`, 'advanced']));
    const wrong: unknown[] = [
      null,
      'text',
      [],
      {},
      { startTime: '2026-01-01T00:00:00Z' },
      session({ currentStep: -1 }),
      session({ currentStep: 4 }),
      session({ currentStep: '1' }),
      session({ answers: ['advanced'] }),
      session({ answers: { leadership_vision: { level: 'advanced' } } }),
      session({ answers: { leadership_vision: 'x'.repeat(201) } }),
      session({ answers: { leadership_vision: 'nul\u0000' } }),
      session({ completedSections: 'leadership' }),
      session({ completedSections: Array(21).fill('leadership') }),
      session({ startedAt: 'some day' }),
      session({ answers: many }),
      session({ note: 'x'.repeat(16 * 1024) }),
    ];
    for (const data of wrong) expect([data, (await save(member, token, data)).status]).toEqual([data, 400]);
    expect((await member.post('/api/tools/update-session', { token })).status).toBe(400);
    expect((await save(member, token, session({ note: 'x'.repeat(64 * 1024) }))).status).toBe(413);
    expect(await rows()).toEqual(before);
  });
});

describe('a saved session', () => {
  it('ASSESS-09 ASSESS-18 API-32 a saved session comes back, and shows how much is done', async () => {
    const reader = await portal.member();
    const token = await tokenFor(reader, tool);
    expect(await saved(reader)).toBeNull();
    const half = session({ answers: Object.fromEntries(questions.slice(0, 6).map((id) => [id, 'initial'])) });
    const answer = await save(reader, token, { ...half, unknown: 'dropped' });
    expect([answer.status, answer.body.completionPercentage]).toEqual([200, 50]);
    expect(await saved(reader)).toEqual(half);
    expect(await progress(reader)).toMatchObject([{ resourceId: tool.resourceId, completionPercentage: 50 }]);
    expect(await saved(member)).toBeNull();
  });

  it('ASSESS-17 keeps unknown questions, which count for the percentage', async () => {
    const reader = await portal.member();
    const all = Object.fromEntries([...questions, 'a_new_question'].map((id) => [id, 'advanced']));
    const token = await tokenFor(reader, tool);
    expect((await save(reader, token, session({ answers: all }))).body.completionPercentage).toBe(100);
    expect(await saved(reader)).toMatchObject({ answers: { a_new_question: 'advanced' } });
    const odd = await save(reader, token, session({ answers: { a_new_question: 'advanced' } }));
    expect(odd.body.completionPercentage).toBe(8);
  });

  it('TOOL-17 renews the token', async () => {
    const token = await tokenFor(member, tool);
    await ageTokens(portal.database, '14 minutes');
    expect((await save(member, token)).status).toBe(200);
    await ageTokens(portal.database, '119 minutes');
    expect((await save(member, token)).status).toBe(200);
  });

  it('a saved session is kept for its own member, resource and product only', async () => {
    const reader = await portal.member();
    await insertPurchase(portal.database, { userId: reader.userId, resourceId: paid.resourceId });
    await save(reader, await tokenFor(reader, tool), session({ currentStep: 2 }));
    const untouched = (await rows()).filter((row) => row.user_id !== reader.userId);
    await save(reader, await tokenFor(reader, paid), session({ currentStep: 3 }));
    expect(await saved(reader)).toMatchObject({ currentStep: 2 });
    expect(await saved(reader, paid)).toMatchObject({ currentStep: 3 });
    expect((await rows()).filter((row) => row.user_id !== reader.userId)).toEqual(untouched);
  });

  it('a saved session is not shown to another product that its resource is linked to later', async () => {
    const reader = await portal.member();
    const moved = await insertTool(portal.database);
    const next = await insertTool(portal.database);
    await save(reader, await tokenFor(reader, moved));
    await updateResource(portal.database, moved.resourceId, { online_product_id: next.onlineProductId });
    expect(await saved(reader, { ...moved, onlineProductId: next.onlineProductId })).toBeNull();
  });

  it('a saved session stays when the resource is opened again', async () => {
    const reader = await portal.member();
    await save(reader, await tokenFor(reader, tool));
    const startTime = new Date().toISOString();
    await reader.post('/api/user/sessions', { resourceId: tool.resourceId, sessionData: { startTime } });
    expect(await saved(reader)).toEqual(session());
    expect(await progress(reader)).toMatchObject([{ sessionData: { startTime }, completionPercentage: 8 }]);
  });
});

describe('the direct link to a tool', () => {
  const open = (client: Client, { resourceId, onlineProductId }: TestTool, headers: Record<string, string> = {}) =>
    client.get(`/api/tools/direct-access/${resourceId}/${onlineProductId}`, headers);

  it('TOOL-07 API-33 does not redirect callers without access, or from other sites', async () => {
    const before = await rows();
    const answers = [
      await open(portal.visitor(), paid),
      await open(other, paid),
      await open(other, { ...paid, resourceId: tool.resourceId }),
      await open(member, tool, { 'sec-fetch-site': 'cross-site' }),
      await open(member, tool, { 'sec-fetch-site': 'same-site' }),
      await open(member, { resourceId: 0, onlineProductId: 0 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 403, 403, 400]);
    for (const { headers } of answers) expect(headers.location).toBeUndefined();
    expect(await rows()).toEqual(before);
  });

  it('TOOL-07 GEN-03 says why to a person with a page, with the same status and sentence, and JSON to calls', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const [client, of, status] of [
      [portal.visitor(), paid, 401],
      [other, paid, 403],
      [other, { ...paid, resourceId: tool.resourceId }, 404],
    ] as const) {
      const call = await open(client, of);
      const page = await open(client, of, html);
      expect([call.status, page.status]).toEqual([status, status]);
      expect(call.headers['content-type']).toContain('application/json');
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.raw.toString()).toContain(`<p>${String(call.body.message).replaceAll("'", '&#39;')}</p>`);
      expect(page.raw.toString()).toContain('<a href="/">Go to the portal</a>');
    }
  });

  it('TOOL-07 API-33 the direct link to a tool leads to the stored address with a token that works, and records the opening', async () => {
    const reader = await portal.member();
    const answer = await open(reader, tool, { 'sec-fetch-site': 'same-origin' });
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([302, 'no-referrer']);
    const address = new URL(String(answer.headers.location));
    expect(`${address.origin}${address.pathname}`).toBe('https://tools.example.org/readiness');
    const token = address.searchParams.get('token') ?? '';
    expect((await save(reader, token)).status).toBe(200);
    expect(await progress(reader)).toMatchObject([{ resourceId: tool.resourceId }]);
  });

  it('TOOL-07 the direct link leads to an address with letters outside ASCII', async () => {
    const configuration = JSON.stringify({ toolUrl: 'https://tools.example.org/übung/演習' });
    const typed = await insertTool(portal.database, { product: { opening: 'direct', configuration } });
    const { status, headers } = await open(member, typed);
    expect(status).toBe(302);
    expect(headers.location).toMatch(
      /^https:\/\/tools\.example\.org\/%C3%BCbung\/%E6%BC%94%E7%BF%92\?token=[\w-]{43}$/,
    );
  });

  it('TOOL-13 the direct link to a tool leads to the landing page while the tool has no address', async () => {
    const empty = await insertTool(portal.database, { product: { configuration: '{}' } });
    const { headers } = await open(member, empty);
    expect(headers.location).toMatch(new RegExp(`^/tools/access\\?token=[\\w-]{43}&product=${empty.onlineProductId}$`));
  });
});

describe('where a new token leads', () => {
  it('TOOL-04 TOOL-05 a new token leads to the landing page, or straight to the tool, as the product says', async () => {
    const direct = await insertTool(portal.database, { product: { opening: 'direct' } });
    const addressOf = async (of: TestTool) => (await member.post('/api/tools/generate-token', of)).body;
    const landing = await addressOf(tool);
    expect(landing.address).toBe(`/tools/access?token=${landing.token}&product=${tool.onlineProductId}`);
    const straight = await addressOf(direct);
    expect(straight.address).toBe(`https://tools.example.org/readiness?token=${straight.token}`);
    expect(landing.toolAddress).toBe(`https://tools.example.org/readiness?token=${landing.token}`);
  });
});
