import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneQuestion, publishCheck } from '#tests/support/checks.ts';
import { loadOpenPage } from '#tests/support/drawn.ts';
import { insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
import { addPath, resourceStep, textStep } from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let open: TestPortal;
let closed: TestPortal;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-storefront-'));
  await mkdir(path.join(webFolder, '.vite'));
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><title>Portal</title><script>start()</script>' +
      '<script type="module" src="/assets/app.js"></script><link rel="modulepreload" href="/assets/base.js"></head>' +
      '<body><div id="root"><p>Loading</p></div></body></html>',
  );
  await writeFile(path.join(webFolder, '.vite/manifest.json'), '{}');
  const openPage = await loadOpenPage();
  const web = { webFolder, openPage };
  open = await createTestPortal({ SUPPORT_EMAIL: 'help@portal.test', PUBLISHER: 'Fourfold Practice' }, web);
  closed = await createTestPortal({ CATALOGUE_PUBLIC: '0', ASSESSMENT_PUBLIC: '0' }, web);
});
afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  await rm(webFolder, { recursive: true, force: true });
});

async function add(fields: Parameters<typeof insertResource>[1] = {}, portal = open): Promise<number> {
  return (await insertResource(portal.database, fields)).id;
}

async function page(url: string, portal = open, client = portal.visitor()) {
  const { status, headers, raw } = await client.get(url, { accept: 'text/html' });
  const html = raw.toString();
  const [, drawn = ''] = /<div id="root" data-drawn>(.*)<\/div><template/s.exec(html) ?? [];
  return { status, headers, html, drawn };
}

const secrets = {
  file_title: 'secret-file.pdf',
  video_url: 'https://video.example/secret-video',
  instructional_video_url: 'https://video.example/secret-video',
  stripe_product_id: 'prod_secret',
};

