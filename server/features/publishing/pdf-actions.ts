import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './pdf-store.ts';

/** Has the PDFs of resources read, and their sample pages drawn, soon. */
export function readPdfsSoon(ctx: Context): Promise<void> {
  return enqueue(ctx.db, 'read-pdfs', {}, { key: 'read-pdfs' });
}

/** The next PDFs to be read, by id. */
export function listUnreadPdfs(ctx: Context, afterId: string | null): Promise<string[]> {
  return store.listUnreadPdfs(ctx.db, { afterId, limit: 50 });
}

/** PDFs whose sample pages are to be drawn or taken away. */
export function listWantedPages(ctx: Context): Promise<store.WantedPages[]> {
  return store.listWantedPages(ctx.db);
}
