import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs, truncate } from 'node:fs/promises';
import { elapsedMs } from '#server/platform/clock.ts';
import type { Cluster } from './cluster.ts';
import { isReadOnly, setReadOnly } from './database.ts';

const mebibyte = 1024 * 1024;

/** Size of the reserve: three files of PostgreSQL's journal, and the files that a start writes. */
const reserveBytes = 64 * mebibyte;

/** With less free space than `closeBytes`, writing stops; with `openBytes`, it starts again. */
const limits = { closeBytes: 64 * mebibyte, openBytes: 192 * mebibyte };

/**
 * Time before the reserve is written, in milliseconds, because a portal that has just started has more important things
 * to write.
 */
const reserveAfterMs = 20_000;

/** Watch over the free space on a cluster's disk. */
export type Room = {
  /**
   * Makes the database read-only while the disk is full and writable again afterwards, and writes the reserve when
   * there is room for it.
   */
  check(port: number): Promise<void>;
  /** Deletes the reserve for a start of PostgreSQL, when the disk is full. */
  giveReserve(): Promise<void>;
};

/**
 * Keeps PostgreSQL alive on a full disk. Without room for its journal it would end, so the database becomes read-only;
 * without any room it could not start again, so a file reserves some. Reads continue.
 */
export function watchRoom(cluster: Cluster, log: (message: string) => void): Room {
  const reserve = `${cluster.folder}.reserve`;
  const since = elapsedMs();
  let isClosed: boolean | null = null;
  const giveReserve = async () => {
    if ((await freeBytes(cluster.folder)) < limits.closeBytes) await rm(reserve, { force: true });
  };
  return {
    giveReserve,
    check: async (port) => {
      isClosed ??= await isReadOnly(cluster, port);
      const free = await freeBytes(cluster.folder);
      if (!isClosed && free < limits.closeBytes) {
        await lend(reserve);
        await setReadOnly(cluster, port, true);
        isClosed = true;
        log(`The disk of ${cluster.folder} is full: the portal can only be read until there is room again.`);
      } else if (isClosed && free > limits.openBytes) {
        await setReadOnly(cluster, port, false);
        isClosed = false;
        log(`There is room again on the disk of ${cluster.folder}: the portal can be written to.`);
      }
      const isSettled = elapsedMs() - since > reserveAfterMs;
      if (isSettled && !isClosed && free > limits.openBytes) await keepReserve(reserve);
    },
  };
}

/**
 * Frees a little of the reserve for the file with the read-only setting. Another program may fill it first; the next
 * check then frees more.
 */
async function lend(reserve: string): Promise<void> {
  const { size } = await stat(reserve).catch(() => ({ size: 0 }));
  if (size > mebibyte) await truncate(reserve, size - mebibyte);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Writes the reserve out, because a file system may promise room that it does not have. */
async function keepReserve(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === reserveBytes) return;
  const file = await open(path, 'w', 0o600);
  try {
    const piece = randomBytes(mebibyte);
    for (let written = 0; written < reserveBytes; written += piece.length) await file.write(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
