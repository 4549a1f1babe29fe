import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolAccess } from '#contract/learning/tools.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { ageTokens, insertTool, type TestTool, tokenFor } from '#tests/support/tools.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let other: Member;
let administrator: Member;
let paid: TestTool;
let free: TestTool;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, other, administrator] = [await portal.member(), await portal.member(), await portal.administrator()];
  paid = await insertTool(portal.database, { resource: { title: 'Paid', access_type: 'purchase', price_minor: 1999 } });
  free = await insertTool(portal.database, { resource: { title: 'Free' } });
  await insertPurchase(portal.database, { userId: member.userId, resourceId: paid.resourceId });
});
afterAll(() => portal.close());

const generate = (client: Client, tool: object) => client.post('/api/tools/generate-token', tool);
const validate = (client: Client, token: unknown) => client.post<ToolAccess>('/api/tools/validate-token', { token });
const codeOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code];
const invalid = [403, 'tools.token-invalid'];
const tokens = async () => (await portal.database.pool.query('select count(*)::int as n from tool_tokens')).rows[0].n;
const minutesLeft = async (token: string) => {
  const { rows } = await portal.database.pool.query(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from tool_tokens
     where token_hash = sha256($1::bytea)`,
    [token],
  );
  return rows[0].minutes;
};

describe('who gets no token', () => {
  it('TOOL-02 API-30 refuses a token to visitors, and to members without access; none is made', async () => {
    const before = await tokens();
    expect((await generate(portal.visitor(), paid)).status).toBe(401);
    expect(codeOf(await generate(other, paid))).toEqual([403, 'access.required']);
    expect((await generate(other, { ...paid, resourceId: 2147483647 })).status).toBe(404);
    for (const body of [{}, { resourceId: paid.resourceId }, { resourceId: 'x', onlineProductId: 'y' }]) {
      expect((await generate(member, body)).status).toBe(400);
    }
    expect(await tokens()).toBe(before);
  });

  it('TOOL-02 refuses a product that the resource is not linked to, or one that is switched off', async () => {
    const before = await tokens();
    const crossed = { resourceId: free.resourceId, onlineProductId: paid.onlineProductId };
    for (const client of [other, member, administrator]) {
      expect(codeOf(await generate(client, crossed))).toEqual([404, 'products.not-found']);
    }
    const inactive = await insertTool(portal.database, { product: { is_active: false } });
    for (const client of [member, administrator]) {
      expect(codeOf(await generate(client, inactive))).toEqual([403, 'tools.inactive']);
    }
    const unlinked = await insertResource(portal.database, { type: 'online_tool' });
    expect((await generate(member, { ...free, resourceId: unlinked.id })).status).toBe(404);
    expect(await tokens()).toBe(before);
  });
});

describe('a token', () => {
  it('TOOL-16 API-31 answers the member, the resource and the product, and nothing else', async () => {
    const { status, body } = await validate(member, await tokenFor(member, paid));
    expect(status).toBe(200);
    expect(body).toEqual({
      user: { firstName: 'Mira' },
      sessionData: null,
      completionPercentage: 0,
      resource: { id: paid.resourceId, title: 'Paid', accessType: 'purchase' },
      onlineProduct: {
        id: paid.onlineProductId,
        name: 'Readiness assessment',
        description: 'Twelve questions.',
        slug: expect.any(String),
        toolType: 'embedded',
        opening: 'landing',
        toolUrl: 'https://tools.example.org/readiness',
        launchUrl: 'https://tools.example.org/readiness',
      },
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('TOOL-17 a token is kept as a hash only', async () => {
    const token = await tokenFor(member, paid);
    const { rows } = await portal.database.pool.query('select t::text as row from tool_tokens t');
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it('TOOL-16 a token is refused when it is missing, altered or of another member', async () => {
    const token = await tokenFor(member, paid);
    expect((await validate(portal.visitor(), token)).status).toBe(401);
    for (const wrong of [undefined, '', 5, ['x'], null]) expect((await validate(member, wrong)).status).toBe(400);
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [altered, token.slice(1), `${token} `, token.toUpperCase(), 'x', '\u0000']) {
      expect(codeOf(await validate(member, wrong))).toEqual(invalid);
    }
    for (const client of [other, administrator]) expect(codeOf(await validate(client, token))).toEqual(invalid);
    expect((await validate(member, token)).body).toMatchObject({ user: { firstName: 'Mira' } });
  });

  it('TOOL-17 lives 15 minutes unused, 2 hours after each use and 24 hours in all', async () => {
    const token = await tokenFor(member, paid);
    expect(await minutesLeft(token)).toBe(15);
    await ageTokens(portal.database, '14 minutes');
    const used = await validate(member, token);
    expect([used.status, await minutesLeft(token)]).toEqual([200, 120]);
    for (let hour = 0; hour < 22; hour += 1) {
      await ageTokens(portal.database, '1 hour');
      expect((await validate(member, token)).status).toBe(200);
    }
    await ageTokens(portal.database, '1 hour');
    expect((await validate(member, token)).status).toBe(200);
    expect(await minutesLeft(token)).toBe(46);
    await ageTokens(portal.database, '46 minutes');
    expect(codeOf(await validate(member, token))).toEqual(invalid);
  });

  it('TOOL-17 a token has expired after 15 minutes unused, or 2 hours after its last use', async () => {
    const unused = await tokenFor(member, paid);
    await ageTokens(portal.database, '15 minutes');
    expect(codeOf(await validate(member, unused))).toEqual(invalid);
    const used = await tokenFor(member, paid);
    await validate(member, used);
    await ageTokens(portal.database, '119 minutes');
    expect((await validate(member, used)).status).toBe(200);
    await ageTokens(portal.database, '120 minutes');
    expect(codeOf(await validate(member, used))).toEqual(invalid);
  });

  it('TOOL-17 a token ends with the access, the link and the product', async () => {
    const reader = await portal.member();
    const tool = await insertTool(portal.database, { resource: { access_type: 'purchase', price_minor: 500 } });
    const grant = await insertGrant(portal.database, { userId: reader.userId, resourceId: tool.resourceId });
    const token = await tokenFor(reader, tool);
    const query = (text: string, id: number) => portal.database.pool.query(text, [id]);
    const endings: [end: () => Promise<unknown>, restore: () => Promise<unknown>][] = [
      [
        () => query('update access_grants set is_active = false where id = $1', grant.id),
        () => query('update access_grants set is_active = true where id = $1', grant.id),
      ],
      [
        () => updateResource(portal.database, tool.resourceId, { online_product_id: free.onlineProductId }),
        () => updateResource(portal.database, tool.resourceId, { online_product_id: tool.onlineProductId }),
      ],
      [
        () => updateResource(portal.database, tool.resourceId, { is_published: false }),
        () => updateResource(portal.database, tool.resourceId, { is_published: true }),
      ],
      [
        () => query('update online_products set is_active = false where id = $1', tool.onlineProductId),
        () => query('update online_products set is_active = true where id = $1', tool.onlineProductId),
      ],
    ];
    for (const [end, restore] of endings) {
      expect((await validate(reader, token)).status).toBe(200);
      await end();
      expect(codeOf(await validate(reader, token))).toEqual(invalid);
      await restore();
    }
  });

  it('TOOL-17 a token ends with the sign-in that asked for it', async () => {
    const email = `tools-${portal.env.port}@example.org`;
    const account = { email, password: 'portal-demo', firstName: 'Ada', lastName: 'Quill' };
    const [laptop, phone] = [portal.visitor(), portal.visitor()];
    await laptop.post('/api/register', account);
    await phone.post('/api/login', account);
    const token = await tokenFor(laptop, free);
    expect((await validate(phone, token)).status).toBe(200);
    await laptop.post('/api/logout');
    expect(codeOf(await validate(phone, token))).toEqual(invalid);
  });
});

it('API-30 limits how often a member opens tools', { tags: 'long' }, async () => {
  const strict = await createTestPortal(production);
  const opener = await strict.member();
  const tool = await insertTool(strict.database);
  // The limit is 30 a minute, so at least one of 63 is rejected, even when a minute ends between them. Few at once, so
  // that a busy machine turns none away.
  const answers: Awaited<ReturnType<typeof generate>>[] = [];
  for (let round = 0; round < 9; round += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 7 }, () => generate(opener, tool)))));
  }
  const rejected = answers.find(({ status }) => status === 429);
  expect([answers[0]?.status, Number(rejected?.headers['retry-after']) > 0]).toEqual([200, true]);
  await strict.close();
});

it('forgets tokens that have run out', async () => {
  await tokenFor(member, paid);
  await ageTokens(portal.database, '1 day');
  const kept = await tokenFor(member, paid);
  await portal.database.pool.query(`select graphile_worker.add_job('delete-old-tool-tokens')`);
  await portal.runJobs();
  expect(await tokens()).toBe(1);
  expect((await validate(member, kept)).status).toBe(200);
});
