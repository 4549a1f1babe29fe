import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenPage } from '#contract/first-page.ts';
import type { Client } from '#tests/support/client.ts';
import { loadOpenPage } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}-1a2b.js`, imports });
const manifest = {
  'index.html': { ...chunk('index', ['_shared.js']), isEntry: true },
  '_shared.js': chunk('shared'),
  '_cards.js': chunk('cards', ['_shared.js']),
  'pages/dashboard/DashboardScreen.tsx': chunk('DashboardScreen', ['_cards.js', 'index.html']),
  '_forms.js': chunk('forms', ['_shared.js']),
  'identity/sign-in/AuthScreen.tsx': chunk('AuthScreen', ['_forms.js', 'index.html']),
  'identity/sign-in/ResetPasswordScreen.tsx': chunk('ResetPasswordScreen', ['_forms.js']),
};

let portal: TestPortal;
let webFolder: string;
let member: Client;
let ids: number[];
/** Whether a page is sent without the data that the portal could not load in time. */
let hasDeadline = false;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-page-'));
  await mkdir(path.join(webFolder, '.vite'));
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><title>Portal</title></head><body><div id="root"><p>Here</p></div></body></html>',
  );
  await writeFile(path.join(webFolder, '.vite/manifest.json'), JSON.stringify(manifest));
  const withoutDeadline = await loadOpenPage();
  // The types of the server do not cover the web app.
  const { openPage }: { openPage: OpenPage } = await import(path.resolve('web/entry-server.ts'));
  portal = await createTestPortal(
    {},
    { webFolder, openPage: (request) => (hasDeadline ? openPage : withoutDeadline)(request) },
  );
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

type Query = { queryKey: [string, object?]; state: { status: string; data: unknown } };

/** Opens a page. @returns its answer, its data by the path of the endpoint, and its markup */
async function openPage(client: Client, url: string) {
  const { status, headers, raw } = await client.get(url, { accept: 'text/html' });
  const html = raw.toString();
  const [, json = '{}'] = /<script type="application\/json" id="first-page">(.*?)<\/script>/s.exec(html) ?? [];
  const { queries = [] }: { queries?: Query[] } = JSON.parse(json);
  // Only a rendered page says when it was rendered, and a busy server may send a page without its markup.
  const answers = queries.filter(({ queryKey }) => queryKey[0] !== 'drawn at');
  const data = Object.fromEntries(answers.map(({ queryKey, state }) => [queryKey[0], state.data]));
  const [, drawn = ''] = /<div id="root" data-drawn>(.*)<\/div><template/s.exec(html) ?? [];
  return { status, headers, html, data, drawn, links: html.match(/<link [^>]+>/g) ?? [] };
}

/** Fetches a URL with the client's cookies. */
async function bodyOf(client: Client, url: string) {
  return (await client.get(url)).body;
}

const linksTo = (...names: string[]) =>
  names.map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1a2b.js">`);

const everyPage = ['/api/config', '/api/user'];
/** The sign-in screen says what is inside (AUTH-23). */
const forVisitors = ['/api/config', '/api/public/counts', '/api/public/resources', '/api/user', 'known-browser'];