describe('what a visitor must not see', () => {
  it('FRONT-01 FRONT-05 a closed catalogue answers 404 to visitors on every address and asks crawlers to stay away', async () => {
    const id = await add({ title: 'Hidden library' }, closed);
    const addresses = ['/catalogue', '/catalogue?page=2', `/catalogue/${id}`, `/catalogue/${id}/hidden-library`];
    const files = ['/sitemap.xml', '/sitemap/1.xml', '/catalogue/feed.xml'];
    const calls = ['/api/public/resources', `/api/public/resources/${id}`, '/api/public/counts', '/api/public/landing'];
    for (const url of [...addresses, ...files, ...calls]) {
      const { status, html } = await page(url, closed);
      expect([url, status]).toEqual([url, 404]);
      expect(html).not.toContain('Hidden library');
    }
    expect((await page('/catalogue', closed)).drawn).toContain('404 Page not found');
    expect((await page('/robots.txt', closed)).html).toBe('User-agent: *\nDisallow: /\n');
  });

  it('FRONT-01 a closed catalogue leads members to the same page inside the portal, by 302 that no cache keeps', async () => {
    const member = await closed.member();
    const ways = [
      ['/catalogue?type=book&page=2&unknown=1', '/browse?type=book&page=2'],
      ['/catalogue', '/browse'],
      ['/catalogue/7/any-slug', '/resource/7'],
      ['/catalogue/7', '/resource/7'],
    ];
    for (const [from = '', to] of ways) {
      const { status, headers } = await page(from, closed, member);
      expect([from, status, headers.location, headers['cache-control']]).toEqual([from, 302, to, 'no-store']);
    }
  });

  it('FRONT-03 drafts, scheduled and withdrawn resources do not exist, for administrators and buyers neither', {
    tags: 'long',
  }, async () => {
    const hidden = [
      await add({ title: 'Unlisted draft', is_published: false }),
      await add({ title: 'Unlisted scheduled', is_published: false, publish_at: '2099-01-01' }),
      await add({ title: 'Unlisted withdrawn', withdrawn_at: '2026-01-01' }),
    ];
    const buyer = await open.member();
    await insertPurchase(open.database, { userId: buyer.userId, resourceId: hidden[2] ?? 0 });
    for (const client of [open.visitor(), buyer, await open.administrator()]) {
      for (const id of [...hidden, 999_999]) {
        for (const url of [`/catalogue/${id}`, `/catalogue/${id}/unlisted`, `/api/public/resources/${id}`]) {
          const { status, html } = await page(url, open, client);
          expect([url, status]).toEqual([url, 404]);
          expect(html).not.toContain('Unlisted');
        }
      }
      for (const url of ['/catalogue', '/catalogue?search=unlisted', '/sitemap/1.xml', '/catalogue/feed.xml']) {
        expect((await page(url, open, client)).html).not.toContain('Unlisted');
      }
    }
  });

  it('FRONT-03 no page and no call holds a file, a video, a tool or an account of a listed resource', async () => {
    const id = await add({ title: 'Sold report', access_type: 'purchase', price_minor: 3200, ...secrets });
    const buyer = await open.member({ firstName: 'Oriane' });
    await insertPurchase(open.database, { userId: buyer.userId, resourceId: id });
    for (const client of [open.visitor(), buyer]) {
      for (const url of [
        `/catalogue/${id}/sold-report`,
        '/catalogue',
        `/api/public/resources/${id}`,
        '/api/public/resources',
      ]) {
        const { status, html, headers } = await page(url, open, client);
        expect([url, status]).toEqual([url, 200]);
        expect(html).toContain('Sold report');
        expect(html).not.toMatch(/secret|Oriane|example\.org|onlineProductId|download"|"isPublished"/);
        expect(headers['set-cookie']).toBeUndefined();
      }
    }
  });

  it('FRONT-06 the page of a member is byte for byte the page of a visitor, also when the member asks first', async () => {
    const member = await open.member();
    for (const url of ['/catalogue?sort=title', '/catalogue?search=sold']) {
      const first = await page(url, open, member);
      const second = await page(url);
      expect(first.html).toBe(second.html);
      expect(first.html).not.toContain('/api/user');
    }
  });
});

describe('what a visitor sees without script', () => {
  it('FRONT-02 the list holds title, text, type, price, principles and links of each resource, and links to its pages', async () => {
    const title = 'Échelle of "trust" <b>';
    const id = await add({
      title,
      type: 'report',
      access_type: 'purchase',
      price_minor: 1999,
      description: 'First line.\nSecond line.',
      rapp_principles: ['people_centred'],
      created_at: '2099-01-01',
    });
    const { status, drawn, html } = await page('/catalogue');
    expect(status).toBe(200);
    expect(html).not.toContain('<p>Loading</p>');
    expect(drawn).toContain('Échelle of &quot;trust&quot; &lt;b&gt;');
    expect(drawn).toContain(`href="/catalogue/${id}/echelle-of-trust-b"`);
    for (const text of ['First line.', 'Report', '£19.99', 'People-centred', 'Purchase Required']) {
      expect(drawn).toContain(text);
    }
    await Promise.all(Array.from({ length: 13 }, (_, index) => add({ title: `Filler ${index}` })));
    await open.database.pool.query('update catalogue_version set version = version + 1');
    await open.database.pool.query(`select pg_notify('catalogue_version', version::text) from catalogue_version`);
    await expect.poll(async () => (await page('/catalogue')).drawn).toContain('href="/catalogue?page=2#list"');
  });

  it('FRONT-02 the page of a resource holds its texts, price, principles, phases, roles, tags, what is included and related ones', async () => {
    const related = await add({ title: 'Close relative', type: 'book' });
    const id = await add({
      title: 'Whole book',
      type: 'book',
      access_type: 'subscription',
      monthly_price_minor: 899,
      description: 'Opening words.\nA point.',
      tags: ['fairness'],
      rapp_principles: ['responsible'],
      rapp_implementation_phase: ['phase_2_design_plan'],
      role_affiliations: ['policy_lead'],
      subscription_benefits: ['Every later edition'],
    });
    const { drawn } = await page(`/catalogue/${id}/whole-book`);
    const texts = [
      'Whole book',
      'Opening words.',
      'A point.',
      '£8.99',
      'Responsible',
      'Design &amp; Plan',
      'Policy lead',
    ];
    for (const text of [...texts, 'fairness', 'Every later edition', 'Close relative', 'Subscription Required']) {
      expect(drawn).toContain(text);
    }
    expect(drawn).toContain(`href="/catalogue/${related}/close-relative"`);
    expect(drawn).toContain(`href="/auth?next=%2Fresource%2F${id}%3Fstart%3Dsave"`);
  });

  it('PATH-04 the page of a learning path lists its steps by section, in order, with links, without the words of texts and drafts', async () => {
    const report = await add({ title: 'Read the report', type: 'report' });
    const draft = await add({ title: 'Unlisted step', is_published: false });
    const administrator = await open.administrator();
    const id = await addPath(administrator, [], {
      title: 'Way for newcomers',
      path: {
        order: 'in_order',
        sections: [
          {
            title: 'Begin here',
            summary: 'In a week.',
            steps: [resourceStep(draft), resourceStep(report), resourceStep(report, { id: 'check', kind: 'check' })],
          },
          { title: 'Go on', summary: '', steps: [textStep('talk', { title: 'Talk about it', text: 'Words within.' })] },
        ],
      },
    });
    const { html, drawn } = await page(`/catalogue/${id}/way-for-newcomers`);
    const shown = ['Begin here', 'In a week.', 'Read the report', 'Go on', 'Talk about it'];
    const places = shown.map((text) => drawn.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(drawn).toMatch(new RegExp(`<h3[^>]*><a[^>]* href="/catalogue/${report}/read-the-report"`));
    expect(html).not.toMatch(/Words within|Unlisted step|Check: Read|Check of this path/);
    // A check is a step once it is published; the one of the path itself is the last.
    for (const one of [report, id]) await publishCheck(administrator, one, [oneQuestion('a')]);
    const listed = (await page(`/catalogue/${id}/way-for-newcomers`)).drawn;
    const later = ['Read the report', 'Check: Read the report', 'Talk about it', 'Check of this path'];
    expect([...listed.matchAll(/<h3[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, title]) => title)).toEqual(later);
    expect(listed).not.toContain('Question a');
    await administrator.delete(`/api/admin/resources/${id}/check`);
    expect((await page(`/catalogue/${id}/way-for-newcomers`)).drawn).not.toContain('Check of this path');
  });

  it('FRONT-09 the catalogue opens with the name of the portal, the principles and the number of resources by type', async () => {
    const { drawn } = await page('/catalogue');
    for (const text of ['RAPP Learning', 'Responsible', 'Adaptive', 'People-centred', 'Purpose-driven', 'Books']) {
      expect(drawn).toContain(text);
    }
    expect((await page('/catalogue?search=nothing-like-this')).drawn).toContain('No resources found');
  });

  it('FRONT-09 leads to the assessment while that is public, on the plain first page alone', async () => {
    const administrator = await open.administrator();
    const words = 'Take the readiness assessment';
    const save = (assessmentIsPublic: boolean) =>
      administrator.put('/api/admin/portal-settings', { assessmentIsPublic });
    await save(false);
    expect((await page('/catalogue')).drawn).not.toContain(words);
    await save(true);
    expect((await page('/catalogue')).drawn).toContain(words);
    expect((await page('/catalogue?type=book')).drawn).not.toContain(words);
  });
});

describe('what search engines read', () => {
  const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
  const dataOf = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );

  it('FRONT-02 each page has one title, one description, one canonical address and data of its own', async () => {
    const id = await add({ title: 'Priced </script> report', access_type: 'purchase', price_minor: 1200, tags: ['x'] });
    const url = `/catalogue/${id}/priced-script-report`;
    const { html } = await page(url);
    const head = headOf(html);
    expect(head.match(/<title>/g)).toHaveLength(1);
    expect(head).toContain('<title>Priced &lt;/script&gt; report · RAPP Learning</title>');
    expect(head).toContain(`<link rel="canonical" href="http://portal.test${url}">`);
    expect(head.match(/name="description"/g)).toHaveLength(1);
    expect(head).toContain('property="og:title"');
    expect(dataOf(html)).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'Product',
        offers: expect.objectContaining({ price: 12, priceCurrency: 'GBP' }),
      }),
      expect.objectContaining({ '@type': 'BreadcrumbList' }),
    ]);
    const free = await add({ title: 'Free text' });
    expect(dataOf((await page(`/catalogue/${free}/free-text`)).html)[0]).toMatchObject({
      '@type': 'CreativeWork',
      isAccessibleForFree: true,
    });
  });

  it('FRONT-05 the plain list is indexed, filtered, sorted and searched ones are not', async () => {
    expect(headOf((await page('/catalogue')).html)).not.toContain('noindex');
    expect(dataOf((await page('/catalogue')).html)[0]).toMatchObject({ '@type': 'ItemList' });
    for (const query of ['type=book', 'filter=free', 'search=trust', 'sort=title']) {
      expect(headOf((await page(`/catalogue?${query}`)).html)).toContain('content="noindex, follow"');
    }
  });

  it('FRONT-05 robots.txt, the sitemap and the feed lead to every listed resource, and each of their addresses answers 200', async () => {
    const robots = (await page('/robots.txt')).html;
    expect(robots).toContain('Allow: /catalogue\n');
    expect(robots).toContain('Allow: /assessment$\n');
    expect(robots).toContain('Disallow: /\nSitemap: http://portal.test/sitemap.xml');
    const locations = (xml: string) =>
      [...xml.matchAll(/<loc>http:\/\/portal\.test(.*?)<\/loc>/g)].map(([, to = '']) => to);
    const parts = locations((await page('/sitemap.xml')).html);
    expect(parts).toEqual(['/sitemap/1.xml']);
    const addresses = locations((await page('/sitemap/1.xml')).html);
    const { rows } = await open.database.pool.query(
      'select count(*)::integer as listed from resources where is_listed',
    );
    expect(addresses).toHaveLength(rows[0].listed + 2);
    expect(addresses.slice(0, 2)).toEqual(['/catalogue', '/assessment']);
    for (const url of addresses) expect([url, (await page(url)).status]).toEqual([url, 200]);
    expect((await page('/sitemap/2.xml')).status).toBe(404);
    const feed = await page('/catalogue/feed.xml');
    expect(feed.headers['content-type']).toContain('application/atom+xml');
    expect(feed.html).toContain('<entry>');
  });
});

