import type { Inside } from '#contract/catalogue/catalogue.ts';
import { type PictureSizes, pdfProblems, type UploadedFile } from '#contract/catalogue/files.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { DrawnPage, PdfDescription } from '#server/platform/files/pdf-reader.ts';
import { addressOf, type FileKind, fileIdIn } from './rules.ts';
import * as store from './store.ts';

type Size = { width: number; height: number };

type StoredUpload = {
  id: string;
  bytes: number;
  sha256: Buffer;
  kind: FileKind['kind'];
  name: string;
  contentType: string;
  title: string | null;
  /** In pixels; null for documents. */
  size: Size | null;
};

/** Before bytes are stored under this id: notes them until `claimBlob`. */
export function announceBlob(ctx: Context, id: string): Promise<void> {
  return store.insertUnclaimed(ctx.db, id);
}

/** In the transaction that records bytes, or after they were removed: ends the note of `announceBlob`. */
export function claimBlob(ctx: Context, id: string): Promise<void> {
  return store.deleteUnclaimed(ctx.db, id);
}

/** Records an upload and who made it. */
export async function recordUpload(ctx: Context, file: StoredUpload): Promise<void> {
  const { contentType, size, ...rest } = file;
  await store.insertFile(ctx.db, {
    ...rest,
    content_type: contentType,
    uploaded_by: ctx.actor?.userId ?? null,
    width_pixels: size?.width ?? null,
    height_pixels: size?.height ?? null,
  });
  await claimBlob(ctx, file.id);
  const { kind, name, bytes } = file;
  await audit(ctx, { action: 'upload', object: 'file', objectId: file.id, after: { kind, name, bytes } });
}

/** An upload by its id; null when there is none. */
export function findUpload(ctx: Context, id: string): Promise<store.StoredFile | null> {
  return store.findFile(ctx.db, id);
}

/** What kind each of these uploads is, by id; unknown ones are missing. In a transaction they stay until its end. */
export async function listUploadKinds(ctx: Context, ids: readonly string[]): Promise<Map<string, FileKind['kind']>> {
  const rows = ids.length === 0 ? [] : await store.listKinds(ctx.db, ids);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** An uploaded image; documents are not images and stay unknown here. */
export async function getImage(ctx: Context, id: string): Promise<store.StoredFile> {
  const file = await store.findFile(ctx.db, id);
  if (file?.kind !== 'image') throw fail('files.not-found');
  return file;
}

/** How large the uploaded pictures at these addresses are; those not measured yet are missing. */
export async function listPictureSizes(ctx: Context, addresses: readonly string[]): Promise<PictureSizes> {
  const addressById = new Map(addresses.map((address) => [fileIdIn(address)?.id ?? '', address]));
  addressById.delete('');
  if (addressById.size === 0) return {};
  const rows = await store.listSizes(ctx.db, [...addressById.keys()]);
  return Object.fromEntries(rows.map(({ id, width, height }) => [addressById.get(id) ?? '', { width, height }]));
}

/** The ids of pictures without a known size, one batch after the given id. */
export function listUnmeasured(ctx: Context, afterId: string | null): Promise<string[]> {
  return store.listUnmeasured(ctx.db, { afterId, limit: 100 });
}

/** Records how large a picture is; what was recorded before stays. */
export function recordSize(ctx: Context, id: string, size: Size): Promise<void> {
  return store.updateSize(ctx.db, id, size);
}

/** What everyone who sees a resource may know of its PDF: pages, contents, and so many sample pages at most (DETAIL-27). */
export async function describePdf(
  ctx: Context,
  { fileId, samplePages }: { fileId: string; samplePages: number },
): Promise<Inside['document']> {
  const facts = await store.findFacts(ctx.db, fileId, samplePages);
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

/** Records what a PDF holds; null for one that takes too long or too much memory. */
export function recordFacts(ctx: Context, fileId: string, found: PdfDescription | null): Promise<void> {
  return store.insertFacts(ctx.db, { fileId, ...(found ?? { pages: null, contents: [], problem: 'unreadable' }) });
}

/** An uploaded document for its publisher. @throws files.not-found */
export async function getUpload(ctx: Context, id: string): Promise<UploadedFile> {
  const file = await store.findDocument(ctx.db, id);
  if (!file) throw fail('files.not-found');
  return { name: file.name, bytes: file.bytes, warning: warningOf(file.problem) };
}

/** The warning about a PDF; null without a problem. */
export function warningOf(problem: string | null): string | null {
  // A node of the next version may have recorded a problem that is not known here.
  return problem === null ? null : (new Map<string, string>(Object.entries(pdfProblems)).get(problem) ?? null);
}

/** Notes that the pages of a PDF cannot be drawn. */
export function recordUndrawable(ctx: Context, fileId: string): Promise<void> {
  return store.updateUndrawable(ctx.db, fileId);
}

/** Takes drawn pages behind this one away. */
export function removeDrawnAfter(ctx: Context, fileId: string, page: number): Promise<void> {
  return store.deleteDrawnAfter(ctx.db, fileId, page);
}

type KeptPage = { fileId: string; drawn: DrawnPage; imageId: string; bytes: number; sha256: Buffer };

/** Records a drawn page whose picture is stored. */
export async function recordDrawnPage(
  ctx: Context,
  { fileId, drawn, imageId, bytes, sha256 }: KeptPage,
): Promise<void> {
  await store.insertFile(ctx.db, {
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
  await store.insertDrawn(ctx.db, { file_id: fileId, page: drawn.page, image_id: imageId, text: drawn.text });
  await claimBlob(ctx, imageId);
}
