import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { BucketSettings } from '#server/platform/files/bucket.ts';
import { rejectedSignature } from './bucket-signature.ts';

type Rejection = { status: number; code: string };
type SeenCall = { method: string; url: string; headers: NodeJS.Dict<string | string[]> };

export type TestBucket = {
  settings: BucketSettings;
  /** The settings as environment variables. */
  variables: Record<string, string>;
  /** Contents of the bucket by key. */
  objects: Map<string, Buffer>;
  /** Received calls, oldest first. */
  calls: SeenCall[];
  /** Sets the response to all further calls; null restores the normal responses. */
  answerWith(rejection: Rejection | null): void;
  /** Breaks the connection of the next call instead of responding. */
  breakNext(): void;
  /** Resolves when the portal has closed the connection of a response that is being sent. */
  left: Promise<void>;
  close(): Promise<void>;
};

/** Maximum number of keys in a response, small so that reading a list takes several calls. */
const keysPerPage = 3;

/** Starts object storage on the loopback interface with one empty bucket in memory, and ways to make it fail. */
export async function startTestBucket(): Promise<TestBucket> {
  const keys = { accessKeyId: 'portal-under-test', secretAccessKey: 'the key of a bucket under test' };
  const objects: TestBucket['objects'] = new Map();
  const calls: SeenCall[] = [];
  const left = Promise.withResolvers<void>();
  let rejection: Rejection | null = null;
  let isToBreak = false;

  const server = createServer(async (call, answer) => {
    const { method = '', url = '', headers } = call;
    calls.push({ method, url, headers });
    answer.once('close', () => {
      if (!answer.writableFinished) left.resolve();
    });
    if (isToBreak) {
      isToBreak = false;
      call.destroy();
      return;
    }
    const rejected = rejectedSignature(call, keys);
    if (rejection) refuse(answer, rejection);
    else if (rejected) refuse(answer, { status: 403, code: rejected });
    else if (!/^\/portal(\/|\?|$)/.test(url)) refuse(answer, { status: 404, code: 'NoSuchBucket' });
    else await serve(call, answer, objects).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe because a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const settings = { endpoint: `http://127.0.0.1:${port}`, bucket: 'portal', region: 'us-east-1', ...keys };
  return {
    settings,
    variables: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    objects,
    calls,
    answerWith: (other) => {
      rejection = other;
    },
    breakNext: () => {
      isToBreak = true;
    },
    left: left.promise,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listIds(blobs: Blobs): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of blobs.list()) ids.push(id);
  return ids;
}

function refuse(answer: ServerResponse, { status, code }: Rejection): void {
  answer.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Not now</Message></Error>`);
}

async function serve(call: IncomingMessage, answer: ServerResponse, objects: TestBucket['objects']): Promise<void> {
  const { pathname, searchParams } = new URL(call.url ?? '', 'http://store');
  const key = decodeURIComponent(pathname.replace(/^\/portal\/?/, ''));
  if (call.method === 'PUT') return put(call, answer, { objects, key });
  if (call.method === 'DELETE') {
    objects.delete(key);
    answer.writeHead(204).end();
    return;
  }
  if (key === '') return list(answer, objects, searchParams);
  const content = objects.get(key);
  if (!content) return refuse(answer, { status: 404, code: 'NoSuchKey' });
  const [, start = 0, end = content.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(call.headers.range ?? '') ?? [];
  const part = content.subarray(Number(start), Number(end) + 1);
  // A signed URL sets headers of the response.
  for (const [name, value] of searchParams) {
    if (name.startsWith('response-')) answer.setHeader(name.slice('response-'.length), value);
  }
  answer.writeHead(call.headers.range ? 206 : 200, { 'content-length': part.length });
  answer.end(part);
}

/** Stores a complete object, or nothing when the content is shorter than or different from what was announced. */
async function put(
  call: IncomingMessage,
  answer: ServerResponse,
  { objects, key }: { objects: TestBucket['objects']; key: string },
): Promise<void> {
  if (call.headers['content-length'] === undefined) {
    return refuse(answer, { status: 411, code: 'MissingContentLength' });
  }
  const content = await buffer(call);
  const named = call.headers['x-amz-content-sha256'];
  if (named !== 'UNSIGNED-PAYLOAD' && named !== createHash('sha256').update(content).digest('hex')) {
    return refuse(answer, { status: 400, code: 'XAmzContentSHA256Mismatch' });
  }
  objects.set(key, content);
  answer.writeHead(200).end();
}

function list(answer: ServerResponse, objects: TestBucket['objects'], query: URLSearchParams): void {
  const after = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, keysPerPage);
  const isTruncated = keys.length > page.length;
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  answer.writeHead(200, { 'content-type': 'application/xml' });
  answer.end(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents}</ListBucketResult>`);
}
