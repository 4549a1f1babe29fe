import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { run } from './run.ts';

export type Running = { processId: number; port: number };
type Named = Pick<Cluster, 'name'>;

/**
 * Finds the server that runs on this cluster. The number in postmaster.pid may belong to another program by now, or to
 * a zombie that is never reaped (a container without an init), so the process must have the cluster's name. Its memory
 * and folder cannot be read, because root in a container may not look into another user's processes.
 */
export async function findRunning(cluster: Pick<Cluster, 'name' | 'folder'>): Promise<Running | null> {
  const running = await readProcessFile(cluster.folder);
  return running && (await carriesName(running.processId, cluster)) ? running : null;
}

/**
 * Ends the processes that a killed server left: they run until their statement is done, and no server can start beside
 * them.
 */
export async function endLeftovers(cluster: Named): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const left = await listProcesses(cluster);
    if (left.length === 0) return;
    for (const processId of left) kill(processId);
    await wait(25);
  }
}

/**
 * Signals the server to end, without waiting, for a process that is about to end itself. Does so only when it is
 * certain which process gets the signal; otherwise the next start takes the server over.
 */
export function interruptServer(cluster: Pick<Cluster, 'name' | 'folder'>): void {
  if (process.platform !== 'linux') return;
  try {
    const running = parseProcessFile(readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8'));
    if (!running) return;
    const command = readFileSync(`/proc/${running.processId}/cmdline`, 'utf8');
    if (command.includes(cluster.name)) process.kill(running.processId, 'SIGINT');
  } catch {
    // The server has ended already.
  }
}

async function readProcessFile(folder: string): Promise<Running | null> {
  return parseProcessFile(await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => ''));
}

/** Parses postmaster.pid; null when it is empty, or not of a server (single-user mode writes a negative id). */
function parseProcessFile(text: string): Running | null {
  const lines = text.split('\n');
  const [processId, port] = [Number(lines[0]), Number(lines[3])];
  return processId > 0 && port > 0 ? { processId, port } : null;
}

/**
 * Whether a process has the cluster's name: the server among its arguments, its children in their title; a zombie has
 * neither.
 */
async function carriesName(processId: number, { name }: Named): Promise<boolean> {
  if (process.platform === 'linux') return (await readCommand(processId)).includes(name);
  if (process.platform === 'win32') return answersSignals(processId);
  return (await run('ps', ['-o', 'args=', '-p', String(processId)])).output.includes(name);
}

async function listProcesses({ name }: Named): Promise<number[]> {
  if (process.platform === 'linux') {
    const ids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
    const commands = await Promise.all(ids.map(readCommand));
    return ids.filter((_, index) => commands[index]?.includes(name));
  }
  if (process.platform === 'win32') return [];
  const { output } = await run('ps', ['-axo', 'pid=,args=']);
  const lines = output.split('\n').filter((line) => line.includes(name));
  return lines.map((line) => Number.parseInt(line, 10));
}

function readCommand(processId: number): Promise<string> {
  return readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '');
}

/**
 * Whether the process exists. That is enough on Windows, where pg_ctl reaches PostgreSQL through a pipe and can harm no
 * other program.
 */
function answersSignals(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
