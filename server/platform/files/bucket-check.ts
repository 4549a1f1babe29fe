import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { StartError } from '../start-error.ts';
import { type BucketSettings, connectBucket } from './bucket.ts';

const wrongKey = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AuthenticationFailed', 'Unauthorized']);
const wrongRegion = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
]);

/**
 * The store does not respond, or fails with a status of 500 or above, which may pass; every other error is a fault of
 * the settings.
 */
export class BucketAway extends StartError {}

/**
 * Checks that the bucket can be listed, written to and deleted from.
 * @throws StartError with the name of the variable to check; BucketAway while the store does not respond, or fails
 */
export async function checkBucket(settings: BucketSettings): Promise<void> {
  const client = connectBucket(settings);
  const { bucket: Bucket } = settings;
  const inTime = { requestTimeout: 10_000 };
  const Key = `write-probe-${process.pid}`;
  try {
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), inTime);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'written by the portal at its start' }), inTime);
    await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime);
  } catch (error) {
    const sentence = sentenceFor(error, settings);
    throw isAway(error) ? new BucketAway(sentence) : new StartError(sentence);
  } finally {
    client.destroy();
  }
}

/** Whether the store did not respond, or responded that it fails. A host without an address is a typing error. */
function isAway(error: unknown): boolean {
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  return code !== 'ENOTFOUND' && ($metadata?.httpStatusCode ?? 500) >= 500;
}

function sentenceFor(error: unknown, { endpoint, bucket, region }: BucketSettings): string {
  const { name, code, message } = error as { name: string; code?: string; message: string };
  if (name === 'NoSuchBucket') return `There is no bucket "${bucket}": make it, or set S3_BUCKET to one that is there.`;
  if (wrongKey.has(name)) return `S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is not accepted (${name}).`;
  if (wrongRegion.has(name))
    return `S3_REGION is "${region}", but the bucket "${bucket}" is in another region (${name}).`;
  if (name === 'AccessDenied') {
    return `The key of S3_ACCESS_KEY_ID may not list, write and delete in the bucket "${bucket}" (${name}).`;
  }
  const place = endpoint ? `S3_ENDPOINT ${endpoint}` : `Amazon S3 in S3_REGION ${region}`;
  return `The object storage at ${place} does not answer as it should (${code ?? (name === 'Error' ? message : name)}).`;
}
