import type { Readable } from 'node:stream';

/**
 * Store of uploaded bytes, a folder or a bucket; ids are uuids, the only names that a blob ever has. A call that a
 * bucket does not answer, or rejects for a reason that is not named below, fails with `files.unavailable`.
 */
export type Blobs = {
  /**
   * Receives a stream as a local file, which can be checked before it is stored. A source that is not read to its end
   * remains open: the caller may have to drain the rest of a request.
   * @throws BlobTooLarge beyond `maxBytes`, BlobNoRoom when the disk is full or nearly full
   */
  receive(source: Readable, options: { maxBytes: number }): Promise<Arrival>;
  /** Receives a stream and stores it, with the errors of `receive` and `keep`; after an error no file remains. */
  write(id: string, source: Readable, options: { maxBytes: number }): Promise<{ bytes: number; sha256: Buffer }>;
  /**
   * Reads a blob, or its bytes `start` to `end` (both included).
   * @throws BlobMissing when there is none
   */
  open(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Opens a blob, or a part of it like `open`, to be sent; with the errors of `open`. */
  openParts(id: string, range?: { start: number; end: number }): Promise<BlobParts>;
  /**
   * Makes a URL from which a browser loads the blob for a minute, with this type and as this attachment; null when
   * every byte passes the portal. With the errors of `open`.
   */
  link: ((id: string, as: { contentType: string; disposition: string }) => Promise<string>) | null;
  /** Removes a blob; does nothing when it does not exist. */
  remove(id: string): Promise<void>;
  /** The ids of all blobs, in no order; blobs written or removed during the listing may be missing. */
  list(): AsyncIterable<string>;
  /** Deletes the remains of uploads that were interrupted over an hour ago. */
  sweep(nowMs: number): Promise<void>;
};

/** A blob that is sent in parts, so that many downloads need little memory. The caller must close it. */
export type BlobParts = {
  /**
   * Passes its parts to `take` in turn, once. The bytes of a part are only valid until the promise of `take` has
   * settled, because the next part may be read into the same memory. Rejects with the error of `take`.
   */
  each(take: (part: Uint8Array) => Promise<void>): Promise<void>;
  /** Closes the file or connection, also midway; may be called more than once. */
  close(): Promise<void>;
};

/** A stream that was received completely, in a local file, and is not stored yet. */
export type Arrival = {
  path: string;
  bytes: number;
  sha256: Buffer;
  /**
   * Stores the file: the blob exists completely or not at all. The caller must call it at most once.
   * @throws BlobNoRoom when the store is full
   */
  keep(id: string): Promise<void>;
  /** Deletes the local file if it is still there, stored or not. The caller must always call it. */
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
