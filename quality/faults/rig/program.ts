import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');
const startWithinMs = 90_000;

/** A file of the repository that runs as a separate process. */
export type Program = {
  processId: number;
  output(): string;
  isRunning(): boolean;
  /** `kill -9`; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Asks the process to end. @returns milliseconds until it had */
  stop(): Promise<number>;
};

type Run = {
  file: string;
  /** The folder of the file; by default this checkout. */
  folder?: string | null;
  variables: Record<string, string>;
  commandLine?: string[];
  nodeOptions?: string[];
  /** Maximum size of a file that the program writes, as with `ulimit -f`. */
  mostFileBytes?: number;
  isReady(output: string): Promise<boolean> | boolean;
};

/**
 * Starts a program with these variables and a few that each program needs.
 * @throws with its output when it ends before it is ready, or is not ready in time
 */
export async function startProgram({
  file,
  folder,
  variables,
  commandLine = [],
  nodeOptions = [],
  mostFileBytes,
  isReady,
}: Run): Promise<Program> {
  const { PATH = '', HOME = '', USER = '' } = process.env;
  const node = [process.execPath, ...nodeOptions, path.join(folder ?? root, file), ...commandLine];
  const [command = '', ...args] = mostFileBytes === undefined ? node : limited(node, mostFileBytes);
  const child = spawn(command, args, {
    cwd: folder ?? root,
    env: { PATH, HOME, USER, NODE_ENV: 'production', ...compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-200_000);
    });
  }
  // Kills the program when this process ends for any reason.
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'close').finally(() => process.off('exit', killNow));
  const startedAt = performance.now();
  while (!(await isReady(output))) {
    if (hasEnded(child) || performance.now() - startedAt > startWithinMs) {
      killNow();
      throw new Error(`${file} did not start:\n${output}`);
    }
    await pause(10);
  }
  const end = async (signal: NodeJS.Signals) => {
    const askedAt = performance.now();
    if (!hasEnded(child)) child.kill(signal);
    await ended;
    return performance.now() - askedAt;
  };
  return {
    processId: child.pid ?? 0,
    output: () => output,
    isRunning: () => !hasEnded(child),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Returns a command line with a limit. POSIX counts blocks of 512 bytes; the shell replaces itself by the program. */
function limited(commandLine: string[], bytes: number): string[] {
  return ['sh', '-c', `ulimit -f ${Math.floor(bytes / 512)} && exec "$0" "$@"`, ...commandLine];
}

/** The compile cache of `npm start`, so that starts take the same time. */
const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'dist', '.compile-cache') };

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