describe('addresses', () => {
  it('FRONT-03 another slug, no slug and the slug of an older title lead by 301 to the right address', async () => {
    const id = await add({ title: 'Old name' });
    for (const url of [
      `/catalogue/${id}`,
      `/catalogue/${id}/x`,
      `/catalogue/${id}/OLD-NAME`,
      `/catalogue/${id}/%6fld-name`,
    ]) {
      const { status, headers } = await page(url);
      expect([url, status, headers.location]).toEqual([url, 301, `/catalogue/${id}/old-name`]);
    }
    await updateResource(open.database, id, { title: 'New name' });
    const other = await add({ title: 'card' });
    const empty = await add({ title: 'Книга' });
    expect((await page(`/catalogue/${other}`)).headers.location).toBe(`/catalogue/${other}/resource-card`);
    expect((await page(`/catalogue/${empty}`)).headers.location).toBe(`/catalogue/${empty}/resource`);
  });

  it('FRONT-13 hostile paths and queries answer the page that is meant, or 404, and nothing else', async () => {
    for (const url of [
      '/catalogue/0/x',
      '/catalogue/1x/x',
      '/catalogue/99999999999/x',
      '/catalogue/-1',
      '/catalogue/1e3/x',
    ]) {
      expect([url, (await page(url)).status]).toEqual([url, 404]);
    }
    const plain = (await page('/catalogue')).html;
    for (const query of [
      'x=1',
      'type=none',
      'page=0',
      'page=1e3',
      'sort=drop',
      'search=',
      'search=a&search=b',
      'type[]=book',
    ]) {
      expect([query, (await page(`/catalogue?${query}`)).html === plain]).toEqual([query, true]);
    }
    const beyond = await page('/catalogue?page=900000');
    expect([beyond.status, beyond.headers.location]).toEqual([302, expect.stringMatching(/^\/catalogue\?page=[2-4]$/)]);
  });
});

