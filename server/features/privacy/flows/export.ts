import { randomUUID } from 'node:crypto';
import type { FlowContext } from '#server/platform/context.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { zipOf } from '../archive.ts';
import * as actions from '../export-actions.ts';
import { archiveFiles, mostExportBytes } from '../export-rules.ts';

export type ExportDeps = { blobs: Blobs; portal: actions.Portal };

/** Makes an export that was asked for, and mails the link to it (SET-13, SET-14). Repeating it does no harm. */
export async function makeExport(ctx: FlowContext, { blobs, portal }: ExportDeps, exportId: number): Promise<void> {
  const blobId = randomUUID();
  const begun = await ctx.transaction((inner) => actions.beginExport(inner, exportId, blobId));
  if (!begun) return;
  const { userId, leftBlobId, parts } = begun;
  if (leftBlobId) await blobs.remove(leftBlobId);
  const archive = zipOf(archiveFiles(parts, { productName: portal.productName, madeAt: ctx.now }), ctx.now);
  const { bytes } = await blobs.write(blobId, archive, { maxBytes: mostExportBytes });
  await ctx.transaction((inner) => actions.finishExport(inner, { exportId, userId, bytes, parts, portal }));
}

/** Removes archives whose time is over. */
export async function removeExpiredExports(ctx: FlowContext, { blobs }: Pick<ExportDeps, 'blobs'>): Promise<void> {
  for (const { id, blob_id } of await actions.listExpiredExports(ctx)) {
    if (blob_id) await blobs.remove(blob_id);
    await ctx.transaction((inner) => actions.forgetExport(inner, id));
  }
}
