import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');
const startWithinMs = 90_000;

/** A file of the repository that runs as a process of its own. */
export type Program = {
  processId: number;
  output(): string;
  isRunning(): boolean;
  /** `kill -9`; answers when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to end. @returns after how many milliseconds it had */
  stop(): Promise<number>;
};

type Run = {
  file: string;
  /** The folder that holds it; absent or null: this checkout. */
  folder?: string | null;
  variables: Record<string, string>;
  commandLine?: string[];
  nodeOptions?: string[];
  /** No file that it writes may grow beyond this, as `ulimit -f` has it. */
  mostFileBytes?: number;
  isReady(output: string): Promise<boolean> | boolean;
};

/** Starts it in an environment of just these variables. @throws with its output when it ends instead of getting ready */
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
  // Whatever ends this process, no program is left behind.
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

/** POSIX counts blocks of 512 bytes; the shell gives its place to the program. */
function limited(commandLine: string[], bytes: number): string[] {
  return ['sh', '-c', `ulimit -f ${Math.floor(bytes / 512)} && exec "$0" "$@"`, ...commandLine];
}

/** As `npm start` has it, so that starts take as long as they take there. */
const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'dist', '.compile-cache') };

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
