import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';

export type Started = {
  /** Resolves when the output matches; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<void>;
  output(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<{ exitCode: number | null; stdout: string; stderr: string }>;
};

/**
 * Runs a file of the repository as a process with only PATH, HOME, USER and these environment variables. Its compiled
 * code is cached, as with `npm start`, because each start would otherwise take twice as long.
 */
export async function startProcess(
  file: string,
  variables: Record<string, string>,
  commandLine: string[] = [],
): Promise<Started> {
  const root = path.resolve(import.meta.dirname, '../..');
  const { PATH = '', HOME = '', USER = '' } = process.env;
  const child = spawn(process.execPath, [path.join(root, file), ...commandLine], {
    cwd: root,
    env: { PATH, HOME, USER, NODE_COMPILE_CACHE: path.join(root, 'dist', '.compile-cache'), ...variables },
  });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', (part: Buffer) => {
    stdout += part.toString();
    tell();
  });
  child.stderr.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
    child.once('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr });
      tell();
    });
  });
  return {
    output: () => stdout,
    kill: (signal) => void child.kill(signal),
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (pattern.test(stdout)) resolve();
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`It ended: ${stderr || stdout}`));
          else return;
          listeners.delete(check);
        };
        listeners.add(check);
        check();
      }),
  };
}

/**
 * Returns a free port of this machine, below the ports that the system assigns to connections: a connection could take
 * one of those before the program listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
