import { listResourcesOfFile } from '#server/catalogue/catalogue/actions.ts';
import { findUpload } from '#server/catalogue/files/actions.ts';
import { decideVisible, requireAccess } from '#server/commerce/access/actions.ts';
import { recordStep } from '#server/learning/progress/actions.ts';
import { isEditor, type MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { attachmentOf, downloadNameOf } from './rules.ts';
import { findDocumentOfResource, findFileLink, type StoredDocument } from './store.ts';

const pdfType = 'application/pdf';

/**
 * A permitted file. A download is recorded in the progress of `resourceIds`; empty for the viewer, and for editors who
 * open the file by its own URL.
 */
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

/** Returns the file of a resource to which the caller has access now (ACCESS-15). */
export async function getDownload(ctx: MemberContext, resourceId: number): Promise<Download | LinkedDownload> {
  await requireAccess(ctx, resourceId);
  const resourceIds = [resourceId];
  const document = await findDocumentOfResource(ctx.db, resourceId);
  if (document) return { ...downloadOf(document), resourceIds };
  const link = await findFileLink(ctx.db, resourceId);
  if (link === null) throw fail('library.no-file');
  return { link, resourceIds };
}

/**
 * Returns the PDF file of a resource for the viewer. Reading is no download: the progress follows from the page
 * reached.
 */
export async function getPages(ctx: MemberContext, resourceId: number): Promise<Download> {
  await requireAccess(ctx, resourceId);
  const document = await findDocumentOfResource(ctx.db, resourceId);
  if (document?.content_type !== pdfType) throw fail('library.no-pages');
  return downloadOf(document);
}

/**
 * Records a download in the caller's progress with each resource, whichever part of the file was requested (SAFE-01).
 */
export async function recordDownload(
  ctx: MemberContext,
  { resourceIds }: Pick<Download, 'resourceIds'>,
): Promise<void> {
  for (const resourceId of resourceIds) await recordStep(ctx, resourceId, 'downloaded');
}

/**
 * Returns an uploaded file by its own URL: always for editors (`isEditor`), and for members who have access to a
 * resource with this file. For members who see no such resource the file does not exist.
 */
export async function getFileDownload(ctx: MemberContext, fileId: string): Promise<Download> {
  const file = await findUpload(ctx, fileId);
  if (file?.kind !== 'document') throw fail('files.not-found');
  const download = downloadOf({ ...file, title: file.title ?? file.name });
  if (isEditor(ctx.actor)) return download;
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
