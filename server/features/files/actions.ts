import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { FileKind } from './rules.ts';
import { findFile, insertFile, listKinds, type StoredFile } from './store.ts';

type StoredUpload = {
  id: string;
  bytes: number;
  sha256: Buffer;
  kind: FileKind['kind'];
  name: string;
  contentType: string;
  title: string | null;
};

/** Records an upload and who made it. */
export async function recordUpload(ctx: Context, file: StoredUpload): Promise<void> {
  const { contentType, ...rest } = file;
  await insertFile(ctx.db, { ...rest, content_type: contentType, uploaded_by: ctx.actor?.userId ?? null });
  const { kind, name, bytes } = file;
  await audit(ctx, { action: 'upload', object: 'file', objectId: file.id, after: { kind, name, bytes } });
}

/** An upload by its id; null when there is none. */
export function findUpload(ctx: Context, id: string): Promise<StoredFile | null> {
  return findFile(ctx.db, id);
}

/** What kind each of these uploads is, by id; unknown ones are missing. */
export async function listUploadKinds(ctx: Context, ids: readonly string[]): Promise<Map<string, FileKind['kind']>> {
  const rows = ids.length === 0 ? [] : await listKinds(ctx.db, ids);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** An uploaded image; documents are not images and stay unknown here. */
export async function getImage(ctx: Context, id: string): Promise<StoredFile> {
  const file = await findFile(ctx.db, id);
  if (file?.kind !== 'image') throw fail('files.not-found');
  return file;
}
