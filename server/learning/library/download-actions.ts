import { listResourcesOfFile } from '#server/catalogue/catalogue/actions.ts';
import { findUpload } from '#server/catalogue/files/actions.ts';
import { decideVisible, requireAccess } from '#server/commerce/access/actions.ts';
import { recordStep } from '#server/learning/progress/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { attachmentOf, downloadNameOf } from './rules.ts';
import { findDocumentOfResource, findFileLink, type StoredDocument } from './store.ts';

const pdfType = 'application/pdf';

/** What may be sent now: where the bytes are, how they are announced, and the resources whose file it is to the caller. */
export type Download = {
  resourceIds: number[];
  blobId: string;
  bytes: number;
  contentType: string;
  disposition: string;
  etag: string;
};

/** A file on another site. */
export type LinkedDownload = Pick<Download, 'resourceIds'> & { link: string };

/** The file of a resource that the caller has access to at this moment (ACCESS-15). */
export async function getDownload(ctx: MemberContext, resourceId: number): Promise<Download | LinkedDownload> {
  await requireAccess(ctx, resourceId);
  const resourceIds = [resourceId];
  const document = await findDocumentOfResource(ctx.db, resourceId);
  if (document) return { ...downloadOf(document), resourceIds };
  const link = await findFileLink(ctx.db, resourceId);
  if (link === null) throw fail('library.no-file');
  return { link, resourceIds };
}

/** The PDF file of a resource for the viewer. Reading is no download: the progress follows from the page reached. */
export async function getPages(ctx: MemberContext, resourceId: number): Promise<Download> {
  await requireAccess(ctx, resourceId);
  const document = await findDocumentOfResource(ctx.db, resourceId);
  if (document?.content_type !== pdfType) throw fail('library.no-pages');
  return downloadOf(document);
}

/** A download moves the caller's progress with its resource, whatever part of the file was asked for (SAFE-01). */
export async function recordDownload(
  ctx: MemberContext,
  { resourceIds }: Pick<Download, 'resourceIds'>,
): Promise<void> {
  for (const resourceId of resourceIds) await recordStep(ctx, resourceId, 'downloaded');
}

/**
 * An upload by its own address: for administrators always, for members when a resource with this file opens for them.
 * To members who see no such resource it does not exist.
 */
export async function getFileDownload(ctx: MemberContext, fileId: string): Promise<Download> {
  const file = await findUpload(ctx, fileId);
  if (file?.kind !== 'document') throw fail('files.not-found');
  const download = downloadOf({ ...file, title: file.title ?? file.name });
  if (ctx.actor.role === 'administrator') return download;
  const decisions = await decideVisible(ctx, await listResourcesOfFile(ctx, fileId));
  if (decisions.length === 0) throw fail('files.not-found');
  const resourceIds = decisions.filter(({ hasAccess }) => hasAccess).map(({ id }) => id);
  if (resourceIds.length === 0) throw fail('access.required');
  return { ...download, resourceIds };
}

function downloadOf({ id, bytes, content_type, title, name, sha256 }: StoredDocument): Download {
  return {
    resourceIds: [],
    blobId: id,
    bytes,
    contentType: content_type,
    disposition: attachmentOf(downloadNameOf({ title, storedName: name })),
    etag: `"${sha256.toString('base64url')}"`,
  };
}
