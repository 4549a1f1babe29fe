import type { MemberNote } from '#contract/identity/accounts-admin.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as store from './note-store.ts';
import { lockUsers } from './store.ts';
import { getUser } from './user-actions.ts';

/** Lists the notes of administrators about a member (ADM-USER-20). @throws accounts.not-found */
export async function listNotes(ctx: Context, userId: number): Promise<MemberNote[]> {
  await getUser(ctx, userId);
  return (await store.listNotes(ctx.db, userId)).map(showNote);
}

/**
 * Adds a note; the audit log records that it was written, not its text.
 * @throws accounts.not-found, accounts.too-many-notes
 */
export async function addNote(ctx: MemberContext, userId: number, text: string): Promise<MemberNote> {
  await getUser(ctx, userId);
  // Locks the member, so that notes that are added at the same time cannot exceed the maximum.
  await lockUsers(ctx.db, [userId]);
  const row = await store.insertNote(ctx.db, { userId, authorId: ctx.actor.userId, text });
  if (!row) throw fail('accounts.too-many-notes');
  await audit(ctx, { action: 'create', object: 'note', objectId: row.id, memberId: userId });
  return showNote(row);
}

/** Deletes a note. @throws accounts.no-note */
export async function removeNote(ctx: MemberContext, userId: number, noteId: number): Promise<void> {
  if (!(await store.deleteNote(ctx.db, userId, noteId))) throw fail('accounts.no-note');
  await audit(ctx, { action: 'delete', object: 'note', objectId: noteId, memberId: userId });
}

function showNote({ id, text, author, created_at }: store.NoteRow): MemberNote {
  return { id, text, author, createdAt: created_at.toISOString() };
}
