import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FirstScreen, firstScreensFile } from '#contract/first-answers.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const listed = '/api/resources?page=1&pageSize=2';
const screens: FirstScreen[] = [
  { path: '^/$', files: ['/assets/start-1a2b.js'], calls: [listed, '/api/admin/promo-codes'], accessTo: listed },
  {
    path: '^/resource/([1-9]\\d{0,8})$',
    files: ['/assets/detail-1a2b.js'],
    calls: ['/api/resources/$1', '/api/resources/$1/related'],
    accessTo: '/api/resources/$1/related',
  },
];

let portal: TestPortal;
let webFolder: string;
let member: Client;
let ids: number[];
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-page-'));
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><title>Portal</title></head><body><p>Here</p></body></html>',
  );
  await writeFile(path.join(webFolder, firstScreensFile), JSON.stringify(screens));
  portal = await createTestPortal({}, { webFolder });
  ids = [];
  for (const title of ['First', 'Second', '</script><script>alert("&quot;")</script><!--']) {
    ids.push((await insertResource(portal.database, { title })).id);
  }
  member = await portal.member();
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true, force: true });
});

const elements =
  /<script type="application\/json" data-address="([^"]+)" data-status="(\d+)" data-headers="([^"]*)">(.*?)<\/script>/gs;
const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** A page's answers by address, as a browser would read them. */
async function openPage(client: Client, url: string) {
  const { status, headers, raw } = await client.get(url, { accept: 'text/html' });
  const html = raw.toString();
  const answers = [...html.matchAll(elements)].map(([, address = '', code, passed = '', text = '']) => [
    plain(address),
    { status: Number(code), headers: JSON.parse(plain(passed)), body: JSON.parse(text) },
  ]);
  return { status, headers, html, answers: Object.fromEntries(answers), links: html.match(/<link [^>]+>/g) ?? [] };
}

/** What the same browser is told when it asks itself. */
async function askedFor(client: Client, url: string) {
  const { status, headers, body } = await client.get(url);
  const total = headers['x-total-count'];
  return { status, headers: total === undefined ? {} : { 'x-total-count': total }, body };
}

describe('GEN-14 what a page brings along', () => {
  it('is for a visitor, or whoever has a session that ended, that nobody is here, and no code of members', async () => {
    const gone = await portal.member();
    const cookies = { ...gone.cookies };
    await gone.post('/api/logout');
    gone.cookies = cookies;
    for (const client of [portal.visitor(), gone]) {
      const { answers, links } = await openPage(client, '/');
      expect(Object.keys(answers).toSorted()).toEqual(['/api/config', '/api/user']);
      expect(answers['/api/user']).toEqual(await askedFor(client, '/api/user'));
      expect(answers['/api/user'].status).toBe(401);
      expect(links).toEqual([]);
    }
  });

  it('is, word for word, what the member in front of it is told by the same calls, refusals included', async () => {
    const { answers, links, headers, html } = await openPage(member, '/');
    const [second, third] = [ids[2], ids[1]];
    const access = `/api/user/resource-access?resourceId=${second}&resourceId=${third}`;
    expect(Object.keys(answers).toSorted()).toEqual(
      ['/api/config', '/api/user', listed, '/api/admin/promo-codes', access].toSorted(),
    );
    for (const [address, answer] of Object.entries(answers)) expect(answer).toEqual(await askedFor(member, address));
    expect(answers['/api/admin/promo-codes'].status).toBe(403);
    expect(answers[listed].headers).toEqual({ 'x-total-count': '3' });
    expect(links).toEqual(['<link rel="modulepreload" crossorigin href="/assets/start-1a2b.js">']);
    expect(html.endsWith('</script></body></html>')).toBe(true);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is another member’s own beside it', async () => {
    const other = await portal.member({ firstName: 'Oriane' });
    expect((await openPage(other, '/')).answers['/api/user'].body).toMatchObject({ firstName: 'Oriane' });
    expect((await openPage(member, '/')).answers['/api/user'].body).toMatchObject({ firstName: 'Mira' });
  });

  it('holds no markup that somebody typed', async () => {
    const { html, answers } = await openPage(member, `/resource/${ids[2]}`);
    expect(answers[`/api/resources/${ids[2]}`].body.title).toBe('</script><script>alert("&quot;")</script><!--');
    expect(html.match(/<script/g)).toHaveLength(Object.keys(answers).length);
    expect(html).not.toContain('<!--');
    expect(html).not.toContain('alert("&quot;")</script>');
  });

  it('is no more than who is here where the address asks for something in particular, or for no screen', async () => {
    for (const url of ['/?search=x', '/resource/1x', `/resource/${ids[0]}?refresh=true`, '/profile']) {
      expect(Object.keys((await openPage(member, url)).answers).toSorted()).toEqual(['/api/config', '/api/user']);
    }
    const unknown = await openPage(member, '/resource/999999999');
    expect(unknown.answers['/api/resources/999999999'].status).toBe(404);
  });

  it('is left out, and the page comes all the same, when the database keeps it waiting', async () => {
    const blocker = await portal.database.pool.connect();
    try {
      await blocker.query('begin; lock table sign_in_sessions in access exclusive mode');
      const { status, answers, links } = await openPage(member, '/');
      expect([status, Object.keys(answers), links]).toEqual([200, ['/api/config'], []]);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await openPage(member, '/')).links).toHaveLength(1);
  });
});
