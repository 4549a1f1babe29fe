import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/support/process.ts';
import manifest from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const startWithinMs = 120_000;

/** A server in a separate process. */
export type Server = {
  processId: number;
  port: number;
  /** Time from the start until /readyz responded with success. */
  startedAfterMs: number;
  stop(): Promise<void>;
};

/** Runs the portal as `npm start` does, with the Node settings of that script. */
export function startPortal(variables: Record<string, string>): Promise<Server> {
  const words = manifest.scripts.start.split(' ');
  return startServer(words.slice(words.indexOf('node') + 1), variables);
}

/**
 * Runs a file of the repository with PORT set to a free one, and waits until /readyz responds with success.
 * @param args settings of Node, then the file
 * @throws with its output when it ends before that or takes more than two minutes
 */
export async function startServer(args: string[], variables: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const { PATH = '', HOME = '', NODE_OPTIONS = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, NODE_OPTIONS, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...variables },
  });
  // Kills the server when this process ends for any reason.
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part));
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isReady(port))) {
    const waitedMs = performance.now() - startedAt;
    if (hasEnded() || waitedMs > startWithinMs) {
      child.kill('SIGKILL');
      throw new Error(`${args.at(-1)} did not start:\n${output}`);
    }
    await wait(10);
  }
  return {
    processId: child.pid ?? 0,
    port,
    startedAfterMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.ok ?? false;
}

/** The functions that undo each step, in the order of the steps. */
export type Stops = (() => Promise<unknown>)[];

/** Undoes the steps of the work in reverse order: at its end, when it fails, and when the operator interrupts it. */
export async function withStops(work: (stops: Stops) => Promise<void>): Promise<void> {
  const stops: Stops = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    await work(stops);
  } finally {
    await stopAll();
  }
}
