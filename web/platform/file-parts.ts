import { readApiError } from './errors.ts';
import { pageMemberHeaders } from './page-member.ts';

/** Some bytes of a file of the portal, and the size of the whole file. */
export type FilePart = { bytes: Uint8Array<ArrayBuffer>; totalBytes: number; etag: string };

type Wanted = { begin: number; end: number; signal: AbortSignal };

/**
 * Reads a part of a file, `end` not included. A server may send the whole file instead.
 * @throws ApiError when the file is not available; TypeError when the portal cannot be reached
 */
export async function readPart(address: string, { begin, end, signal }: Wanted): Promise<FilePart> {
  const headers = { ...pageMemberHeaders(), range: `bytes=${begin}-${end - 1}` };
  const response = await fetch(address, { headers, credentials: 'include', signal });
  if (!response.ok) throw await readApiError(response, true);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return { bytes, totalBytes: total ? Number(total) : bytes.length, etag: response.headers.get('etag') ?? '' };
}
