import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  await makeCatalogue();
});
afterAll(() => portal.close());

/** Makes fifteen resources, each newer than the one before: "wombat" is in two, "bilby" in three, "numbat" in eight. */
async function makeCatalogue(): Promise<void> {
  let day = 0;
  const add = (title: string, fields: object = {}) => {
    day += 1;
    const created = new Date(Date.UTC(2026, 0, day)).toISOString();
    return insertResource(portal.database, { title, description: 'Plain.', created_at: created, ...fields });
  };
  for (let n = 1; n <= 7; n += 1) await add(`Numbat ${n}`);
  await add('Bilby atlas', { type: 'book', access_type: 'free', estimated_duration: 60 });
  await add('Bilby survey', { type: 'report', access_type: 'subscription', estimated_duration: 10 });
  await add('Both of them', { type: 'report', access_type: 'purchase', description: 'A bilby, a wombat.' });
  await add('Wombat notes', { type: 'book', description: 'With a numbat.' });
  for (const title of ['Dashboards', 'On-call rota', '100% sure', 'x_ files']) await add(title);
}

type Listed = { title: string }[];
const titlesOf = ({ body }: { body: Listed }) => body.map(({ title }) => title);
const find = async (search: string, filter = '') => {
  const query = `search=${encodeURIComponent(search)}${filter}`;
  const list = await member.get<Listed>(`/api/resources?${query}&page=1&pageSize=12`);
  const closest = await member.get<Listed>(`/api/resources/closest?${query}`);
  expect([list.status, closest.status]).toEqual([200, 200]);
  expect(list.headers['x-closest-count'] ?? '0').toBe(String(closest.body.length));
  expect(list.headers['x-total-count']).toBe(String(list.body.length));
  return { found: titlesOf(list), closest: titlesOf(closest) };
};

it('PERM-01 refuses closest matches to visitors, and searches that are not one', async () => {
  expect((await portal.visitor().get('/api/resources/closest?search=wombat')).status).toBe(401);
  expect((await member.get(`/api/resources/closest?search=${'a'.repeat(101)}`)).status).toBe(400);
  expect((await member.get('/api/resources/closest?type=poem')).status).toBe(400);
});

describe('BROWSE-17 closest matches', () => {
  it('follow few results without them: what has most words first, then what has the rarest', async () => {
    expect(await find('wombat bilby')).toEqual({
      found: ['Both of them'],
      closest: ['Wombat notes', 'Bilby survey', 'Bilby atlas'],
    });
    expect(await find('wombat bilby quokka')).toEqual({
      found: [],
      closest: ['Both of them', 'Wombat notes', 'Bilby survey', 'Bilby atlas'],
    });
  });

  it('leave the total and the counts to the results', async () => {
    const counts = await member.get<ResourceCounts>('/api/resources/counts?search=wombat%20bilby');
    expect(counts.body.type).toEqual({ report: 1 });
    const query = 'search=wombat%20bilby&page=2&pageSize=1';
    const second = await member.get<Listed>(`/api/resources?${query}`);
    expect([titlesOf(second), second.headers['x-total-count'], second.headers['x-closest-count']]).toEqual([
      [],
      '1',
      '3',
    ]);
  });

  it('do not follow six results, a list without a search, or words that none or a third of all resources hold', async () => {
    expect((await find('numbat')).closest).toEqual([]);
    expect(await find('numbat quokka')).toEqual({ found: [], closest: [] });
    expect(await find('quokka')).toEqual({ found: [], closest: [] });
    expect((await member.get<Listed>('/api/resources/closest')).body).toEqual([]);
  });

  it('closest matches are looked for in the whole catalogue, those within the filters before equal others', async () => {
    expect(await find('bilby', '&type=book')).toEqual({
      found: ['Bilby atlas'],
      closest: ['Bilby survey', 'Both of them'],
    });
    expect((await find('bilby quokka', '&type=book')).closest[0]).toBe('Bilby atlas');
    expect((await find('bilby quokka', '&accessType=subscription')).closest[0]).toBe('Bilby survey');
  });

  it('hold a word at the beginning of one of theirs', async () => {
    expect(await find('board')).toEqual({ found: ['Dashboards'], closest: [] });
    expect(await find('board quokka')).toEqual({ found: [], closest: [] });
    expect((await find('rotas quokka')).closest).toEqual(['On-call rota']);
  });

  it('closest matches are known by misspelt words', async () => {
    expect((await find('wommbat quokka')).closest).toEqual(['Wombat notes', 'Both of them']);
  });
});

