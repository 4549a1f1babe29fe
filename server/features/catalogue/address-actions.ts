import type { ResourceForm } from '#contract/catalogue-forms.ts';
import { findUpload } from '#server/features/files/actions.ts';
import { fileIdIn } from '#server/features/files/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { isSecureAddress } from './admin-rules.ts';

type Known = { resourceId: number | null; fileId?: string | null };

/**
 * Checks every address of a form: pictures are uploads or https, videos https, the file an upload of ours. The
 * resource's own download address means that its file stays (API-60).
 * @returns the id of the file
 */
export async function checkAddresses(ctx: Context, form: ResourceForm, known: Known): Promise<string | null> {
  const { slideshowImages, instructionalVideoUrl, videoUrl } = form.metadata;
  await checkPicture(ctx, 'Thumbnail', form.thumbnailUrl);
  await checkPicture(ctx, 'Featured image', form.featuredImageUrl);
  for (const slide of slideshowImages) await checkPicture(ctx, 'A slideshow image', slide);
  checkVideo('Instructional video URL', instructionalVideoUrl);
  checkVideo('Video URL', videoUrl);
  checkVideo('Video URL', form.videoUrl);
  return fileOf(ctx, form.fileUrl, known);
}

async function checkPicture(ctx: Context, field: string, address: string | null): Promise<void> {
  if (address === null || isSecureAddress(address)) return;
  const own = fileIdIn(address);
  const file = own?.kind === 'image' ? await findUpload(ctx, own.id) : null;
  if (file?.kind !== 'image') throw fail('catalogue.address-refused', { field });
}

function checkVideo(field: string, address: string | null): void {
  if (address !== null && !isSecureAddress(address)) throw fail('catalogue.address-refused', { field });
}

async function fileOf(
  ctx: Context,
  address: string | null,
  { resourceId, fileId = null }: Known,
): Promise<string | null> {
  if (address === null) return null;
  if (resourceId !== null && address === `/api/resources/${resourceId}/download`) return fileId;
  const own = fileIdIn(address);
  const file = own?.kind === 'document' ? await findUpload(ctx, own.id) : null;
  if (file?.kind !== 'document') throw fail('catalogue.file-unknown');
  return file.id;
}