describe('a search', () => {
  it('FRONT-09 shows its results without the principles and numbers before them', async () => {
    await add({ title: 'Sought after' });
    const [plain, searched] = [await page('/catalogue'), await page('/catalogue?search=sought')];
    for (const part of ['Resources by type', 'The four principles']) {
      expect([part, plain.drawn.includes(part), searched.drawn.includes(part)]).toEqual([part, true, false]);
    }
    expect(searched.drawn).toContain('Sought after');
  });
});

describe('the start of the catalogue', () => {
  it('FRONT-14 opens the plain first page alone with the introduction and the listed pinned resources, and changes with them', {
    tags: 'long',
  }, async () => {
    const administrator = await open.administrator();
    const save = async (form: object) =>
      expect((await administrator.put('/api/admin/portal-settings', form)).status).toBe(200);
    const introduction = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Begin with purpose <b>' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'Three steps.' }] },
      ],
    };
    const [last, first] = [await add({ title: 'Pinned last' }), await add({ title: 'Pinned first' })];
    const draft = await add({ title: 'Pinned draft', is_published: false });
    const withdrawn = await add({ title: 'Pinned withdrawn', is_published: false, withdrawn_at: new Date() });
    // Enough newer resources to move the pinned ones off the list's first page.
    for (let count = 0; count < 12; count += 1) await add({ title: `Newer ${count}` });
    const before = await page('/catalogue');
    const filtered = await page('/catalogue?type=report');
    expect(before.drawn).not.toContain('Start here');

    await save({ introduction, pinnedResourceIds: [withdrawn, first, draft, 999_999, last] });

    const { drawn, html, headers } = await page('/catalogue');
    expect(headers.etag).not.toBe(before.headers.etag);
    expect(drawn).toContain('Begin with purpose &lt;b&gt;</h2>');
    const order = ['Three steps.', 'Start here', 'Pinned first', 'Pinned last', 'Newer 11'];
    const places = order.map((words) => drawn.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).not.toMatch(/Pinned (draft|withdrawn)/);
    for (const query of ['type=report', 'search=newer', 'sort=title', 'page=2']) {
      expect([query, (await page(`/catalogue?${query}`)).html.includes('Start here')]).toEqual([query, false]);
    }
    expect((await page('/catalogue?type=report')).drawn).toBe(filtered.drawn);
    const { body } = await open.visitor().get<{ pinned: { id: number }[] }>('/api/public/landing');
    expect(body).toMatchObject({ introduction: { document: introduction, pictureSizes: {} } });
    expect(body.pinned.map(({ id }) => id)).toEqual([first, last]);

    await updateResource(open.database, first, { is_published: false });
    expect((await page('/catalogue')).html).not.toContain('Pinned first');
    await save({ introduction: null, pinnedResourceIds: [] });
    expect((await page('/catalogue')).drawn).not.toContain('Start here');
  });
});

