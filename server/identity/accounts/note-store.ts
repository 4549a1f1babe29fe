import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Note = Selectable<Tables['member_notes']>;
export type NoteRow = Pick<Note, 'id' | 'text' | 'created_at'> & { author: string };

/** Maximum number of notes about a member. */
const mostNotes = 200;

export async function listNotes(db: Db, userId: number): Promise<NoteRow[]> {
  return db.prepared<NoteRow>(
    'accounts.list_notes',
    `select n.id, n.text, n.created_at, a.first_name || ' ' || a.last_name as author
     from member_notes n join users a on a.id = n.author_id where n.user_id = $1 order by n.id desc`,
    [userId],
  );
}

type NewNote = { userId: number; authorId: number; text: string };

/** Adds a note; null when the member has the maximum number. The caller must have locked the member. */
export async function insertNote(db: Db, { userId, authorId, text }: NewNote): Promise<NoteRow | null> {
  const { rows } = await sql<NoteRow>`
    with added as (
      insert into member_notes (user_id, author_id, text) select ${userId}, ${authorId}, ${text}
      where (select count(*) from member_notes where user_id = ${userId}) < ${mostNotes}
      returning id, text, created_at, author_id)
    select added.id, added.text, added.created_at, a.first_name || ' ' || a.last_name as author
    from added join users a on a.id = added.author_id`.execute(db.kysely);
  return rows[0] ?? null;
}

/** Deletes a note about a member; false when there is none of this id. */
export async function deleteNote(db: Db, userId: number, noteId: number): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('member_notes')
    .where('id', '=', noteId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
