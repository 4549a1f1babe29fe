import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadText } from '#contract/operations/mcp.ts';
import type { Client } from '#tests/support/client.ts';
import { insertArticle, insertDocument, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { Assistant, insertBook, type Reply, switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let assistant: Assistant;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1' });
  await switchAssistantsOn(portal);
  member = await portal.member();
  assistant = await assistantOf(member);
});
afterAll(() => portal.close());

async function assistantOf(person: Client): Promise<Assistant> {
  const { token } = await makeKey(person, '/api/user/keys', ['catalogue:read', 'library:read']);
  return new Assistant(portal.app, token);
}

const paid = { access_type: 'purchase', price_minor: 1999 } as const;
const sizeOf = ({ raw }: Reply) => raw.length;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Words of page ${index + 1}`);
const read = (input: object, from = assistant) => from.use<ReadText>('read_resource', input as never);
const pagesOf = ({ passages }: ReadText) => passages.map(({ page }) => page);

async function article(words: string): Promise<number> {
  const { id } = await insertResource(portal.database, { title: 'An article' });
  await insertArticle(portal.database, id, words);
  return id;
}

describe('who is refused', () => {
  it('MCP-03 assistants get the explanation and the price of closed content, and not a word of it', async () => {
    const book = await insertBook(portal, ['A secret okapi'], { title: 'A book', ...paid });
    for (const [tool, input] of [
      ['read_resource', { resourceId: book }],
      ['read_resource', { resourceId: book, fromPage: 1, toPage: 1 }],
      ['read_resource', { resourceId: book, cursor: '1.0' }],
      ['fetch', { id: `${book}:1.0` }],
    ] as const) {
      const { result, raw } = await assistant.call(tool, input);
      expect(result.isError).toBeUndefined();
      expect(JSON.stringify(result)).toContain(
        `Purchase required. It costs 19.99 GBP. See http://portal.test/resource/${book}`,
      );
      expect(raw.toString()).not.toContain('okapi');
    }
    await insertPurchase(portal.database, { userId: member.userId, resourceId: book });
    expect(await read({ resourceId: book })).toMatchObject({
      passages: [{ page: 1, text: 'A secret okapi' }],
      citation: { title: 'A book', version: 1, page: 1, url: `http://portal.test/resource/${book}` },
    });
    await portal.database.pool.query(`update purchases set status = 'refunded', ended_at = now()`);
    expect(await read({ resourceId: book, fromPage: 1 })).toMatchObject({ passages: [], access: { hasAccess: false } });
  });

  it('MCP-03 reading refuses pages that do not exist, and files without text', async () => {
    const book = await insertBook(portal, numbered(3));
    expect(await assistant.refused('read_resource', { resourceId: book, fromPage: 4 })).toBe(
      'This document has 3 pages.',
    );
    expect(await assistant.refused('read_resource', { resourceId: book, fromPage: 1_000_000 })).toBe(
      'This document has 3 pages.',
    );
    expect(await assistant.refused('read_resource', { resourceId: book, fromPage: 3, toPage: 2 })).toBe(
      'toPage must not be before fromPage.',
    );
    expect(await assistant.refused('read_resource', { resourceId: book, cursor: '9999999.1' })).toBe(
      'This document has 3 pages.',
    );
    const file = await insertDocument(portal, { content: '%PDF-1.7 and no more', content_type: 'application/pdf' });
    const damaged = (await insertResource(portal.database, { file_id: file.id })).id;
    expect(await assistant.refused('read_resource', { resourceId: damaged })).toContain('could not be read as text');
    const notes = await insertResource(portal.database, { file_id: (await insertDocument(portal)).id });
    expect(await read({ resourceId: notes.id })).toMatchObject({ passages: [], explanation: expect.any(String) });
  });
});