describe('caching', () => {
  it('FRONT-06 anyone may keep a page for a minute; its ETag changes with the catalogue and answers 304 until then', async () => {
    const id = await add({ title: 'Kept page' });
    const url = `/catalogue/${id}/kept-page`;
    const first = await page(url);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      etag: expect.stringMatching(/^W\//),
    });
    const again = { 'if-none-match': String(first.headers.etag) };
    expect((await open.visitor().get(url, again)).status).toBe(304);
    await updateResource(open.database, id, { description: 'Changed words.' });
    await open.database.pool.query('update catalogue_version set version = version + 1');
    await open.database.pool.query(`select pg_notify('catalogue_version', version::text) from catalogue_version`);
    await expect.poll(async () => (await open.visitor().get(url, again)).status).toBe(200);
  });

  it('FRONT-02 the app’s code waits in a template that one script, allowed by its hash, puts in place after the first paint', async () => {
    const { html, headers } = await page('/catalogue');
    const [, code = ''] = /<template id="code">(.*?)<\/template>/s.exec(html) ?? [];
    expect(code).toContain(
      '<script type="module" src="/assets/app.js"></script><link rel="modulepreload" href="/assets/base.js">',
    );
    expect(html.replace(code, '')).not.toMatch(/type="module"|modulepreload/);
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script);
    expect(scripts.at(-1)).toContain('PerformanceObserver');
    for (const script of scripts) {
      expect(headers['content-security-policy']).toContain(`'sha256-${hash('sha256', script, 'base64')}'`);
    }
  });

  it('FRONT-12 a page that is ready reads no resource; another address does', async () => {
    const id = await add({ title: 'Ready page' });
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const readsFor = async (address: string) => {
      asked.mockClear();
      expect((await page(address)).status).toBe(200);
      return asked.mock.calls.filter(([given]) => JSON.stringify(given).includes('from resources')).length;
    };
    expect(await readsFor(`/catalogue/${id}/ready-page`)).toBeGreaterThan(0);
    expect(await readsFor(`/catalogue/${id}/ready-page`)).toBe(0);
    expect(await readsFor('/catalogue?search=ready')).toBeGreaterThan(0);
  });

  it('FRONT-06 members’ pages, the sign-in page and pages that do not exist stay out of caches', async () => {
    for (const url of ['/auth', '/', '/browse', '/catalogue/999999/x']) {
      expect([url, (await page(url)).headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });
});

describe('the assessment for visitors', () => {
  it('TRY-01 the page answers 404 to visitors and members while the assessment is closed', async () => {
    for (const client of [closed.visitor(), await closed.member()]) {
      const { status, html, headers } = await page('/assessment', closed, client);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(html).not.toContain('How ready is your organisation');
    }
  });

  it('TRY-01 TRY-04 the page says without script what it is, that nothing is stored and who publishes it', async () => {
    const { status, drawn, html, headers } = await page('/assessment');
    expect(status).toBe(200);
    const texts = [
      'How ready is your organisation to use AI responsibly?',
      'Nothing is stored.',
      'Published by Fourfold Practice',
      'Leadership and direction',
      'Example result',
      'It is not legal advice, an audit or a certificate.',
    ];
    for (const text of texts) expect(drawn).toContain(text);
    expect(html).toContain('<title>Readiness assessment · RAPP Learning</title>');
    expect(html).toContain('<link rel="canonical" href="http://portal.test/assessment">');
    expect(html).toContain('"@type":"Quiz"');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      etag: expect.stringMatching(/^W\//),
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('TRY-01 serves the same page for every view and every caller', async () => {
    const member = await open.member({ firstName: 'Oriane' });
    const first = await page('/assessment?view=result', open, member);
    expect(first.html).toBe((await page('/assessment?x=1')).html);
    expect(first.html).not.toContain('Oriane');
  });

  it('TRY-01 crawlers may read the assessment alone when only it is public, and its page names no catalogue', async () => {
    const openPage = await loadOpenPage();
    const portal = await createTestPortal({ CATALOGUE_PUBLIC: '0' }, { webFolder, openPage });
    const robots = (await page('/robots.txt', portal)).html;
    expect(robots).toContain('Allow: /assessment$\n');
    expect(robots).not.toMatch(/catalogue|Sitemap/);
    const { status, html } = await page('/assessment', portal);
    expect(status).toBe(200);
    expect(html).not.toContain('href="/catalogue');
    await portal.close();
  });
});
