import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { run } from './run.ts';

export type Running = { processId: number; port: number };

/** What postmaster.pid says, line by line; null where there is none or it is not a server's (single-user mode: below 0). */
async function readProcessFile(folder: string): Promise<Running | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [processId, port] = [Number(lines[0]), Number(lines[3])];
  return processId > 0 && port > 0 ? { processId, port } : null;
}

/**
 * The server that runs on this folder, or null. The id in postmaster.pid may by now be another program's, or a zombie
 * nobody buries (a container without an init), so the process itself is asked where it can be: a server works inside
 * its data folder.
 */
export async function findRunning({ folder }: Pick<Cluster, 'folder'>): Promise<Running | null> {
  const running = await readProcessFile(folder);
  if (!running) return null;
  const isAlive = hasProcessFolder ? await worksIn(running.processId, folder) : await isServer(running.processId);
  return isAlive ? running : null;
}

/**
 * Ends what a killed server left behind: its children run on until their statement is done, and nothing can be started
 * beside them. Where they cannot be found (no /proc), the next start waits for them.
 */
export async function endLeftovers({ folder }: Pick<Cluster, 'folder'>): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const left = await listProcesses(folder);
    if (left.length === 0) return;
    for (const processId of left) kill(processId);
    await wait(25);
  }
}

const hasProcessFolder = process.platform === 'linux';

async function listProcesses(folder: string): Promise<number[]> {
  if (!hasProcessFolder) return [];
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isLeft = await Promise.all(ids.map((id) => worksIn(id, folder)));
  return ids.filter((_, index) => isLeft[index]);
}

/** Whether that process is PostgreSQL inside that folder. A zombie has no folder any more. */
async function worksIn(processId: number, folder: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${processId}/cwd`)) !== folder) return false;
    return (await readFile(`/proc/${processId}/comm`, 'utf8')).trim() === 'postgres';
  } catch {
    return false;
  }
}

/** The next best answer elsewhere: the program's name. On Windows PostgreSQL alone hears pg_ctl, so an id is enough. */
async function isServer(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  if (process.platform === 'win32') return true;
  return (await run('ps', ['-o', 'comm=', '-p', String(processId)])).output.endsWith('postgres');
}

function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // Gone in the meantime, which is what was wanted.
  }
}
