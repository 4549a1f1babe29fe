import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../fault.ts';

const run = promisify(execFile);
const pieceBytes = 64 * 1024;

/** Bytes between two pauses while the disk is almost full: 20 MB per second, like a program that writes without end. */
const stepBytes = 1024 * 1024;
const stepMs = 50;
const slowFromBytes = 200 * stepBytes;

/** A small separate disk, which can be filled to its last byte. */
export type Disk = {
  folder: string;
  /** Writes until the disk is full; a further call fills the room that other programs have freed. */
  fill(): Promise<void>;
  /** Deletes the data that `fill` wrote. */
  free(): Promise<void>;
  freeBytes(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Mounts a disk in memory over a folder.
 * @throws NotPossibleHere where mounting is not permitted
 */
export async function mountDisk(folder: string, bytes: number): Promise<Disk> {
  try {
    // PostgreSQL's own user must enter the folder when the portal runs as root.
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=711`, 'tmpfs', folder]);
  } catch (error) {
    throw new NotPossibleHere(
      `no disk can be mounted here (${error instanceof Error ? error.message.split('\n')[1] : error})`,
    );
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill: () => fillUp(ballast),
    free: () => rm(ballast, { force: true }),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    // Lazily, because programs with open files there keep them until they end.
    close: async () => void (await run('umount', ['--lazy', folder])),
  };
}

async function fillUp(ballast: string): Promise<void> {
  const file = await open(ballast, 'a');
  const piece = Buffer.alloc(pieceBytes, 1);
  try {
    for (;;) {
      for (let written = 0; written < stepBytes; written += pieceBytes) await file.write(piece);
      const { bavail, bsize } = await statfs(path.dirname(ballast));
      if (bavail * bsize < slowFromBytes) await pause(stepMs);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}
