import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Keys = { accessKeyId: string; secretAccessKey: string };

/** Parts of a call's signature, from a header or from its URL. */
type Given = {
  key: string;
  scope: string;
  names: string;
  signature: string;
  date: string;
  content: string;
  isExpired: boolean;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks a call's signature as in the manual of Amazon S3 (version 4, in the Authorization header or in the URL).
 * @returns the code that a store rejects the call with; null when the signature is right
 */
export function rejectedSignature(call: IncomingMessage, { accessKeyId, secretAccessKey }: Keys): string | null {
  const url = new URL(call.url ?? '/', 'http://store');
  const given = url.searchParams.has('X-Amz-Signature') ? inAddress(url.searchParams) : inHeader(call);
  if (!given || given.isExpired) return 'AccessDenied';
  const { key, scope, names, signature, date, content } = given;
  if (key !== accessKeyId) return 'InvalidAccessKeyId';
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encoded).join('='))
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(call.headers[name]).trim()}\n`);
  const canonical = [call.method, url.pathname, query, headers.join(''), names, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function inHeader({ headers }: IncomingMessage): Given | null {
  const fields = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (!fields) return null;
  const [, key = '', scope = '', names = '', signature = ''] = fields;
  const [date, content] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String);
  return { key, scope, names, signature, date: date ?? '', content: content ?? '', isExpired: false };
}

function inAddress(query: URLSearchParams): Given {
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const [, key = '', scope = ''] = /^([^/]+)\/(.+)$/.exec(of('Credential')) ?? [];
  const date = of('Date');
  const since = Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  const isExpired = !(Date.now() < since + Number(of('Expires')) * 1000);
  const content = 'UNSIGNED-PAYLOAD';
  return { key, scope, names: of('SignedHeaders'), signature: of('Signature'), date, content, isExpired };
}
