import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Suggestions } from '#contract/catalogue/search.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
});
afterAll(() => portal.close());

const address = '/api/resources/suggestions';
const suggest = async (typed: string) => {
  const answer = await member.get<Suggestions>(`${address}?search=${encodeURIComponent(typed)}`);
  expect([typed, answer.status]).toEqual([typed, 200]);
  return answer.body;
};
const titles = async (typed: string) => (await suggest(typed)).resources.map(({ title }) => title);
const add = (title: string, fields: object = {}) =>
  insertResource(portal.database, { title, description: 'Plain.', ...fields });

describe('who is refused', () => {
  it('PERM-01 refuses suggestions to visitors, and texts that cannot have any', async () => {
    expect((await portal.visitor().get(`${address}?search=risk`)).status).toBe(401);
    for (const query of [
      '',
      '?search=',
      '?search=r',
      '?search=%20r%20',
      `?search=${'r'.repeat(101)}`,
      '?search=a%00b',
    ]) {
      expect([query, (await member.get(`${address}${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe('what a text being typed may be about', () => {
  it('suggests titles that begin with the text first, then resources with the text in title, tags and description', async () => {
    await add('About wombats', { created_at: '2026-01-01' });
    await add('Tagged', { tags: ['Wombat care'], created_at: '2026-01-03' });
    await add('In the text', { description: 'A wombat.', created_at: '2026-01-04' });
    const { id } = await add('Wombat register', { type: 'book', created_at: '2025-01-01' });
    await add('Wómbat Atlas', { created_at: '2025-01-02' });
    expect(await titles('womb')).toEqual(['Wómbat Atlas', 'Wombat register', 'About wombats', 'Tagged', 'In the text']);
    expect((await suggest(' WOMBAT reg ')).resources).toEqual([{ id, title: 'Wombat register', type: 'book' }]);
  });

  it('BROWSE-01 slips are forgiven, and % and _ are plain characters', async () => {
    expect(await titles('wobmat')).toContain('Wombat register');
    expect((await suggest('wobmat care')).topics).toEqual(['Wombat care']);
    expect(await suggest('w%m')).toEqual({ resources: [], topics: [] });
    expect(await suggest('__')).toEqual({ resources: [], topics: [] });
    expect(await suggest('zzzqqq')).toEqual({ resources: [], topics: [] });
  });

  it('BROWSE-15 suggests only published resources and their topics, as soon as they are published', async () => {
    const { id } = await add('Quokka plan', { is_published: false, tags: ['Quokkas'] });
    expect(await suggest('quokka')).toEqual({ resources: [], topics: [] });
    await updateResource(portal.database, id, { is_published: true });
    expect(await suggest('quokka')).toEqual({
      resources: [{ id, title: 'Quokka plan', type: expect.any(String) }],
      topics: ['Quokkas'],
    });
    await updateResource(portal.database, id, { withdrawn_at: '2026-01-01' });
    expect(await suggest('quokka')).toEqual({ resources: [], topics: [] });
  });

  it('BROWSE-17 names the closest matches of a text that nothing matches', async () => {
    await add('Bilby survey', { tags: ['Marsupials'] });
    await add('Bilby atlas', { created_at: '2025-03-01' });
    await add('Marsupials', { created_at: '2025-03-02' });
    expect(await titles('zzzqqq bilby survey')).toEqual(['Bilby survey', 'Bilby atlas']);
    expect(await titles('wombat bilby')).toEqual(['Bilby survey', 'Bilby atlas']);
    expect(await titles('zzzqqq qqqzzz')).toEqual([]);
  });

  it('suggestions are at most six resources and three tags, each once', async () => {
    for (let n = 0; n < 9; n += 1) await add(`Numbat ${n}`, { tags: ['Numbat', 'numbat', `Numbat ${n % 5}`] });
    const { resources, topics } = await suggest('numbat');
    expect(resources.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `Numbat ${n}`));
    expect([topics.length, topics[0]?.toLowerCase()]).toEqual([3, 'numbat']);
  });
});

it('suggestions cost three statements beside the session, and none the second time', async () => {
  await member.get('/api/resources');
  const statementsOf = async (typed: string) => {
    const query = vi.spyOn(portal.database.pool, 'query');
    await suggest(typed);
    const names = query.mock.calls.map(([config]) => (config as { name?: string }).name);
    query.mockRestore();
    return names;
  };
  expect(await statementsOf('numbat 3')).toEqual([
    'accounts.list_sign_ins',
    'search.list_titles_from',
    'search.list_sought_words',
    'search.list_matches.created_at.ranked2.w',
  ]);
  expect(await statementsOf('Numbat  3 ')).toEqual(['accounts.list_sign_ins']);
});
