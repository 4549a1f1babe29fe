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

/**
 * Records that bytes will be stored under this id. The caller must call it before storing them, and `claimBlob`
 * afterwards.
 */
export function announceBlob(ctx: Context, id: string): Promise<void> {
  return store.insertUnclaimed(ctx.db, id);
}

/**
 * Removes the record of `announceBlob`. The caller must call it in the transaction that records the bytes, or after
 * removing them.
 */
export function claimBlob(ctx: Context, id: string): Promise<void> {
  return store.deleteUnclaimed(ctx.db, id);
}

/** Records an upload and its uploader, and claims its bytes. The caller must have stored them. */
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

export function findUpload(ctx: Context, id: string): Promise<store.StoredFile | null> {
  return store.findFile(ctx.db, id);
}

/** Returns the kind of each of these uploads by id; unknown ones are missing. Locks them until the transaction ends. */
export async function listUploadKinds(ctx: Context, ids: readonly string[]): Promise<Map<string, FileKind['kind']>> {
  const rows = ids.length === 0 ? [] : await store.listKinds(ctx.db, ids);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Returns an uploaded image. @throws files.not-found also for documents */
export async function getImage(ctx: Context, id: string): Promise<store.StoredFile> {
  const file = await store.findFile(ctx.db, id);
  if (file?.kind !== 'image') throw fail('files.not-found');
  return file;
}

/** Returns the sizes of the uploaded pictures at these URLs; pictures that are not measured yet are missing. */
export async function listPictureSizes(ctx: Context, addresses: readonly string[]): Promise<PictureSizes> {
  const addressById = new Map(addresses.map((address) => [fileIdIn(address)?.id ?? '', address]));
  addressById.delete('');
  if (addressById.size === 0) return {};
  const rows = await store.listSizes(ctx.db, [...addressById.keys()]);
  return Object.fromEntries(rows.map(({ id, width, height }) => [addressById.get(id) ?? '', { width, height }]));
}

/** Records the size of a picture; an earlier size remains. */
export function recordSize(ctx: Context, id: string, size: Size): Promise<void> {
  return store.updateSize(ctx.db, id, size);
}

/**
 * Returns the public data of a PDF: number of pages, contents, and at most `samplePages` sample pages (DETAIL-27). Null
 * before the PDF is read, and for one that could not be read.
 */
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

/** Records the contents of a PDF; null for a PDF that takes too long or too much memory. */
export function recordFacts(ctx: Context, fileId: string, found: PdfDescription | null): Promise<void> {
  return store.insertFacts(ctx.db, { fileId, ...(found ?? { pages: null, contents: [], problem: 'unreadable' }) });
}

/** Returns the data of an uploaded document for its publisher. @throws files.not-found */
export async function getUpload(ctx: Context, id: string): Promise<UploadedFile> {
  const file = await store.findDocument(ctx.db, id);
  if (!file) throw fail('files.not-found');
  return { name: file.name, bytes: file.bytes, warning: warningOf(file.problem) };
}

/** Returns the warning about a PDF; null without a problem. */
export function warningOf(problem: string | null): string | null {
  // A node of the next version may have recorded a problem that this version does not know.
  return problem === null ? null : (new Map<string, string>(Object.entries(pdfProblems)).get(problem) ?? null);
}

export function recordUndrawable(ctx: Context, fileId: string): Promise<void> {
  return store.updateUndrawable(ctx.db, fileId);
}

/** Removes the drawn pages of a PDF after `page`. */
export function removeDrawnAfter(ctx: Context, fileId: string, page: number): Promise<void> {
  return store.deleteDrawnAfter(ctx.db, fileId, page);
}

type KeptPage = { fileId: string; drawn: DrawnPage; imageId: string; bytes: number; sha256: Buffer };

/** Records a drawn page and claims its picture's bytes. The caller must have stored them. */
export async function recordRenderedPage(
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
