import { documentExtensions, imageExtensions, maxDocumentBytes, maxImageBytes } from '#contract/catalogue/files.ts';
import { lastCharacters } from '#contract/characters.ts';
import { lineOf } from '#contract/lines.ts';

type Extension = (typeof documentExtensions)[number] | (typeof imageExtensions)[number];

/** The type that a file's name indicates. */
export type FileKind = { kind: 'document' | 'image'; extension: Extension; contentType: string; maxBytes: number };

const contentTypes: Record<Extension, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Returns the extension of documents of this type; null for other types. */
export function extensionOf(contentType: string): (typeof documentExtensions)[number] | null {
  return documentExtensions.find((extension) => contentTypes[extension] === contentType) ?? null;
}

/** Returns the kind that a file's name indicates; null for extensions that are not accepted. */
export function kindOf(fileName: string): FileKind | null {
  const extension = /\.([A-Za-z]{3,4})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const document = documentExtensions.find((one) => one === extension);
  if (document)
    return { kind: 'document', extension: document, contentType: contentTypes[document], maxBytes: maxDocumentBytes };
  const image = imageExtensions.find((one) => one === extension);
  return image ? { kind: 'image', extension: image, contentType: contentTypes[image], maxBytes: maxImageBytes } : null;
}

/**
 * Returns a name that is safe to show and send: the last part of a path, without control characters and characters that
 * Windows does not allow in file names, at most 150 characters; "file" when nothing is left.
 */
export function cleanName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  return lastCharacters(lineOf(lineOf(last).replace(/["<>:|?*]/g, ' ')), 150) || 'file';
}

/** Returns the URL of an upload. */
export function addressOf({ id, kind }: { id: string; kind: FileKind['kind'] }): string {
  return kind === 'image' ? `/media/${id}` : `/api/files/${id}`;
}

const addresses = /^\/(media|api\/files)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses an upload's URL; null for any other. */
export function fileIdIn(address: string): { id: string; kind: FileKind['kind'] } | null {
  const match = addresses.exec(address);
  return match?.[2] ? { id: match[2], kind: match[1] === 'media' ? 'image' : 'document' } : null;
}
