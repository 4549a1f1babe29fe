import { createHash } from 'node:crypto';
import { BlobMissing, type Blobs } from './blobs.ts';

type Copying = {
  from: Pick<Blobs, 'list' | 'open'>;
  to: Pick<Blobs, 'open' | 'write'>;
  except?: ReadonlySet<string>;
};

/** Result of a copy: ids that were there already, and ids that were copied. */
export type Copied = { present: string[]; copied: string[] };

/**
 * Copies every blob that is not in `except` and reads each copy back. An equal blob is left as it is, so an interrupted
 * copy continues when it is started again. Blobs that are removed during the copy are skipped.
 * @throws Error when a copy differs from its source
 */
export async function copyBlobs({ from, to, except = new Set() }: Copying): Promise<Copied> {
  const done: Copied = { present: [], copied: [] };
  for await (const id of from.list()) {
    if (except.has(id)) continue;
    const there = await readChecksum(to, id);
    if (there !== null && there === (await readChecksum(from, id))) done.present.push(id);
    else if (await copyOne(id, { from, to })) done.copied.push(id);
  }
  return done;
}

/** @returns whether it was still there to be copied */
async function copyOne(id: string, { from, to }: Copying): Promise<boolean> {
  const source = await from.open(id).catch(ignoreMissing);
  if (source === null) return false;
  const { sha256 } = await to.write(id, source, { maxBytes: Number.POSITIVE_INFINITY }).finally(() => source.destroy());
  if ((await readChecksum(to, id)) !== sha256.toString('hex'))
    throw new Error(`The copy of ${id} is not what was read.`);
  return true;
}

async function readChecksum(blobs: Pick<Blobs, 'open'>, id: string): Promise<string | null> {
  const content = await blobs.open(id).catch(ignoreMissing);
  if (content === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

function ignoreMissing(error: unknown): null {
  if (error instanceof BlobMissing) return null;
  throw error;
}
