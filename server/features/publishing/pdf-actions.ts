import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './pdf-store.ts';

/** What the job that reads PDFs goes on after; null for the beginning. */
export type ReadingOn = { afterId: string | null };

/** Has the PDFs of resources read, and their sample pages drawn, soon. */
export function readPdfsSoon(ctx: Context, after: ReadingOn = { afterId: null }): Promise<void> {
  return enqueue(ctx.db, 'read-pdfs', after, { key: 'read-pdfs' });
}

/** The next PDFs to be read or drawn, by id. */
export function listPdfsToRead(ctx: Context, page: ReadingOn & { limit: number }): Promise<string[]> {
  return store.listPdfsToRead(ctx.db, page);
}

/** How many sample pages of a PDF are wanted and drawn; null when there are none to draw. */
export function findSamplePages(ctx: Context, fileId: string): Promise<store.SamplePages | null> {
  return store.findSamplePages(ctx.db, fileId);
}

/** Whether a PDF has been read. */
export function isRead(ctx: Context, fileId: string): Promise<boolean> {
  return store.isRead(ctx.db, fileId);
}
