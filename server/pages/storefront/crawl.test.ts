import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { openTestWeb } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let web: Awaited<ReturnType<typeof openTestWeb>>;
beforeAll(async () => {
  web = await openTestWeb();
  portal = await createTestPortal({ PUBLISHER: 'Fourfold Practice' }, web);
  const tags = { tags: ['fairness & trust'], rapp_principles: ['responsible'], role_affiliations: ['policy_lead'] };
  for (let index = 1; index <= 14; index += 1) {
    await insertResource(portal.database, { title: `Resource ${index}: "one" & <two>`, ...tags });
  }
  await insertResource(portal.database, { title: 'Sold', access_type: 'purchase', price_minor: 1250, ...tags });
  const plan = { access_type: 'subscription', monthly_price_minor: 899 } as const;
  await insertResource(portal.database, { title: 'By plan', type: 'online_tool', ...plan, ...tags });
});
afterAll(async () => {
  await portal.close();
  await web.close();
});

const origin = 'http://portal.test';
const browser = { accept: 'text/html' };
const textOf = async (url: string, client: Client = portal.visitor()) =>
  (await client.get(url, browser)).raw.toString();
const sitemap = async () =>
  [...(await textOf('/sitemap/1.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, to = '']) => to.replace(origin, ''));

/** Parses a page's head: its tags by name, and its data for search engines. */
function readHead(html: string) {
  const head = html.slice(0, html.indexOf('</head>'));
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const tags = [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)];
  const data = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return {
    title: /<title>(.*?)<\/title>/.exec(head)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(head)?.[1] ?? '',
    tags: new Map(tags.map(([, name = '', content = '']) => [name, plain(content)])),
    names: tags.map(([, name]) => name),
    data: data.map(([, json = '']) => JSON.parse(json)),
  };
}

const address = /^http:\/\/portal\.test\/\S*$/;
const text = expect.stringMatching(/\S/);

/** The types of schema.org that pages use, with their allowed properties (https://schema.org/Product and so on). */
const types: Record<string, Record<string, unknown>> = {
  Product: { name: text, description: text, url: address, image: address, offers: 'Offer' },
  Offer: {
    price: expect.any(Number),
    priceCurrency: /^[A-Z]{3}$/,
    availability: /^https:\/\/schema\.org\/InStock$/,
    url: address,
  },
  CreativeWork: {
    name: text,
    description: text,
    url: address,
    image: address,
    dateCreated: /^\d{4}-\d{2}-\d{2}T/,
    keywords: expect.any(Array),
    isAccessibleForFree: expect.any(Boolean),
    publisher: 'Organization',
  },
  Quiz: {
    name: text,
    description: text,
    url: address,
    isAccessibleForFree: expect.any(Boolean),
    publisher: 'Organization',
  },
  Organization: { name: text },
  BreadcrumbList: { itemListElement: 'ListItem' },
  ItemList: { numberOfItems: expect.any(Number), itemListElement: 'ListItem' },
};
const listItem = { position: expect.any(Number), name: text };

function expectType(value: Record<string, unknown>): void {
  const { '@type': type, '@context': _, ...said } = value;
  if (type === 'ListItem') {
    const { item, url, ...rest } = said;
    expect(rest).toEqual(listItem);
    expect(item ?? url).toMatch(address);
    return;
  }
  const known = types[String(type)];
  expect(known, `the type ${type}`).toBeDefined();
  for (const [name, one] of Object.entries(said)) {
    const rule = known?.[name];
    expect(rule, `${type}.${name}`).toBeDefined();
    if (typeof rule === 'string') for (const part of [one].flat()) expectType(part as Record<string, unknown>);
    else if (rule instanceof RegExp) expect(one).toMatch(rule);
    else expect(one).toEqual(rule);
  }
}

describe('what search engines and previews read', () => {
  it('FRONT-04 each page of the sitemap has its own title, description, canonical address and Open Graph tags', {
    tags: 'long',
  }, async () => {
    const heads = [];
    for (const url of await sitemap()) {
      const head = readHead(await textOf(url));
      expect(head.canonical).toBe(origin + url);
      expect(head.tags.get('og:url')).toBe(origin + url);
      expect(new Set(head.names).size).toBe(head.names.length);
      for (const name of ['description', 'og:title', 'og:description', 'og:type', 'og:site_name', 'twitter:card']) {
        expect([url, name, head.tags.get(name)]).toEqual([url, name, text]);
      }
      expect(head.tags.get('description')?.length).toBeLessThanOrEqual(200);
      heads.push(head);
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(heads.length).toBe(18);
  });

  it('FRONT-04 the data of each page has types, properties and values of schema.org', async () => {
    const found = new Set<string>();
    for (const url of [...(await sitemap()), '/catalogue?page=2']) {
      const { data } = readHead(await textOf(url));
      expect(data.length).toBeGreaterThan(0);
      for (const one of data) {
        expect(one['@context']).toBe('https://schema.org');
        expectType(one);
        found.add(one['@type']);
      }
    }
    expect([...found].sort()).toEqual(['BreadcrumbList', 'CreativeWork', 'ItemList', 'Product', 'Quiz']);
  });

  it('FRONT-04 each address of a picture in the tags answers with that picture', async () => {
    const [url = ''] = (await sitemap()).slice(-1);
    const { tags } = readHead(await textOf(url));
    const picture = tags.get('og:image') ?? '';
    expect(picture).toMatch(address);
    const { status, headers } = await portal.visitor().get(picture.replace(origin, ''));
    expect([status, headers['content-type']]).toEqual([200, tags.get('og:image:type')]);
  });
});

it('FRONT-05 no link of a page in the sitemap, and no link of those pages, answers with 4xx or 5xx', {
  tags: 'long',
}, async () => {
  const linksOf = (html: string) =>
    [...html.matchAll(/(?:href|action)="(\/[^"]*)"/g)]
      .map(([, to = '']) => to.replaceAll('&amp;', '&').split('#')[0] ?? '')
      .filter((to) => to !== '' && !to.startsWith('/assets/'));
  const seen = new Set(await sitemap());
  for (const url of [...seen]) for (const to of linksOf(await textOf(url))) seen.add(to);
  expect([...seen].filter((url) => url.startsWith('/auth?next=')).length).toBeGreaterThan(10);
  const broken = [];
  for (const url of seen) {
    const { status } = await portal.visitor().get(url, browser);
    if (status >= 400) broken.push([url, status]);
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(60);
});

describe('behind a cache that all callers share', () => {
  /** Makes a simple shared cache: it stores cacheable responses for all callers by their URL, and ignores Vary. */
  function sharedCache() {
    const kept = new Map<string, Awaited<ReturnType<Client['get']>>>();
    const get = async (client: Client, url: string) => {
      const known = kept.get(url);
      if (known) return known;
      const answer = await client.get(url, browser);
      const control = String(answer.headers['cache-control'] ?? '');
      const mayKeep =
        /\bpublic\b|\bs-maxage=|\bmax-age=[1-9]/.test(control) && !/no-store|private|no-cache/.test(control);
      if (mayKeep) kept.set(url, answer);
      return answer;
    };
    return { kept, get };
  }

  it('FRONT-06 TRY-01 lets a shared cache store only public answers, without anything personal of the member who asked', async () => {
    const member = await portal.member({ firstName: 'Oriane', lastName: 'Zebrowska' });
    const { kept, get } = sharedCache();
    const pages = await sitemap();
    const [resource = ''] = pages.slice(-1);
    const open = [...pages, '/catalogue?page=2', '/robots.txt', '/sitemap.xml', '/catalogue/feed.xml'];
    const calls = ['/api/public/resources', '/api/public/counts', '/api/public/assessment', '/assessment?view=result'];
    const own = ['/', '/auth', '/browse', '/profile', '/assessment/keep', '/api/user', '/api/resources', '/api/config'];
    for (const url of [...open, ...calls, ...own, '/catalogue/999999/x']) await get(member, url);
    for (const url of own.concat('/catalogue/999999/x')) expect([url, kept.has(url)]).toEqual([url, false]);
    for (const url of [...open, ...calls]) expect([url, kept.has(url)]).toEqual([url, true]);
    for (const [url, { headers, raw }] of kept) {
      expect([url, headers['set-cookie']]).toEqual([url, undefined]);
      expect([url, /Oriane|Zebrowska|@example/.test(raw.toString())]).toEqual([url, false]);
    }
    expect(
      (await get(portal.visitor(), resource)).raw.equals((await portal.visitor().get(resource, browser)).raw),
    ).toBe(true);
    const scored = await portal.visitor().post('/api/public/assessment/result', {});
    expect(scored.headers['cache-control']).toContain('no-store');
  });
});

describe('bad input', () => {
  it('FRONT-03 whatever is in place of a slug leads to the right address, or answers 4xx, and leads nowhere else', async () => {
    const slugs = [
      '%00',
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      '%F0%9F%98%80',
      '%ff',
      '%',
      '%3Cscript%3Ealert(1)%3C/script%3E',
      '//evil.example',
      '%5cevil.example',
      'x'.repeat(5_000),
      "';drop table resources;--",
      '%0d%0aset-cookie:%20a=b',
      'card/',
      '-',
    ];
    for (const slug of slugs) {
      const { status, headers, raw } = await portal.visitor().get(`/catalogue/1/${slug}`, browser);
      expect([slug, status === 301 || (status >= 400 && status < 500)]).toEqual([slug, true]);
      if (status === 301) expect(headers.location).toBe('/catalogue/1/resource-1-one-two');
      expect(headers['set-cookie']).toBeUndefined();
      expect(raw.toString()).not.toMatch(/<script>alert|at \w+ \(.*\.ts:/);
    }
    expect((await portal.visitor().get('/catalogue/1/resource-1-one-two')).status).toBe(200);
  });

  it('FRONT-13 10,000 different queries with unknown parameters are answered from one kept answer', {
    tags: 'long',
  }, async () => {
    const asked = vi.spyOn(portal.database.pool, 'query');
    const statuses = new Set<number>();
    for (let start = 0; start < 10_000; start += 100) {
      const queries = Array.from({ length: 100 }, (_, index) => `?x=${start + index}&type=book`);
      const calls = queries.map((query) => portal.visitor().get(`/api/public/counts${query}`));
      for (const { status } of await Promise.all(calls)) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    expect(asked.mock.calls.length).toBeLessThan(10);
    asked.mockRestore();
  });
});
