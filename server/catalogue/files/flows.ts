import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { maxPictureBytes, type Upload } from '#contract/catalogue/files.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Arrival, BlobMissing, BlobNoRoom, type Blobs, BlobTooLarge } from '#server/platform/files/blobs.ts';
import { fetchImage } from '#server/platform/files/fetch-image.ts';
import type { ImageSize } from '#server/platform/files/images.ts';
import { type PdfDescription, withPdfReader } from '#server/platform/files/pdf-reader.ts';
import type { Scanner } from '#server/platform/files/scanner.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Outbound } from '#server/platform/outbound.ts';
import { announceBlob, recordFacts, recordSize, recordUpload, warningOf } from './actions.ts';
import { keepFirstPicture, keepPicture } from './picture-actions.ts';
import { addressOf, cleanName, type FileKind, kindOf } from './rules.ts';
import { listUnmeasured } from './store.ts';

type Incoming = {
  fileName: string;
  source: Readable;
  /** Read after the file, because browsers may send the title behind it. */
  title: () => Promise<string | null>;
};

/** The store of uploads, and the virus scanner; null when the operator has none. */
type UploadDeps = { blobs: Blobs; scanner: Scanner | null };

/**
 * Stores an upload: receives it under a random name, scans it, compares it with its extension, encodes images again,
 * and only then stores and records it. No bytes remain after an error.
 */
export async function upload(
  ctx: MemberFlowContext,
  { blobs, scanner }: UploadDeps,
  { fileName, source, title }: Incoming,
): Promise<Upload> {
  const kind = kindOf(fileName);
  if (!kind) throw fail('files.wrong-type');
  const arrival = await receive(blobs, source, kind);
  let fine: Checked = { file: arrival, size: null };
  try {
    if (arrival.bytes === 0) throw fail('files.empty');
    // The form is read to its end before the scan or the wait for a picture's turn, because a request may not take long
    // to arrive.
    const given = await title();
    // Scanned unchanged, before the portal opens the file.
    await scanner?.check(arrival);
    fine = kind.kind === 'image' ? await anew(blobs, arrival, kind) : await inspected(arrival, kind);
    const id = randomUUID();
    await record(ctx, blobs, { id, kind, ...fine, name: cleanName(fileName), title: given });
    const warning = warningOf(fine.pdf?.problem ?? null);
    return { success: true, fileUrl: addressOf({ id, kind: kind.kind }), message: 'File uploaded', warning };
  } finally {
    await arrival.drop();
    await fine.file.drop();
  }
}

type Checked = { file: Arrival; size: ImageSize | null; pdf?: PdfDescription | null };

/** Time limit in milliseconds, because a publisher waits; the job for resources' PDFs reads a PDF that takes longer. */
const pdfLimitMs = 15_000;

async function receive(blobs: Blobs, source: Readable, { maxBytes }: Pick<FileKind, 'maxBytes'>): Promise<Arrival> {
  try {
    return await blobs.receive(source, { maxBytes });
  } catch (error) {
    if (error instanceof BlobTooLarge) throw fail('files.too-large', { limit: `${maxBytes / 1024 / 1024} MB` });
    throw rejectionOf(error);
  }
}

async function inspected(arrival: Arrival, { extension }: FileKind): Promise<Checked> {
  // Imported on first use, because the document parsers take 10 MB of memory.
  const { inspectDocument } = await import('#server/platform/files/documents.ts');
  const verdict = await inspectDocument(arrival.path, extension);
  if (typeof verdict === 'object') throw fail('files.other-type', { ...verdict, wanted: extension });
  if (verdict !== 'fine') throw fail(`files.${verdict}`);
  if (extension !== 'pdf') return { file: arrival, size: null };
  const limits = { limitMs: pdfLimitMs, patienceMs: pdfLimitMs };
  const pdf = await withPdfReader((reader) => reader.describe(arrival.path), limits);
  return { file: arrival, size: null, pdf };
}