describe('BROWSE-19 words that narrow softly', () => {
  it('a type and an access rank the results and exclude none', async () => {
    const all = ['Bilby survey', 'Bilby atlas', 'Both of them'];
    expect((await find('bilby')).found).toEqual(all);
    expect((await find('bilby book')).found).toEqual(['Bilby atlas', 'Bilby survey', 'Both of them']);
    expect((await find('free bilby')).found).toEqual(['Bilby atlas', 'Bilby survey', 'Both of them']);
    expect((await find('subscription reports on the bilby')).found).toEqual(all);
  });

  it('a number of minutes ranks what takes about so long first', async () => {
    const long = ['Bilby atlas', 'Bilby survey', 'Both of them'];
    for (const time of ['60 minutes', '1 hour', 'one hour', 'under an hour', '60-minute']) {
      expect([time, (await find(`bilby ${time}`)).found]).toEqual([time, long]);
    }
    expect((await find('10 min bilby')).found[0]).toBe('Bilby survey');
    expect((await find('ten minutes')).found).toEqual(['Bilby survey']);
    expect((await find('1 hour')).found).toEqual(['Bilby atlas', 'Bilby survey']);
  });

  it('words that narrow softly are what is sought when nothing else was typed', async () => {
    expect((await find('free book')).found).toEqual(['Wombat notes', 'Bilby atlas']);
  });
});

it.each([
  ['on-call', ['On-call rota'], 'a hyphen'],
  ['rota-on–call', ['On-call rota'], 'a hyphen and a dash'],
  ['rota/call', ['On-call rota'], 'a slash'],
])('BROWSE-16 parts the words of %j: %j (%s)', async (typed, found) => {
  expect((await find(typed)).found).toEqual(found);
});

it.each([
  ['100%', ['100% sure']],
  ['wombat%', []],
  ['%wombat', []],
  ['wombat_', []],
  ['_wombats', []],
  ['x_', ['x_ files']],
  ['files_', []],
])('BROWSE-01 takes %% and _ at the ends of a word as written: %s', async (typed, found) => {
  expect((await find(typed)).found).toEqual(found);
});

it('FRONT-10 shows visitors the closest matches of a public catalogue', async () => {
  const administrator = await portal.administrator();
  await administrator.put('/api/admin/portal-settings', { catalogueIsPublic: true });
  const list = await portal.visitor().get<Listed>('/api/public/resources?search=wombat%20bilby&page=1&pageSize=12');
  const closest = await portal.visitor().get<Listed>('/api/public/closest?search=wombat%20bilby');
  expect([titlesOf(list), list.headers['x-closest-count'], titlesOf(closest)]).toEqual([
    ['Both of them'],
    '3',
    ['Wombat notes', 'Bilby survey', 'Bilby atlas'],
  ]);
  await administrator.put('/api/admin/portal-settings', { catalogueIsPublic: false });
  expect((await portal.visitor().get('/api/public/closest?search=wombat')).status).toBe(404);
});

it('BROWSE-17 answers searches of fifty words, each with its filters, on one connection', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzабвгдежзиклмнопрстуфхцчшщ'].slice(0, 50);
  await insertResource(portal.database, { title: 'Letters', description: letters.join(' '), type: 'book' });
  const filters = ['', '&type=book', '&filter=free', '&type=book&filter=free'];
  for (const filter of filters) expect((await find(letters.join(' '), filter)).found.length).toBeLessThan(6);
});
