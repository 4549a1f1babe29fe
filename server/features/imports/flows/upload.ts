import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Import, importFormats, maxImportBytes } from '#contract/imports.ts';
import { announceBlob } from '#server/features/files/actions.ts';
import { cleanName } from '#server/features/files/rules.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { BlobNoRoom, type Blobs, BlobTooLarge } from '#server/platform/files/blobs.ts';
import { createImport } from '../actions.ts';

/** Keeps a file of the catalogue and has it checked; whatever goes wrong leaves no bytes behind. */
export async function uploadImport(
  ctx: MemberFlowContext,
  blobs: Blobs,
  { fileName, source }: { fileName: string; source: Readable },
): Promise<Import> {
  const format = formatOf(fileName);
  if (!format) throw fail('imports.wrong-type');
  const blobId = randomUUID();
  await ctx.transaction((inner) => announceBlob(inner, blobId));
  const { bytes } = await write(blobs, blobId, source);
  try {
    if (bytes === 0) throw fail('files.missing');
    return await ctx.transaction((inner) =>
      createImport(inner, { fileName: cleanName(fileName), format, bytes, blobId }),
    );
  } catch (error) {
    await blobs.remove(blobId);
    throw error;
  }
}

function formatOf(fileName: string): 'csv' | 'json' | null {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const isOf = (format: keyof typeof importFormats) => importFormats[format].some((one) => one === extension);
  if (isOf('csv')) return 'csv';
  return isOf('json') ? 'json' : null;
}

async function write(blobs: Blobs, id: string, source: Readable) {
  try {
    return await blobs.write(id, source, { maxBytes: maxImportBytes });
  } catch (error) {
    if (error instanceof BlobTooLarge) {
      throw fail('files.too-large', { limit: `${maxImportBytes / 1024 / 1024} MB` });
    }
    if (error instanceof BlobNoRoom) throw fail('files.storage-full');
    throw error;
  }
}
