import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import {
  announceBlob,
  recordFacts,
  recordRenderedPage,
  recordUndrawable,
  removeDrawnAfter,
} from '#server/catalogue/files/actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { BlobMissing, type Blobs } from '#server/platform/files/blobs.ts';
import { type DrawnPage, type PdfReader, withPdfReader } from '#server/platform/files/pdf-reader.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { ReadingOn } from './actions.ts';
import { findSamplePages, isRead, listPdfsToRead } from './store.ts';

/** Number of files in a batch. */
const batch = 50;

/**
 * Reads the unread PDFs of resources and draws the missing sample pages (DETAIL-27). A file with missing bytes remains
 * unread, because a backup may restore them. A failing file delays no other. Safe to run twice, also at the same time.
 * @param stopping ends the work between two files
 * @returns where to continue when it was stopped; null at the end
 */
export async function readPdfs(
  ctx: FlowContext,
  { blobs, stopping }: { blobs: Blobs; stopping?: AbortSignal | undefined },
  { afterId }: ReadingOn,
): Promise<ReadingOn | null> {
  const failures = new ItemFailures('Some PDFs could not be read');
  let after = afterId;
  for (let ids = await next(ctx, after); ids.length > 0; ids = await next(ctx, after)) {
    let isChanged = false;
    await withPdfReader(async (reader) => {
      for (const id of ids) {
        if (stopping?.aborted) return;
        await failures.attempt(`file ${id}`, async () => {
          if (await readPdf(ctx, { blobs, reader }, id)) isChanged = true;
        });
        after = id;
      }
    });
    if (isChanged) await ctx.transaction(announceCatalogueChange);
    if (stopping?.aborted) return { afterId: after };
  }
  failures.throwAny();
  return null;
}

const next = (ctx: FlowContext, afterId: string | null) => listPdfsToRead(ctx.db, { afterId, limit: batch });

type Reading = { blobs: Blobs; reader: PdfReader };

async function readPdf(ctx: FlowContext, { blobs, reader }: Reading, id: string): Promise<boolean> {
  const isKnown = await isRead(ctx.db, id);
  if (!isKnown) {
    const found = await withCopy(blobs, id, (path) => reader.describe(path));
    if (found === 'missing') return false;
    await ctx.transaction((inner) => recordFacts(inner, id, found));
  }
  const pages = await findSamplePages(ctx.db, id);
  if (!pages || pages.wanted === pages.drawn) return !isKnown;
  return (await drawPages(ctx, { blobs, reader }, { fileId: id, ...pages })) || !isKnown;
}

type Pages = { fileId: string; wanted: number; drawn: number };

async function drawPages(ctx: FlowContext, { blobs, reader }: Reading, { fileId, wanted, drawn }: Pages) {
  if (wanted < drawn) {
    await ctx.transaction((inner) => removeDrawnAfter(inner, fileId, wanted));
    return true;
  }
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
  await ctx.transaction((inner) => recordRenderedPage(inner, { fileId, drawn, imageId, ...written }));
}

/** Runs `work` with the path of a local copy of a file, and deletes the copy afterwards. */
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
