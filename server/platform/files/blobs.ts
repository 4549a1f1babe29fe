import type { Readable } from 'node:stream';

/** Where uploaded bytes live, a folder or a bucket; ids are uuids, the only names a blob ever has. */
export type Blobs = {
  /**
   * Receives a stream as a local file, which can be checked before it is stored. A source that is not read to its end
   * stays open: the caller may have to drain the rest of a request.
   * @throws BlobTooLarge beyond `maxBytes`, BlobNoRoom when the disk is full
   */
  receive(source: Readable, options: { maxBytes: number }): Promise<Arrival>;
  /** Receives a stream and stores it; throws what `receive` and `keep` throw and leaves nothing behind. */
  write(id: string, source: Readable, options: { maxBytes: number }): Promise<{ bytes: number; sha256: Buffer }>;
  /**
   * Reads a blob, or its bytes `start` to `end` (both included).
   * @throws BlobMissing when there is none
   */
  open(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Opens a blob, or a part of it as `open` does, to be sent on; throws what `open` throws. */
  openParts(id: string, range?: { start: number; end: number }): Promise<BlobParts>;
  /**
   * Makes an address that a browser loads the blob from for a minute, with this type and as this attachment; null where
   * every byte passes the portal. Throws what `open` throws.
   */
  link: ((id: string, as: { contentType: string; disposition: string }) => Promise<string>) | null;
  /** Removes a blob; one that is gone is no error. */
  remove(id: string): Promise<void>;
  /** The ids of all blobs, in no order; blobs written or removed during the listing may be missing. */
  list(): AsyncIterable<string>;
  /** Deletes what interrupted uploads left behind an hour ago. */
  sweep(nowMs: number): Promise<void>;
};

/** A blob that is sent in parts, so that many downloads need little memory. The caller closes it. */
export type BlobParts = {
  /**
   * Hands its parts over in turn, once. The bytes of a part are only there until the promise that `take` returned has
   * settled: the next part may be read into the same memory. Ends with what `take` failed with.
   */
  each(take: (part: Uint8Array) => Promise<void>): Promise<void>;
  /** Closes the file or connection, also midway; may be called more than once. */
  close(): Promise<void>;
};

/** A stream that was received completely, in a local file, not stored yet. */
export type Arrival = {
  path: string;
  bytes: number;
  sha256: Buffer;
  /**
   * Stores the file: the blob exists whole or not at all. Call it at most once.
   * @throws BlobNoRoom when the store is full
   */
  keep(id: string): Promise<void>;
  /** Deletes the file when it was not kept; always call it. */
  drop(): Promise<void>;
};

export class BlobTooLarge extends Error {}
export class BlobNoRoom extends Error {}
export class BlobMissing extends Error {}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a name can be a blob's. */
export function isBlobId(name: string): boolean {
  return uuid.test(name);
}
