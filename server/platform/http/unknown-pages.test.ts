import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { openTestWeb } from '#tests/support/drawn.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { dayIn, measuringOrganisation } from '#tests/support/rounds.ts';

let portal: TestPortal;
let web: Awaited<ReturnType<typeof openTestWeb>>;
let member: Client;
let administrator: Client;
let listed: number;
let draft: number;
beforeAll(async () => {
  web = await openTestWeb();
  portal = await createTestPortal({}, web);
  [member, administrator] = [await portal.member(), await portal.administrator()];
  listed = (await insertResource(portal.database, { title: 'Plan' })).id;
  draft = (await insertResource(portal.database, { title: 'Draft', is_published: false })).id;
});
afterAll(async () => {
  await portal.close();
  await web.close();
});

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
const pageOf = async (client: Client, url: string) => {
  const { status, headers, raw } = await client.get(url, { accept });
  return { url, status, isPage: headers['content-type'] === 'text/html; charset=utf-8', text: raw.toString() };
};

const unknown = [
  '/no-such-page',
  '/BROWSE',
  '/browse/of/nothing',
  '/resource/abc',
  '/resource/0',
  '/checkout/abc',
  '/admin-dashboard/members/x1',
  '/index.html',
  '/old/page.htm?x=1',
  '/%zz',
  '/resource/%E0%A4%A',
  '/browse.',
  '/resource/1.5',
  '/tools/a.b',
  '/about-v1.2',
  '/robots.txt/x',
  '/organisation/assessment/x1',
];

const unknownFiles = ['/old.php', '/backup.zip', '/.env', '/.git/config', '/a/b.php?x=1', '/%2eenv'];

it('NAV-04 answers 404 with the app’s page to a browser that opens an unknown address, with a session or without', {
  tags: 'long',
}, async () => {
  for (const client of [portal.visitor(), member]) {
    for (const url of [...unknown, ...unknownFiles]) {
      expect(await pageOf(client, url)).toMatchObject({ url, status: 404, isPage: true });
    }
  }
});

it('NAV-04 answers 404 for a resource that the caller may not know, and 200 to those who may', async () => {
  for (const id of [999_999, draft]) {
    expect(await pageOf(member, `/resource/${id}`)).toMatchObject({ status: 404, isPage: true });
  }
  expect(await pageOf(administrator, `/resource/${draft}`)).toMatchObject({ status: 200 });
  expect(await pageOf(member, `/resource/${listed}`)).toMatchObject({ status: 200 });
});

it('NAV-04 answers 404 for a tool that no member may know, and 200 for one that leads from a resource', async () => {
  const [product, off, loose] = await Promise.all(
    [{}, { is_active: false }, {}].map((fields) => insertProduct(portal.database, fields)),
  );
  for (const linked of [product, off]) {
    await insertResource(portal.database, {
      title: 'Tool',
      type: 'online_tool',
      online_product_id: linked?.id ?? null,
    });
  }
  for (const slug of ['nope', off?.slug, loose?.slug, 'Nope']) {
    expect(await pageOf(member, `/tools/${slug}`)).toMatchObject({ status: 404, isPage: true });
    expect(await pageOf(portal.visitor(), `/tools/${slug}`)).toMatchObject({ status: 200, isPage: true });
  }
  expect(await pageOf(member, `/tools/${product?.slug}`)).toMatchObject({ status: 200 });
  expect(await pageOf(member, '/tools/access')).toMatchObject({ status: 200 });
  expect(await pageOf(administrator, `/tools/${off?.slug}`)).toMatchObject({ status: 200 });
});

it('NAV-04 answers 404 for a round that the caller may not know, and 200 to those who may', async () => {
  const { manager, people, start } = await measuringOrganisation(portal, 1);
  const { id } = await start({ closesOn: dayIn(20) });
  for (const path of [`/organisation/assessment/${id}`, `/organisation/assessment/${id}/answers`]) {
    expect(await pageOf(member, path)).toMatchObject({ url: path, status: 404, isPage: true });
    expect(await pageOf(manager, path)).toMatchObject({ url: path, status: 200 });
    expect(await pageOf(manager, path.replace(`${id}`, '999999'))).toMatchObject({ status: 404, isPage: true });
    expect(await pageOf(portal.visitor(), path)).toMatchObject({ url: path, status: 200 });
  }
  const [learner] = people;
  if (!learner) throw new Error('The organisation has no learner');
  expect(await pageOf(learner, `/organisation/assessment/${id}/answers`)).toMatchObject({ status: 200 });
  expect(await pageOf(learner, '/organisation/assessment/999999/answers')).toMatchObject({ status: 404 });
});

it('NAV-02 NAV-07 shows visitors the sign-in screen with 200 at every address that a member may have', async () => {
  for (const url of [
    '/',
    '/browse',
    `/resource/${listed}`,
    '/resource/999999',
    '/billing',
    '/auth',
    '/reset-password',
  ]) {
    expect(await pageOf(portal.visitor(), url)).toMatchObject({ url, status: 200, isPage: true });
  }
});

it('GEN-03 GEN-04 programs get JSON for what cannot be decoded, and unknown calls never a page', async () => {
  for (const [url, status] of [
    ['/%zz', 400],
    ['/api/%zz', 400],
    ['/api/nothing', 404],
    ...unknownFiles.map((url) => [url, 404] as const),
    ['/browse.', 404],
    ['/assets/nothing.js', 404],
  ] as const) {
    const answer = await portal.visitor().get(url, { accept: 'application/json' });
    expect([url, answer.status, typeof answer.body.message]).toEqual([url, status, 'string']);
  }
  for (const url of ['/api/nothing', '/assets/nothing.js']) {
    expect(await pageOf(portal.visitor(), url)).toMatchObject({ url, status: 404, isPage: false });
  }
});

it('NAV-03 leads from /dashboard to /', async () => {
  for (const url of ['/dashboard', '/dashboard/']) {
    const { status, headers } = await member.get(url, { accept });
    expect([url, status, headers.location]).toEqual([url, 302, '/']);
  }
});
