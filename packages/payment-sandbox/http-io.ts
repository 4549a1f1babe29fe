import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './errors.ts';

const largestBodyBytes = 1_000_000;

/** Returns the body of a request as text; null when it is larger than this server accepts. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  // The rest of a body that is too large is still read, because otherwise the caller would never read the error.
  for await (const part of request) {
    // Safe because no encoding is set on the request, so that the parts are buffers.
    const bytes = part as Buffer;
    length += bytes.length;
    if (length <= largestBodyBytes) parts.push(bytes);
  }
  return length > largestBodyBytes ? null : Buffer.concat(parts).toString('utf8');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  const text = `${JSON.stringify(body, null, 2)}\n`;
  send(response, status, { 'content-type': 'application/json', ...headers }, text);
}

/** Sends a response that browsers neither cache nor read as another type. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text: string | Buffer,
): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(text),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/**
 * Rejects requests from other sites. Some paths require no key, so another site's page must not be able to make a
 * visitor's browser call them.
 */
export function refuseOtherSites(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return;
  throw new ApiError(403, { type: 'invalid_request_error', message: 'Calls from other sites are refused.' });
}
