import { fileErrors } from '#contract/catalogue/file-errors.ts';
import { documentExtensions, imageExtensions, maxDocumentBytes, maxImageBytes } from '#contract/catalogue/files.ts';

/** Documents are downloaded by members; images are shown. */
export type UploadKind = 'document' | 'image';

const limits: Record<UploadKind, { extensions: readonly string[]; maxBytes: number }> = {
  document: { extensions: documentExtensions, maxBytes: maxDocumentBytes },
  image: { extensions: imageExtensions, maxBytes: maxImageBytes },
};

/** File types for the browser's file dialog (UPLOAD-02, UPLOAD-03). */
export const offeredFiles: Record<UploadKind, string> = {
  document: documentExtensions.map((extension) => `.${extension}`).join(','),
  image: 'image/jpeg,image/png,image/gif,image/webp',
};

export const fileHints: Record<UploadKind, string> = {
  document: 'PDF, Word, Excel, PowerPoint, ZIP or text, at most 50 MB',
  image: 'JPG, PNG, GIF or WebP, at most 10 MB',
};

/** Messages of a failed upload without a reason from the server (UPLOAD-06). */
export const uploadFailures = {
  document: 'Failed to upload file. Please try again.',
  image: 'Failed to upload image. Please try again.',
  featuredImage: 'There was an error uploading your image.',
};

/**
 * Returns the server's own sentence for a file that it would reject; null when the file can be sent. The server checks
 * again, including the content.
 */
export function rejectionOf(kind: UploadKind, { name, size }: { name: string; size: number }): string | null {
  const { extensions, maxBytes } = limits[kind];
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension)) return fileErrors['files.wrong-type'].message;
  if (size === 0) return fileErrors['files.empty'].message;
  if (size > maxBytes) return fileErrors['files.too-large'].message.replace('{limit}', `${maxBytes / 1024 / 1024} MB`);
  return null;
}

/** Returns "Image uploaded" or "3 images uploaded". */
export function uploadedWords(kind: UploadKind, count: number): string {
  const name = kind === 'image' ? 'image' : 'file';
  return count === 1 ? `${name === 'image' ? 'Image' : 'File'} uploaded` : `${count} ${name}s uploaded`;
}

/** Returns the current images in the order of an earlier list; images that were added since come last. */
export function inOrderOf<Image extends { url: string }>(
  ordered: readonly { url: string }[],
  images: readonly Image[],
): Image[] {
  const places = new Map(ordered.map(({ url }, place) => [url, place]));
  const placeOf = ({ url }: Image) => places.get(url) ?? ordered.length;
  return images.toSorted((one, other) => placeOf(one) - placeOf(other));
}
