import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Keys = { accessKeyId: string; secretAccessKey: string };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Checks a call's signature as the manual of Amazon S3 describes it (version 4, in the Authorization header).
 * @returns the code that a store refuses with; null when the signature is right
 */
export function refusedSignature(call: IncomingMessage, { accessKeyId, secretAccessKey }: Keys): string | null {
  const fields = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    call.headers.authorization ?? '',
  );
  if (!fields) return 'AccessDenied';
  const [, key, scope = '', names = '', signature] = fields;
  if (key !== accessKeyId) return 'InvalidAccessKeyId';
  const url = new URL(call.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(call.headers[name]).trim()}\n`);
  const content = call.headers['x-amz-content-sha256'];
  const canonical = [call.method, url.pathname, query, headers.join(''), names, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', call.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
