import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { openTestWeb } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

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
];

it('NAV-04 answers 404 with the app’s page to a browser that opens an unknown address, with a session or without', {
  tags: 'long',
}, async () => {
  for (const client of [portal.visitor(), member]) {
    for (const url of unknown) {
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
  ] as const) {
    const answer = await portal.visitor().get(url, { accept: 'application/json' });
    expect([url, answer.status, typeof answer.body.message]).toEqual([url, status, 'string']);
  }
  expect((await pageOf(portal.visitor(), '/api/nothing')).isPage).toBe(false);
});

it('NAV-03 leads from /dashboard to /', async () => {
  for (const url of ['/dashboard', '/dashboard/']) {
    const { status, headers } = await member.get(url, { accept });
    expect([url, status, headers.location]).toEqual([url, 302, '/']);
  }
});
