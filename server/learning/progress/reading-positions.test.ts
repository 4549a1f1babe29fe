import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { OwnProgress } from '#contract/learning/progress.ts';
import type { Client } from '#tests/support/client.ts';
import { insertDocument, insertGrant, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let book: number;
beforeAll(async () => {
  portal = await createTestPortal();
  book = (await withPdf()).id;
});
afterAll(() => portal.close());

const withPdf = async (fields: Parameters<typeof insertResource>[1] = {}) => {
  const { id } = await insertDocument(portal, { name: 'book.pdf', content_type: 'application/pdf' });
  return insertResource(portal.database, { type: 'book', file_id: id, ...fields });
};
const put = (client: Client, resourceId: number, readingPosition: unknown) =>
  client.put(`/api/resources/${resourceId}/reading-position`, readingPosition as object);
const page = (position: number, length = 40) => ({ unit: 'page', position, length });
const progress = async (client: Client, id: number) =>
  (await client.get<OwnProgress | null>(`/api/resources/${id}/progress`)).body;
const kept = async () =>
  (await portal.database.pool.query('select * from reading_positions order by session_id, unit')).rows;

describe('who is refused', () => {
  it('PERM-01 refuses a reading position from visitors, and members without access; nothing is recorded', async () => {
    const [before, member] = [await kept(), await portal.member()];
    const bought = await withPdf({ access_type: 'purchase', price_minor: 1999 });
    const draft = await withPdf({ is_published: false });
    expect((await put(portal.visitor(), book, page(2))).status).toBe(401);
    expect((await put(member, bought.id, page(2))).body.code).toBe('access.required');
    expect((await put(member, draft.id, page(2))).status).toBe(404);
    expect((await put(member, 2147483647, page(2))).status).toBe(404);
    expect([await kept(), await progress(member, bought.id)]).toEqual([before, null]);
  });

  it('refuses reading positions of another shape, and in a unit that the resource does not have', async () => {
    const [before, member] = [await kept(), await portal.member()];
    const wrong = [
      {},
      { ...page(2), unit: 'mile' },
      page(-1),
      page(1.5),
      page(1, 0),
      page(1, 1_000_001),
      { unit: 'page', position: '2', length: '40' },
      { unit: 'page', position: null, length: 40 },
    ];
    for (const readingPosition of wrong)
      expect([readingPosition, (await put(member, book, readingPosition)).status]).toEqual([readingPosition, 400]);
    const noFile = (await insertResource(portal.database)).id;
    expect((await put(member, noFile, page(2))).body.code).toBe('progress.no-reading-position');
    expect((await put(member, book, { unit: 'second', position: 2, length: 4 })).status).toBe(409);
    expect([await kept(), await progress(member, book)]).toEqual([before, null]);
  });
});

describe('a reading position', () => {
  it('a reading position is the last one, while the progress stays at the farthest', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    expect((await put(member, book, page(20))).body).toMatchObject({
      completionPercentage: 50,
      readingPositions: [page(20)],
    });
    expect((await put(member, book, page(3))).body).toMatchObject({
      completionPercentage: 50,
      readingPositions: [page(3)],
    });
    expect(await progress(member, book)).toMatchObject({ isFinished: false, readingPositions: [page(3)] });
    expect(await progress(other, book)).toBeNull();
  });

  it('beyond the end is the end, and the end finishes the resource', async () => {
    const member = await portal.member();
    expect((await put(member, book, page(99))).body).toMatchObject({
      completionPercentage: 100,
      isFinished: true,
      readingPositions: [page(40)],
    });
    expect((await put(member, book, page(1))).body).toMatchObject({ completionPercentage: 100, isFinished: true });
  });

  it('a reading position is offered to go on with again when the member calls the resource not finished', async () => {
    const member = await portal.member();
    await put(member, book, page(40));
    const back = await member.put(`/api/resources/${book}/finished`, { isFinished: false });
    expect(back.body).toMatchObject({ completionPercentage: 99, isFinished: false, readingPositions: [page(40)] });
    expect((await put(member, book, page(40))).body).toMatchObject({ isFinished: true });
  });

  it('a reading position is kept for each way of going through a resource, the latest first', async () => {
    const member = await portal.member();
    const { id } = await withPdf({ instructional_video_url: 'https://vimeo.com/76979871' });
    await put(member, id, page(10));
    const video = { unit: 'second', position: 250, length: 750 };
    expect((await put(member, id, video)).body).toMatchObject({
      completionPercentage: 25,
      readingPositions: [video, page(10)],
    });
    const { body } = await member.get<LibraryEntry[]>('/api/user/library/unfinished');
    expect(body).toMatchObject([{ resource: { id }, progress: { completionPercentage: 25, readingPosition: video } }]);
  });

  it('a reading position stays when the access has gone, and is not changed without it', async () => {
    const member: Member = await portal.member();
    const { id } = await withPdf({ access_type: 'purchase', price_minor: 1999 });
    const grant = await insertGrant(portal.database, { userId: member.userId, resourceId: id });
    await put(member, id, page(12));
    await portal.database.pool.query('update access_grants set is_active = false where id = $1', [grant.id]);
    expect((await put(member, id, page(30))).status).toBe(403);
    expect(await progress(member, id)).toMatchObject({ completionPercentage: 30, readingPositions: [page(12)] });
  });

  it('a reading position is kept once however many calls come at the same time', async () => {
    const member = await portal.member();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(member, book, page(index + 1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const found = await progress(member, book);
    expect([found?.completionPercentage, found?.readingPositions.length]).toEqual([20, 1]);
  });
});
