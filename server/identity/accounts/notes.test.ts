import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MemberNote } from '#contract/identity/accounts-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let office: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  office = await portal.administrator();
});
afterAll(() => portal.close());

it('ADM-USER-20 refuses members, empty and long notes, unknown members and the notes of others', async () => {
  const member = await portal.member();
  const other = await portal.member();
  const path = `/api/admin/users/${member.userId}/notes`;
  expect((await member.get(path)).status).toBe(403);
  expect((await member.post(path, { text: 'About me' })).status).toBe(403);
  expect((await office.post(path, { text: ' ' })).body).toMatchObject({ message: 'Note is required' });
  expect((await office.post(path, { text: 'a'.repeat(2001) })).status).toBe(400);
  expect((await office.post('/api/admin/users/999999/notes', { text: 'x' })).status).toBe(404);
  const { body } = await office.post<MemberNote>(path, { text: 'Asked for an invoice' });
  const foreign = await office.delete(`/api/admin/users/${other.userId}/notes/${body.id}`);
  expect(foreign.body).toMatchObject({ code: 'accounts.no-note' });
  expect((await office.get(path)).body).toHaveLength(1);
});

it('ADM-USER-20 notes are shown newest first with their author, and deleted; the log has no text', async () => {
  const { userId } = await portal.member();
  const path = `/api/admin/users/${userId}/notes`;
  const first = await office.post<MemberNote>(path, { text: 'First' });
  await office.post(path, { text: 'Second' });
  const { body } = await office.get<MemberNote[]>(path);
  expect(body.map(({ text }) => text)).toEqual(['Second', 'First']);
  expect(body[0]?.author).not.toBe('');
  expect((await office.delete(`${path}/${first.body.id}`)).status).toBe(200);
  expect((await office.get<MemberNote[]>(path)).body.map(({ text }) => text)).toEqual(['Second']);
  const { rows: log } = await portal.database.pool.query(
    `select action, before, after from audit_log where object = 'note' and member_user_id = $1 order by id`,
    [userId],
  );
  expect(log).toEqual(['create', 'create', 'delete'].map((action) => ({ action, before: null, after: null })));
});

it('ADM-USER-20 a member has 200 notes at most', async () => {
  const { userId } = await portal.member();
  await portal.database.pool.query(
    `insert into member_notes (user_id, author_id, text) select $1, $2, 'Note' from generate_series(1, 200)`,
    [userId, office.userId],
  );
  const full = await office.post(`/api/admin/users/${userId}/notes`, { text: 'One more' });
  expect(full.body).toMatchObject({ code: 'accounts.too-many-notes' });
});

it('ADM-USER-20 notes that are written at the same time leave a member with 200 at most', async () => {
  const { userId } = await portal.member();
  await portal.database.pool.query(
    `insert into member_notes (user_id, author_id, text) select $1, $2, 'Note' from generate_series(1, 198)`,
    [userId, office.userId],
  );
  const write = () => office.post<MemberNote>(`/api/admin/users/${userId}/notes`, { text: 'One more' });
  const replies = await Promise.all(Array.from({ length: 8 }, write));
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(2);
  expect((await office.get<MemberNote[]>(`/api/admin/users/${userId}/notes`)).body).toHaveLength(200);
});