describe('GEN-14 the data in a page', () => {
  it('OUT-07 says to a visitor, and to a member whose session has ended, only that no one is signed in and what is in the public catalogue, and links to the code of the sign-in screen alone', {
    tags: 'long',
  }, async () => {
    const gone = await portal.member();
    const cookies = { ...gone.cookies };
    await gone.post('/api/logout');
    gone.cookies = cookies;
    for (const client of [portal.visitor(), gone]) {
      for (const url of ['/auth', '/', '/browse', `/resource/${ids[0]}`, '/my-resources', '/billing', '/settings']) {
        const { data, links } = await openPage(client, url);
        // The form shows the listed resource that the visitor comes from (ENTRY-05).
        const about = url.startsWith('/resource/') ? ['/api/public/resources/:id'] : [];
        expect(Object.keys(data).toSorted()).toEqual([...forVisitors, ...about].toSorted());
        expect(data['/api/user']).toBeNull();
        expect(links).toEqual(linksTo('AuthScreen', 'forms'));
      }
    }
  });

  it('ENTRY-05 the drawn sign-in screen of a listed resource shows the resource; of another, what is inside', async () => {
    const listed = await openPage(portal.visitor(), `/checkout/${ids[0]}`);
    expect(listed.drawn).toMatch(/aria-label="What this is about".*First/s);
    const { status, data, drawn } = await openPage(portal.visitor(), '/checkout/999999');
    expect(status).toBe(200);
    expect(Object.keys(data).toSorted()).toEqual(forVisitors);
    expect(drawn).toContain('Newest resources');
  });

  it('AUTH-24 AUTH-25 the sign-in screen is drawn for visitors alone, at a page of members with Register in front unless a member has signed in with the browser', async () => {
    for (const url of ['/', '/browse', '/auth']) {
      expect((await openPage(member, url)).drawn).not.toContain('autoComplete="current-password"');
    }
    const known = await portal.member();
    await known.post('/api/logout');
    const headingOf = async (client: Client, url: string) => {
      const { drawn } = await openPage(client, url);
      return /<h1[^>]*>(.*?)<\/h1>/.exec(drawn)?.[1];
    };
    const newHere = 'Create your account';
    for (const [url, forNew] of [
      ['/', 'Sign in'],
      ['/auth', 'Sign in'],
      ['/browse', newHere],
      ['/auth?next=%2Fbrowse', newHere],
    ] as const) {
      expect([url, await headingOf(portal.visitor(), url)]).toEqual([url, forNew]);
      expect([url, await headingOf(known, url)]).toEqual([url, 'Welcome back']);
    }
    expect((await openPage(known, '/browse')).drawn).not.toContain('Mira');
    expect(await headingOf(known, '/auth?view=register')).toBe(newHere);
    // The secret of a link never reaches the server again, so its page waits for the browser.
    expect((await openPage(portal.visitor(), '/invitation')).drawn).toContain('Opening the link');
    // The code of these views is loaded only when they are opened.
    for (const view of ['forgot-password', 'code']) {
      expect((await openPage(known, `/auth?view=${view}`)).drawn).toBe('');
    }
  });

  it('AUTH-23 says to a visitor at an unknown address whether a member has signed in with the browser, and not on a cached page', async () => {
    const known = await portal.member();
    await known.post('/api/logout');
    const isKnown = async (client: Client, url: string) => (await openPage(client, url)).data['known-browser'];
    expect(await isKnown(portal.visitor(), '/nowhere')).toBe(false);
    expect(await isKnown(known, '/nowhere')).toBe(true);
    expect(await isKnown(known, '/catalogue')).toBeUndefined();
  });

  it('AUTH-25 styles of a drawn page are one element that the policy allows by its hash, and no attributes', async () => {
    const { html, headers, drawn } = await openPage(portal.visitor(), '/auth');
    expect(drawn).not.toMatch(/ style="/);
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(html) ?? [];
    expect(style).toMatch(/^\[data-style="0"\]\{[^<]+\}/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash('sha256', style, 'base64')}';`);
  });

  it('OUT-07 links to the code of a screen that visitors have, and to none for an unknown address', async () => {
    expect((await openPage(portal.visitor(), '/reset-password')).links).toEqual(
      linksTo('ResetPasswordScreen', 'forms'),
    );
    expect((await openPage(portal.visitor(), '/nowhere')).links).toEqual([]);
  });

  it('the data in a page is what the member gets from the same calls, and the page links to the screen’s code', async () => {
    const { data, links, headers, html } = await openPage(member, '/');
    const list = await member.get('/api/resources?page=1&pageSize=12');
    expect(data).toEqual({
      '/api/config': await bodyOf(member, '/api/config'),
      '/api/user': await bodyOf(member, '/api/user'),
      '/api/dashboard': await bodyOf(member, '/api/dashboard'),
      '/api/resources': { items: list.body, totalCount: 3, isMinimum: false },
      '/api/user/resource-access': await bodyOf(
        member,
        `/api/user/resource-access?${ids
          .toReversed()
          .map((id) => `resourceId=${id}`)
          .join('&')}`,
      ),
      '/api/user/saved-resources/ids': await bodyOf(member, '/api/user/saved-resources/ids'),
      '/api/user/library/unfinished': await bodyOf(member, '/api/user/library/unfinished'),
    });
    expect(links).toEqual(linksTo('DashboardScreen', 'cards'));
    expect(html.endsWith('</script></body></html>')).toBe(true);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('GEN-22 dashboard, Browse and the page of a resource are drawn with what the member sees, other screens and what does not exist by the browser', async () => {
    for (const [url, shown] of [
      ['/', 'Welcome, Mira'],
      ['/browse?search=Second', 'Second'],
      [`/resource/${ids[1]}`, 'Second'],
    ] as const) {
      const { drawn } = await openPage(member, url);
      expect(drawn.replaceAll(/<!-- -->|<\/?span[^>]*>/g, '')).toContain(shown);
      expect(drawn).toContain('User menu');
    }
    for (const url of ['/billing', '/settings', '/resource/999999999', '/nowhere', '/admin']) {
      expect([url, (await openPage(member, url)).drawn]).toEqual([url, '']);
    }
  });

  it('GEN-22 pages that are drawn at the same time name each its own screen in the breadcrumb', {
    tags: 'long',
  }, async () => {
    const titles = {
      '/': 'Dashboard',
      '/browse': 'Browse Resources',
      [`/resource/${ids[0]}`]: 'First',
      [`/resource/${ids[1]}`]: 'Second',
    };
    for (const url of Object.keys(titles)) await openPage(member, url);
    const asked = Array.from({ length: 5 }, () => Object.entries(titles)).flat();
    const shown = await Promise.all(
      asked.map(async ([url]) => {
        const { drawn } = await openPage(member, url);
        return /aria-current="page"[^>]*>([^<]*)<\/[^>]*><\/li><\/ol>/.exec(drawn)?.[1];
      }),
    );
    expect(shown).toEqual(asked.map(([, title]) => title));
  });

  it('answers the query of the address', async () => {
    const found = await openPage(member, '/browse?search=Second&filter=free');
    const asked = '/api/resources?accessType=free&search=Second&page=1&pageSize=12';
    expect(found.data['/api/resources']).toMatchObject({ items: await bodyOf(member, asked) });
    const detail = await openPage(member, `/resource/${ids[1]}?tab=applicability`);
    expect(detail.data['/api/resources/:id']).toEqual(await bodyOf(member, `/api/resources/${ids[1]}`));
  });

  it('holds nothing of administrators for a member, on any of their screens', async () => {
    for (const url of ['/admin', '/admin-dashboard', '/admin-dashboard?tab=users', '/admin-dashboard/audit']) {
      expect(Object.keys((await openPage(member, url)).data).toSorted()).toEqual(everyPage);
    }
  });

  it('another member’s page holds that member’s own data', async () => {
    const other = await portal.member({ firstName: 'Oriane' });
    expect((await openPage(other, '/')).data['/api/user']).toMatchObject({ firstName: 'Oriane' });
    expect((await openPage(member, '/')).data['/api/user']).toMatchObject({ firstName: 'Mira' });
  });

  it('the data in a page holds no markup that was typed into a text', async () => {
    const { html, data, drawn } = await openPage(member, `/resource/${ids[2]}`);
    expect(data['/api/resources/:id']).toMatchObject({ title: '</script><script>alert("&quot;")</script><!--' });
    expect(drawn).toContain('&lt;/script&gt;&lt;script&gt;alert(');
    // The two scripts of every rendered page, and the data.
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html.match(/<!--(?!\/?\$|\s*-->)/g)).toBeNull();
    expect(html).not.toContain('alert("&quot;")</script>');
  });

  it('leaves out what was not found, and what does not exist', async () => {
    for (const url of ['/resource/1x', '/resource/999999999', '/profile', '/no-such-page']) {
      const { status, data } = await openPage(member, url);
      expect([url, status]).toEqual([url, url === '/profile' ? 200 : 404]);
      expect(data).not.toHaveProperty(['/api/resources/:id']);
      expect(Object.keys(data)).toEqual(expect.arrayContaining(everyPage));
    }
  });

  it('the data in a page is left out, and the page arrives all the same, when the database keeps it waiting', async () => {
    const blocker = await portal.database.pool.connect();
    hasDeadline = true;
    try {
      await blocker.query('begin; lock table sign_in_sessions in access exclusive mode');
      const { status, data, links } = await openPage(member, '/');
      expect([status, Object.keys(data), links]).toEqual([200, ['/api/config'], []]);
    } finally {
      hasDeadline = false;
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await openPage(member, '/')).links).toHaveLength(2);
  });
});