async function anew(blobs: Blobs, arrival: Arrival, kind: FileKind): Promise<Checked> {
  // Imported on first use, because the image library takes 10 MB of memory.
  const { rewriteImage } = await import('#server/platform/files/images.ts');
  const image = await rewriteImage(arrival.path, kind.extension);
  if (typeof image === 'string') throw fail(`files.${image}`);
  if ('found' in image) throw fail('files.other-type', { ...image, wanted: kind.extension });
  const file = await receive(blobs, Readable.from([image.content]), { ...kind, maxBytes: Number.POSITIVE_INFINITY });
  return { file, size: image.size };
}

type Fine = Checked & { id: string; kind: FileKind; name: string; title: string | null };

async function record(
  ctx: MemberFlowContext,
  blobs: Blobs,
  { id, kind, file, size, pdf, name, title }: Fine,
): Promise<void> {
  const { bytes, sha256 } = file;
  const row = { id, bytes, sha256, kind: kind.kind, name, contentType: kind.contentType, title, size };
  await ctx.transaction((inner) => announceBlob(inner, id));
  try {
    await file.keep(id);
    await ctx.transaction(async (inner) => {
      await recordUpload(inner, row);
      if (pdf) await recordFacts(inner, id, pdf);
    });
  } catch (error) {
    await blobs.remove(id);
    throw rejectionOf(error);
  }
}

function rejectionOf(error: unknown): unknown {
  return error instanceof BlobNoRoom ? fail('files.storage-full') : error;
}

/**
 * Measures the pictures that were stored before sizes were recorded. A picture with missing or damaged bytes remains
 * unmeasured, because a backup may restore the bytes.
 */
export async function measurePictures(ctx: FlowContext, blobs: Blobs): Promise<void> {
  const failures = new ItemFailures('Some pictures could not be measured');
  let ids = await listUnmeasured(ctx.db, { afterId: null, limit: 100 });
  while (ids.length > 0) {
    for (const id of ids) {
      await failures.attempt(`file ${id}`, async () => {
        const size = await measured(blobs, id);
        if (size) await ctx.transaction((inner) => recordSize(inner, id, size));
      });
    }
    ids = await listUnmeasured(ctx.db, { afterId: ids.at(-1) ?? null, limit: 100 });
  }
  failures.throwAny();
}

async function measured(blobs: Blobs, id: string): Promise<ImageSize | null> {
  const { measureImage } = await import('#server/platform/files/images.ts');
  try {
    const copy = await blobs.receive(await blobs.open(id), { maxBytes: Number.POSITIVE_INFINITY });
    return await measureImage(copy.path).finally(() => copy.drop());
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}

/** Stores a member's own picture: scans it, encodes it again, and only then stores it. */
export async function uploadPicture(
  ctx: MemberFlowContext,
  { blobs, scanner }: UploadDeps,
  source: Readable,
): Promise<CurrentUser> {
  const arrival = await receive(blobs, source, { maxBytes: maxPictureBytes });
  try {
    if (arrival.bytes === 0) throw fail('files.empty');
    await scanner?.check(arrival);
    const { drawPicture } = await import('#server/platform/files/images.ts');
    const picture = await drawPicture(arrival.path);
    if (!picture) throw fail('files.no-picture');
    return await ctx.transaction((inner) => keepPicture(inner, picture));
  } finally {
    await arrival.drop();
  }
}

/**
 * Fetches a picture from a sign-in provider for a member without one. The caller must have checked the URL when the
 * provider returned it.
 */
export async function fetchPicture(
  ctx: FlowContext,
  outbound: Outbound,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  const content = await fetchImage(outbound, address, { maxBytes: maxPictureBytes });
  if (!content) return;
  const { drawPicture } = await import('#server/platform/files/images.ts');
  const picture = await drawPicture(content);
  if (picture) await ctx.transaction((inner) => keepFirstPicture(inner, userId, picture));
}
