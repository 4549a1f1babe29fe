import { fileErrors } from '#contract/catalogue/file-errors.ts';
import { documentExtensions, imageExtensions, maxDocumentBytes, maxImageBytes } from '#contract/catalogue/files.ts';

/** Members download documents and see images. */
export type UploadKind = 'document' | 'image';

const limits: Record<UploadKind, { extensions: readonly string[]; maxBytes: number }> = {
  document: { extensions: documentExtensions, maxBytes: maxDocumentBytes },
  image: { extensions: imageExtensions, maxBytes: maxImageBytes },
};

/** The file types for the browser's file dialog (UPLOAD-02, UPLOAD-03). */
export const offeredFiles: Record<UploadKind, string> = {
  document: documentExtensions.map((extension) => `.${extension}`).join(','),
  image: 'image/jpeg,image/png,image/gif,image/webp',
};

/** The same in words. */
export const fileHints: Record<UploadKind, string> = {
  document: 'PDF, Word, Excel, PowerPoint, ZIP or text, at most 50 MB',
  image: 'JPG, PNG, GIF or WebP, at most 10 MB',
};

/** The message of a failed upload without a reason from the server (UPLOAD-06). */
export const uploadFailures = {
  document: 'Failed to upload file. Please try again.',
  image: 'Failed to upload image. Please try again.',
  featuredImage: 'There was an error uploading your image.',
};

/**
 * Why a file need not be sent at all: the server's own sentence for it, null when it may be sent. The server looks
 * again, at the content as well.
 */
export function refusalOf(kind: UploadKind, { name, size }: { name: string; size: number }): string | null {
  const { extensions, maxBytes } = limits[kind];
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension)) return fileErrors['files.wrong-type'].message;
  if (size === 0) return fileErrors['files.empty'].message;
  if (size > maxBytes) return fileErrors['files.too-large'].message.replace('{limit}', `${maxBytes / 1024 / 1024} MB`);
  return null;
}

/** "Image uploaded", "3 images uploaded". */
export function uploadedWords(kind: UploadKind, count: number): string {
  const name = kind === 'image' ? 'image' : 'file';
  return count === 1 ? `${name === 'image' ? 'Image' : 'File'} uploaded` : `${count} ${name}s uploaded`;
}

/** The list with one of its entries a place earlier or later; as it was where there is no such place. */
export function moved<Entry>(list: readonly Entry[], index: number, step: -1 | 1): Entry[] {
  const neighbour = list[index + step];
  const entry = list[index];
  if (neighbour === undefined || entry === undefined) return [...list];
  return list.map((one, place) => (place === index ? neighbour : place === index + step ? entry : one));
}

/** The list with the entry at `from` taken out and put in at `to`; as it was where there is no such entry. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** The new position of a moved image. @param index from 0; -1 for one that was removed */
export function placeText(index: number, count: number): string {
  return index < 0 ? 'The image was removed.' : `The image is now number ${index + 1} of ${count}.`;
}
