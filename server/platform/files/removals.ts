import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../database/db.ts';
import { enqueue, type Tasks } from '../jobs/jobs.ts';
import { timeOutside } from '../telemetry/signals.ts';
import type { BucketSettings } from './bucket.ts';

/** What a restored database must not bring back: an erased account, or the role that was taken from an administrator. */
export type Removal = { userId: number; change: 'erased' | 'administrator-removed'; at: Date };

/** The removals of this installation, outside the database. Adding one twice is fine. */
export type RemovalList = { add(removal: Removal): Promise<void>; list(): Promise<Removal[]> };

type Settings = { dataDir: string; s3: BucketSettings | null };

/** The list is beside the files: empty files in DATA_DIR/removals, or empty objects in the bucket. Names say everything. */
export function openRemovals({ dataDir, s3 }: Settings): RemovalList {
  return s3 ? bucketRemovals(s3) : diskRemovals(path.join(dataDir, 'removals'));
}

/**
 * Adds a removal to the list by a job too, in the transaction of the removal. The caller adds it itself after the commit
 * and before the answer, so that nothing acknowledged is missing; the job covers a crash in between.
 */
export function enqueueRemoval(db: Db, removal: Removal): Promise<void> {
  return enqueue(db, 'record-removal', removal, { key: `removal:${nameOf(removal)}` });
}

export function removalTasks(removals: RemovalList): Tasks {
  return {
    'record-removal': async (payload) => {
      // The queue's payload is what enqueueRemoval wrote, its date as JSON.
      const { at, ...removal } = payload as Removal;
      await removals.add({ ...removal, at: new Date(at) });
    },
  };
}

const nameOf = ({ at, userId, change }: Removal) => `${at.getTime()}-${userId}-${change}`;

/** Null for files that are not of the list. */
function removalOf(name: string): Removal | null {
  const [, at, userId, change] = /^(\d+)-(\d+)-(erased|administrator-removed)$/.exec(name) ?? [];
  if (!at || !userId) return null;
  // The pattern allows no other words.
  return { at: new Date(Number(at)), userId: Number(userId), change: change as Removal['change'] };
}

const removalsIn = (names: readonly string[]) => names.map(removalOf).filter((removal) => removal !== null);

/** A list in a folder, for tests too. */
export function diskRemovals(folder: string): RemovalList {
  return {
    add: async (removal) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await flush(path.join(folder, nameOf(removal)), 'a');
      // The name is what counts, and it is in the folder.
      await flush(folder, 'r');
    },
    list: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return removalsIn(names);
    },
  };
}

async function flush(target: string, flags: 'a' | 'r'): Promise<void> {
  const handle = await open(target, flags, 0o600);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const prefix = 'removals/';

/** What speaks to buckets is loaded when the list is first used. */
function bucketRemovals(settings: BucketSettings): RemovalList {
  const { bucket: Bucket } = settings;
  const load = async () => {
    const [{ connectBucket }, sdk] = await Promise.all([import('./bucket.ts'), import('@aws-sdk/client-s3')]);
    return { client: connectBucket(settings), ...sdk };
  };
  let loaded: ReturnType<typeof load> | null = null;
  const connected = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    add: async (removal) => {
      const { client, PutObjectCommand } = await connected();
      await client.send(new PutObjectCommand({ Bucket, Key: prefix + nameOf(removal), Body: '' }));
    },
    list: async () => {
      const { client, paginateListObjectsV2 } = await connected();
      const names: string[] = [];
      const read = async () => {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
        }
      };
      await timeOutside('s3', read);
      return removalsIn(names);
    },
  };
}