describe('reading', () => {
  it('MCP-03 reading says that pages have no words, and continues from odd positions', async () => {
    const scans = await insertBook(portal, ['', '']);
    expect(await read({ resourceId: scans })).toMatchObject({ explanation: expect.stringContaining('no words') });
    const resourceId = await article('👩‍👩‍👧‍👦 words');
    for (const cursor of ['0.1', '0.3', '0.99999999', '00.0']) {
      const { passages } = await read({ resourceId, cursor });
      expect([cursor, JSON.stringify(passages).isWellFormed()]).toEqual([cursor, true]);
    }
    expect(await read({ resourceId, cursor: '5.0' })).toMatchObject({ passages: [], nextCursor: null });
    expect(await read({ resourceId, fromPage: 1 })).toMatchObject({ passages: [], nextCursor: null });
  });

  it('MCP-03 many reads at once are answered or asked to wait', async () => {
    const book = await insertBook(portal, numbered(3));
    const readers = await Promise.all(Array.from({ length: 4 }, async () => assistantOf(await portal.member())));
    const replies = await Promise.all(readers.map((own) => own.call('read_resource', { resourceId: book })));
    expect(replies.map(({ result }) => result.isError ?? false)).toEqual(Array(4).fill(false));
  });

  it('MCP-03 an assistant reads the pages n to m with their numbers', async () => {
    const book = await insertBook(portal, numbered(6));
    const some = await read({ resourceId: book, fromPage: 2, toPage: 4 });
    expect(some.passages).toEqual([2, 3, 4].map((page) => ({ page, text: `Words of page ${page}` })));
    expect(some).toMatchObject({ pageCount: 6, nextCursor: null, citation: { page: 2 } });
    expect(pagesOf(await read({ resourceId: book, fromPage: 5, toPage: 1_000_000 }))).toEqual([5, 6]);
    expect(pagesOf(await read({ resourceId: book, cursor: '6.9' }))).toEqual([6]);
  });

  it.each([
    ['plain words', 'Lorem ipsum dolor sit amet. '],
    ['quotes and line breaks', '"\\" \u0007\n\t'],
    ['emoji', '👩‍👩‍👧‍👦 '],
  ])('MCP-04 an answer has at most 50 kB, and its cursor goes on without a gap: %s', async (_, words) => {
    const text = words.repeat(Math.ceil(80_000 / words.length)).trim();
    const resourceId = await article(text);
    let whole = '';
    let cursor: string | null = '0.0';
    let answers = 0;
    while (cursor !== null && answers < 10) {
      const reply: Reply<ReadText> = await assistant.call<ReadText>('read_resource', { resourceId, cursor });
      expect(sizeOf(reply)).toBeLessThanOrEqual(50_000);
      const part = reply.result.structuredContent as ReadText;
      expect(JSON.parse(reply.result.content[0]?.text ?? '')).toEqual(part);
      whole += part.passages.map((one) => one.text).join('');
      cursor = part.nextCursor;
      answers += 1;
    }
    expect(answers).toBeGreaterThan(1);
    expect(text.startsWith(whole.trim().slice(0, 1_000))).toBe(true);
    if (cursor === null) expect(whole).toBe(text);
  });

  it('MCP-04 the largest titles and descriptions fit into the answer of a list', async () => {
    const long = '"🦓'.repeat(100);
    for (let number = 0; number < 10; number += 1) {
      const fields = { title: long, description: '"🦓'.repeat(2_000), tags: Array(20).fill('"🦓'.repeat(20)) };
      await insertResource(portal.database, fields);
    }
    expect(sizeOf(await assistant.call('search_catalogue'))).toBeLessThanOrEqual(50_000);
    const { results } = await assistant.use<{ results: { id: number }[] }>('search_catalogue');
    expect(results).toHaveLength(10);
    const described = await assistant.call('get_resource', { resourceId: results[0]?.id });
    expect([described.result.isError, sizeOf(described) <= 50_000]).toEqual([undefined, true]);
    expect(sizeOf(await assistant.call('list_library', { shelf: 'free' }))).toBeLessThanOrEqual(50_000);
  });

  it('MCP-04 a book cannot be drained in an hour, with any number of keys, and the rest of the catalogue stays open', async () => {
    const book = await insertBook(portal, numbered(100));
    const reader = await portal.member();
    const seen = new Set<number | null>();
    let rejections = 0;
    const readPages = async (own: Assistant, fromPage: number) => {
      const pages = { fromPage, toPage: fromPage + 9 };
      const { result } = await own.call<ReadText>('read_resource', { resourceId: book, ...pages });
      if (result.isError) rejections += 1;
      for (const one of result.structuredContent?.passages ?? []) seen.add(one.page);
    };
    const [first, second] = [await assistantOf(reader), await assistantOf(reader)];
    for (const fromPage of [1, 11, 21, 31]) await readPages(first, fromPage);
    for (const fromPage of [41, 91]) await readPages(second, fromPage);
    expect(await second.refused('fetch', { id: `${book}:90.0` })).toContain('Assistants read a part of a document');
    // A quarter of the pages, rounded up to full responses, whichever keys and tools ask.
    expect([seen.size, rejections]).toEqual([30, 3]);
    const last = await read({ resourceId: book, fromPage: 100 });
    expect(last.passages).toEqual([{ page: 100, text: 'Words of page 100' }]);
  });

  it('MCP-04 a text without pages cannot be drained in an hour, and another member reads on', async () => {
    const words = 'Lorem ipsum dolor sit amet. '.repeat(9_000);
    const resourceId = await article(words);
    const own = await assistantOf(await portal.member());
    let characters = 0;
    let cursor: string | null = '0.0';
    for (let answers = 0; cursor !== null && answers < 20; answers += 1) {
      const { result }: Reply<ReadText> = await own.call<ReadText>('read_resource', { resourceId, cursor });
      if (result.isError) {
        expect(result.content[0]?.text).toContain('Assistants read a part of a document');
        break;
      }
      const { passages, nextCursor } = result.structuredContent as ReadText;
      for (const { text } of passages) characters += text.length;
      cursor = nextCursor;
    }
    // 100 thousand characters, without the last answer that did not fit.
    expect(characters).toBeGreaterThan(70_000);
    expect(characters).toBeLessThanOrEqual(100 * 1024);
    expect((await read({ resourceId })).passages[0]?.text.length).toBeGreaterThan(10_000);
  });

  it('MCP-04 the assistants of a member make 300 reads an hour together, and those of others count apart', async () => {
    const resourceId = await article('Some words');
    const reader = await portal.member();
    const [one, other] = [await assistantOf(reader), await assistantOf(reader)];
    await read({ resourceId }, one);
    const { rowCount } = await portal.database.pool.query('update limit_counters set hits = 298 where key = $1', [
      `mcp-reads-member:${reader.userId}`,
    ]);
    expect(rowCount).toBe(1);
    await read({ resourceId }, one);
    await read({ resourceId }, other);
    for (const own of [one, other]) {
      expect(await own.refused('read_resource', { resourceId })).toContain('Too many');
      expect(await own.refused('fetch', { id: String(resourceId) })).toContain('Too many');
    }
    await one.use('search_catalogue', { query: 'words' });
    await read({ resourceId });
  });

  it('MCP-04 counts reading as access while Activity Tracking is on, and not when it is off', async () => {
    const resourceId = await article('Some words');
    const reader = await portal.member();
    const own = await assistantOf(reader);
    const sessions = async () =>
      (
        await portal.database.pool.query('select resource_id from progress_sessions where user_id = $1', [
          reader.userId,
        ])
      ).rows;
    await reader.patch('/api/user/settings', { activityTracking: false });
    await read({ resourceId }, own);
    expect(await sessions()).toEqual([]);
    await reader.patch('/api/user/settings', { activityTracking: true });
    await own.call('search_catalogue');
    expect(await sessions()).toEqual([]);
    await read({ resourceId }, own);
    expect(await sessions()).toEqual([{ resource_id: resourceId }]);
  });
});
