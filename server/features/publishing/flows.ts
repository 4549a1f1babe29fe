import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { announceCatalogueChange } from '#server/features/catalogue/version-actions.ts';
import { announceBlob } from '#server/features/files/actions.ts';
import {
  recordDrawnPage,
  recordFacts,
  recordUndrawable,
  removeDrawnAfter,
} from '#server/features/files/pdf-actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { BlobMissing, type Blobs } from '#server/platform/files/blobs.ts';
import { type DrawnPage, type PdfReader, withPdfReader } from '#server/platform/files/pdf-reader.ts';
import { listUnreadPdfs, listWantedPages } from './pdf-actions.ts';

/**
 * Reads the PDFs of resources that are not read yet and draws the sample pages that are missing (DETAIL-27). A file with
 * missing bytes stays unread: a backup may bring them back. Safe to run twice, also at once.
 */
export async function readPdfs(ctx: FlowContext, blobs: Blobs): Promise<void> {
  await withPdfReader(async (reader) => {
    const isChanged = [await describeAll(ctx, blobs, reader), await drawAll(ctx, blobs, reader)].includes(true);
    if (isChanged) await ctx.transaction(announceCatalogueChange);
  });
}

async function describeAll(ctx: FlowContext, blobs: Blobs, reader: PdfReader): Promise<boolean> {
  let isChanged = false;
  let ids = await listUnreadPdfs(ctx, null);
  while (ids.length > 0) {
    for (const id of ids) {
      const found = await withCopy(blobs, id, (path) => reader.describe(path));
      if (found === 'missing') continue;
      await ctx.transaction((inner) => recordFacts(inner, id, found));
      isChanged = true;
    }
    ids = await listUnreadPdfs(ctx, ids.at(-1) ?? null);
  }
  return isChanged;
}

async function drawAll(ctx: FlowContext, blobs: Blobs, reader: PdfReader): Promise<boolean> {
  let isChanged = false;
  for (const { fileId, wanted, drawn } of await listWantedPages(ctx)) {
    if (wanted < drawn) await ctx.transaction((inner) => removeDrawnAfter(inner, fileId, wanted));
    else if (!(await drawMore(ctx, blobs, reader, { fileId, wanted, drawn }))) continue;
    isChanged = true;
  }
  return isChanged;
}

type Missing = { fileId: string; wanted: number; drawn: number };

async function drawMore(ctx: FlowContext, blobs: Blobs, reader: PdfReader, { fileId, wanted, drawn }: Missing) {
  const numbers = Array.from({ length: wanted - drawn }, (_, index) => drawn + index + 1);
  const pages = await withCopy(blobs, fileId, (path) => reader.draw(path, numbers));
  if (pages === 'missing') return false;
  if (pages === null) await ctx.transaction((inner) => recordUndrawable(inner, fileId));
  for (const page of pages ?? []) await keep(ctx, blobs, fileId, page);
  return true;
}

async function keep(ctx: FlowContext, blobs: Blobs, fileId: string, drawn: DrawnPage): Promise<void> {
  const imageId = randomUUID();
  await ctx.transaction((inner) => announceBlob(inner, imageId));
  const source = Readable.from([Buffer.from(drawn.image)]);
  const written = await blobs.write(imageId, source, { maxBytes: drawn.image.length });
  await ctx.transaction((inner) => recordDrawnPage(inner, { fileId, drawn, imageId, ...written }));
}

/** Runs `work` with the path of a local copy of a file; it is deleted afterwards. */
async function withCopy<Result>(
  blobs: Blobs,
  id: string,
  work: (path: string) => Promise<Result>,
): Promise<Result | 'missing'> {
  try {
    const copy = await blobs.receive(await blobs.open(id), { maxBytes: Number.POSITIVE_INFINITY });
    return await work(copy.path).finally(() => copy.drop());
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    throw error;
  }
}
