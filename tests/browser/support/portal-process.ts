import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { copyDemoData } from '#tests/support/demo-data.ts';
import { freePort } from '#tests/support/process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const startLimitMs = 300_000;
const stopLimitMs = 20_000;

/** Environment variables that the portal inherits; none of its own, so that every run starts the same demo. */
const inherited = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'];

export type PortalProcess = {
  url: string;
  /** Returns the portal's output, for a test that failed. */
  log(): Promise<string>;
  /** Calls the listener when the portal ends unexpectedly. */
  onUnexpectedEnd(listener: () => void): void;
  /** Stops the portal as Ctrl-C does, because operators stop it so. */
  stop(): Promise<void>;
  /** Ends the portal abruptly, as a power cut would. */
  kill(): Promise<void>;
};

type Where = {
  dataDir: string;
  /** Port, which a restart needs again. */
  port: number;
  /** Name of the log under test-results. */
  logName: string;
  /** More environment variables, such as PASSWORD_MIN. */
  variables?: Record<string, string>;
};

/**
 * Starts the real portal, in demo mode unless `variables` say otherwise, and waits until it is ready. When
 * `PORTAL_TEMPLATE` names a folder, an empty data folder of a demo begins as a copy instead of a first start.
 * @throws with its log when it is not ready within five minutes
 */
export async function startPortalProcess(where: Where): Promise<PortalProcess> {
  const { PORTAL_TEMPLATE: template } = process.env;
  const isFirstStart = !existsSync(path.join(where.dataDir, 'postgres')) && where.variables?.DEMO !== '0';
  if (template && isFirstStart) {
    await copyDemoData(template, where.dataDir, async (dataDir) => {
      const demo = await startAndWait({ dataDir, port: await freePort(), logName: 'template.log' });
      // A demo that answers may still be creating its history; its log says when it is done.
      while (!(await demo.log()).includes('Ctrl-C')) await wait(100);
      return demo.stop;
    });
  }
  return startAndWait(where);
}

async function startAndWait({ dataDir, port, logName, variables }: Where): Promise<PortalProcess> {
  const logFile = path.join(root, 'test-results', logName);
  const child = await spawnPortal({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...variables }, logFile);
  const url = `http://localhost:${port}`;
  const portal = handleOf(child, { url, logFile });
  try {
    await untilReady(child, url);
  } catch (error) {
    await portal.kill();
    throw new Error(`${String(error)}\n${await portal.log()}`);
  }
  return portal;
}

/** Runs a file of the repository to its end, as an operator would; returns its output. */
export async function runProgram(file: string, given: string[], variables: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, file), ...given], {
    cwd: root,
    env: { ...surroundings(), ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString();
  });
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`${file} ended with exit code ${String(exitCode)}: ${printed}`);
  return printed;
}

function handleOf(child: ChildProcess, { url, logFile }: { url: string; logFile: string }): PortalProcess {
  let isAsked = false;
  return {
    url,
    log: () => readFile(logFile, 'utf8'),
    onUnexpectedEnd: (listener) => void child.once('exit', () => isAsked || listener()),
    stop: async () => {
      isAsked = true;
      if (hasEnded(child)) return;
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(stopLimitMs) });
      child.kill('SIGINT');
      await ended.catch(() => {
        child.kill('SIGKILL');
        throw new Error(`The portal did not stop within ${stopLimitMs / 1000} seconds of SIGINT.`);
      });
    },
    kill: async () => {
      isAsked = true;
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function spawnPortal(variables: Record<string, string>, logFile: string): Promise<ChildProcess> {
  await mkdir(path.dirname(logFile), { recursive: true });
  const portal = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...surroundings(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  portal.stdout.pipe(log, { end: false });
  portal.stderr.pipe(log, { end: false });
  return portal;
}

function surroundings(): Record<string, string | undefined> {
  return Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
}

async function untilReady(portal: ChildProcess, url: string): Promise<void> {
  const deadline = AbortSignal.timeout(startLimitMs);
  while (!deadline.aborted) {
    if (hasEnded(portal)) throw new Error(`The portal ended at its start with exit code ${portal.exitCode}.`);
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (reply?.ok) return;
    await wait(100);
  }
  throw new Error(`The portal was not ready after ${startLimitMs / 1000} seconds.`);
}

function hasEnded(portal: ChildProcess): boolean {
  return portal.exitCode !== null || portal.signalCode !== null;
}
