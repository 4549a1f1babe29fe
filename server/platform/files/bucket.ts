import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { fail } from '../failure.ts';
import { timeOutside } from '../telemetry/signals.ts';
import { traceParent } from '../telemetry/spans.ts';
import { BlobMissing, BlobNoRoom, type Blobs, isBlobId } from './blobs.ts';
import { blobsIn, type Received } from './incoming.ts';

/** Object storage with the S3 protocol: at `endpoint`, or Amazon's own of the region when that is null. */
export type BucketSettings = {
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Set when browsers load downloads directly from the store, with its endpoint for browsers (null for Amazon's own);
   * null or absent when every byte passes the portal.
   */
  links?: { endpoint: string | null } | null;
};

/** Prefix of blobs' objects, like the folder DATA_DIR/files, so that one can be copied to the other. */
const prefix = 'files/';

/** Time for a store to begin its response, in milliseconds; while bytes move, nothing is aborted. */
const answerTimeoutMs = 15_000;
const inTime = { requestTimeout: answerTimeoutMs };

/** Seconds in which a download by a URL can begin. */
const linkSeconds = 60;

/** Errors of stores of several makers when they are full. */
const noRoom = /StorageFull|QuotaExceeded|InsufficientStorage|storage_cap_exceeded/i;

/** Makes a client that calls only the endpoint of the settings. */
export function connectBucket({ endpoint, region, accessKeyId, secretAccessKey }: BucketSettings): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Self-hosted servers rarely have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Many servers do not know the newer checksums; the signed SHA-256 proves the written bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The caller logs errors; the SDK would log them a second time.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: 5_000,
      // Equal to the time that the portal waits for a browser that stopped reading.
      socketTimeout: 130_000,
      throwOnRequestTimeout: true,
      // Each running download uses one socket.
      httpAgent: { maxSockets: 1_000 },
      httpsAgent: { maxSockets: 1_000 },
    },
  });
}

type BucketOptions = BucketSettings & {
  /** Folder of uploads until they are in the bucket. */
  folder: string;
  /** Logs failures of the store. */
  log: (message: string) => void;
};

/** Stores blobs as objects of a bucket. */
export function createBucketBlobs({ folder, log, ...settings }: BucketOptions): Blobs {
  const client = connectBucket(settings);
  nameTrace(client);
  const { links } = settings;
  // Signs URLs for browsers and makes no calls: browsers may reach the store at another address.
  const signer = links ? connectBucket({ ...settings, endpoint: links.endpoint }) : null;
  const { bucket: Bucket } = settings;
  const objectOf = (id: string) => ({ Bucket, Key: prefix + id });
  const ask = <Answer>(call: () => Promise<Answer>) =>
    timeOutside('s3', call, (error) => statusOf(error) === 404).catch((error: unknown) => refuse(error, log));
  const open: Blobs['open'] = async (id, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await ask(() => client.send(new GetObjectCommand({ ...objectOf(id), Range }), inTime));
    // Safe cast, because on Node the body is the response itself: destroying it ends the connection.
    return Body as Readable;
  };
  return blobsIn(folder, {
    put: (id, file) => ask(() => putFile(client, objectOf(id), file)),
    open,
    openParts: async (id, range) => {
      const body = await open(id, range);
      return {
        each: async (take) => {
          for await (const part of body) await take(part);
          // A stream that was closed midway may look like one that has ended.
          if (!body.readableEnded) throw new Error('The object storage ended too early');
        },
        close: async () => void body.destroy(),
      };
    },
    link:
      signer &&
      (async (id, { contentType, disposition }) => {
        await ask(() => client.send(new HeadObjectCommand(objectOf(id)), inTime));
        const answer = { ResponseContentType: contentType, ResponseContentDisposition: disposition };
        const command = new GetObjectCommand({ ...objectOf(id), ...answer, ResponseCacheControl: 'private, no-store' });
        return getSignedUrl(signer, command, { expiresIn: linkSeconds });
      }),
    remove: async (id) => {
      await ask(() => client.send(new DeleteObjectCommand(objectOf(id)), inTime));
    },
    list: async function* () {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken });
        const page = await ask(() => client.send(command, inTime));
        for (const { Key = '' } of page.Contents ?? []) {
          const id = Key.slice(prefix.length);
          if (isBlobId(id)) yield id;
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
  });
}

/** Adds the trace to calls; not signed, because a proxy on the way may change it. */
function nameTrace(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const traceparent = traceParent();
      // Safe cast, because the command is always an HTTP request at this step of the middleware.
      if (traceparent) Object.assign((args.request as { headers: object }).headers, { traceparent });
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
}

type ObjectName = { Bucket: string; Key: string };

/**
 * Writes the whole file in one request: a store accepts it completely or not at all, up to 5 GB, far more than the
 * portal accepts. A broken connection is retried once, because a connection that was kept open may have ended
 * unnoticed.
 */
async function putFile(client: S3Client, name: ObjectName, file: Received): Promise<void> {
  const put = async () => {
    const body = createReadStream(file.path);
    const command = new PutObjectCommand({ ...name, Body: body, ContentLength: file.bytes });
    // Signed, so that the store rejects bytes that have changed on the way.
    command.middlewareStack.add(
      (next) => (args) => {
        // Safe cast, because the command is always an HTTP request at this step of the middleware.
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = file.sha256.toString('hex');
        return next(args);
      },
      { step: 'build' },
    );
    await client.send(command).finally(() => body.destroy());
  };
  await put().catch((error: unknown) => {
    if (statusOf(error) !== undefined) throw error;
    return put();
  });
}

/** Returns the status of a store's response; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  // Safe cast, because the SDK's own errors have it.
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

function refuse(error: unknown, log: (message: string) => void): never {
  const { name = '', message = '', code = '' } = error as { name?: string; message?: string; code?: string };
  if (name === 'NoSuchKey' || statusOf(error) === 404) throw new BlobMissing(message);
  if (noRoom.test(name) || statusOf(error) === 507) throw new BlobNoRoom(message);
  log(`The object storage failed: ${[name, code, message].filter(Boolean).join(' ')}`);
  throw fail('files.unavailable');
}
