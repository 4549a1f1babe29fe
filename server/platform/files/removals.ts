import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../database/db.ts';
import { enqueue, type Tasks } from '../jobs/jobs.ts';
import { timeOutside } from '../telemetry/signals.ts';
import type { BucketSettings } from './bucket.ts';

/**
 * A change that a restored database must not undo: the deletion of an account, or the removal of an administrator's
 * role.
 */
export type Removal = { userId: number; change: 'erased' | 'administrator-removed'; at: Date };

/** The removals of this installation, stored outside the database. Adding one twice does no harm. */
export type RemovalList = { add(removal: Removal): Promise<void>; list(): Promise<Removal[]> };

type Settings = { dataDir: string; s3: BucketSettings | null };

/**
 * Opens the list, which is beside the files: empty files in DATA_DIR/removals, or empty objects in the bucket. Their
 * names encode the whole entry.
 */
export function openRemovals({ dataDir, s3 }: Settings): RemovalList {
  return s3 ? bucketRemovals(s3) : diskRemovals(path.join(dataDir, 'removals'));
}

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    'record-removal': Omit<Removal, 'at'> & { at: string };
  }
}

/**
 * Queues a job that adds a removal to the list, in the transaction of the removal. The caller must also add it itself,
 * after the commit and before the reply, so that no acknowledged removal is missing; the job covers a crash in between.
 */
export function enqueueRemoval(db: Db, removal: Removal): Promise<void> {
  return enqueue(
    db,
    'record-removal',
    { ...removal, at: removal.at.toISOString() },
    { key: `removal:${nameOf(removal)}` },
  );
}

export function removalTasks(removals: RemovalList): Tasks {
  return {
    'record-removal': async ({ at, ...removal }) => {
      await removals.add({ ...removal, at: new Date(at) });
    },
  };
}

const nameOf = ({ at, userId, change }: Removal) => `${at.getTime()}-${userId}-${change}`;

/** Parses the name of a removal; null for other files. */
function removalOf(name: string): Removal | null {
  const [, at, userId, change] = /^(\d+)-(\d+)-(erased|administrator-removed)$/.exec(name) ?? [];
  if (!at || !userId) return null;
  // Safe cast, because the pattern allows no other words.
  return { at: new Date(Number(at)), userId: Number(userId), change: change as Removal['change'] };
}

const removalsIn = (names: readonly string[]) => names.map(removalOf).filter((removal) => removal !== null);

/** Makes a list of removals that are empty files in a folder, named after the removals; exported for tests. */
export function diskRemovals(folder: string): RemovalList {
  return {
    add: async (removal) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await flush(path.join(folder, nameOf(removal)), 'a');
      // The folder is flushed, because it has the name, which is the whole entry.
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

/** Makes a list in a bucket. The library for buckets is imported on first use. */
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
