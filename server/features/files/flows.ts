import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Upload } from '#contract/files.ts';
import { BlobNoRoom, type Blobs, BlobTooLarge } from '#server/platform/blobs.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { inspectDocument } from '#server/platform/files/documents.ts';
import { recordUpload } from './actions.ts';
import { addressOf, cleanName, type FileKind, kindOf } from './rules.ts';

type Incoming = {
  fileName: string;
  source: Readable;
  /** Read after the file: browsers may send the title behind it. */
  title: () => Promise<string | null>;
};

type Written = { id: string; bytes: number; sha256: Buffer };

/**
 * Takes an upload in: stored under a name of our own, compared with what its name claims, images written anew, then
 * recorded. Whatever goes wrong leaves no bytes behind.
 */
export async function upload(
  ctx: MemberFlowContext,
  blobs: Blobs,
  { fileName, source, title }: Incoming,
): Promise<Upload> {
  const kind = kindOf(fileName);
  if (!kind) throw fail('files.wrong-type');
  const received = await write(blobs, source, kind);
  let written = received;
  try {
    if (received.bytes === 0) throw fail('files.missing');
    // The form is read to its end before a picture waits for its turn: a request may not take long to arrive.
    const given = await title();
    written = kind.kind === 'image' ? await anew(blobs, received, kind) : await inspected(blobs, received, kind);
    const row = {
      ...written,
      kind: kind.kind,
      name: cleanName(fileName),
      contentType: kind.contentType,
      title: given,
    };
    await ctx.transaction((inner) => recordUpload(inner, row));
  } catch (error) {
    await blobs.remove(received.id);
    await blobs.remove(written.id);
    throw error;
  }
  return { success: true, fileUrl: addressOf({ id: written.id, kind: kind.kind }), message: 'File uploaded' };
}

async function write(blobs: Blobs, source: Readable, { maxBytes }: FileKind): Promise<Written> {
  const id = randomUUID();
  try {
    return { id, ...(await blobs.write(id, source, { maxBytes })) };
  } catch (error) {
    if (error instanceof BlobTooLarge) throw fail('files.too-large', { limit: `${maxBytes / 1024 / 1024} MB` });
    if (error instanceof BlobNoRoom) throw fail('files.disk-full');
    throw error;
  }
}

async function inspected(blobs: Blobs, file: Written, { extension }: FileKind): Promise<Written> {
  const verdict = await inspectDocument(blobs.localPath(file.id), extension);
  if (verdict === 'wrong-content') throw fail('files.wrong-content');
  if (verdict === 'unsafe') throw fail('files.unsafe');
  return file;
}

async function anew(blobs: Blobs, file: Written, kind: FileKind): Promise<Written> {
  // Loaded by the first picture: what draws them takes ten megabytes of memory.
  const { rewriteImage } = await import('#server/platform/files/images.ts');
  const image = await rewriteImage(blobs.localPath(file.id), kind.extension);
  if (!image) throw fail('files.wrong-content');
  const rewritten = await write(blobs, Readable.from([image]), { ...kind, maxBytes: Number.POSITIVE_INFINITY });
  await blobs.remove(file.id);
  return rewritten;
}
