import type { Inside } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import type { DrawnPage, PdfDescription } from '#server/platform/files/pdf-reader.ts';
import { claimBlob } from './actions.ts';
import * as pdfs from './pdf-store.ts';
import { addressOf } from './rules.ts';
import { insertFile } from './store.ts';

/** What everyone who sees a resource may know of its PDF: pages, contents, and so many sample pages at most (DETAIL-27). */
export async function describePdf(
  ctx: Context,
  { fileId, samplePages }: { fileId: string; samplePages: number },
): Promise<Inside['document']> {
  const facts = await pdfs.findFacts(ctx.db, fileId, samplePages);
  if (!facts || facts.page_count === null) return null;
  const samples = facts.drawn.map(({ page, image_id, text, width_pixels, height_pixels }) => ({
    page,
    url: addressOf({ id: image_id, kind: 'image' }),
    width: width_pixels ?? 1,
    height: height_pixels ?? 1,
    text,
  }));
  return { pages: facts.page_count, contents: facts.contents, samples };
}

/** Records what a PDF holds; null for one that cannot be read. */
export function recordFacts(ctx: Context, fileId: string, found: PdfDescription | null): Promise<void> {
  return pdfs.insertFacts(ctx.db, { fileId, pages: found?.pages ?? null, contents: found?.contents ?? [] });
}

/** Notes that the pages of a PDF cannot be drawn. */
export function recordUndrawable(ctx: Context, fileId: string): Promise<void> {
  return pdfs.updateUndrawable(ctx.db, fileId);
}

/** Takes drawn pages behind this one away. */
export function removeDrawnAfter(ctx: Context, fileId: string, page: number): Promise<void> {
  return pdfs.deleteDrawnAfter(ctx.db, fileId, page);
}

type KeptPage = { fileId: string; drawn: DrawnPage; imageId: string; bytes: number; sha256: Buffer };

/** Records a drawn page whose picture is stored. */
export async function recordDrawnPage(
  ctx: Context,
  { fileId, drawn, imageId, bytes, sha256 }: KeptPage,
): Promise<void> {
  await insertFile(ctx.db, {
    id: imageId,
    kind: 'image',
    name: `page-${drawn.page}.webp`,
    title: null,
    content_type: 'image/webp',
    bytes,
    sha256,
    uploaded_by: null,
    width_pixels: drawn.size.width,
    height_pixels: drawn.size.height,
  });
  await pdfs.insertDrawn(ctx.db, { file_id: fileId, page: drawn.page, image_id: imageId, text: drawn.text });
  await claimBlob(ctx, imageId);
}
