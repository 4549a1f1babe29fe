import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findChromium } from './browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const logFile = path.join(root, 'test-results', 'portal.log');
const startLimitMs = 120_000;
const stopLimitMs = 20_000;

/** What the portal inherits of the surroundings; none of its own variables, so that every run meets the same demo. */
const inherited = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'];

/**
 * Playwright's global setup: finds the browser, starts the real portal in demo mode on an empty data folder and hands
 * both to the tests as CHROMIUM_PATH and PORTAL_URL. With PORTAL_URL already set, that portal is used as it is.
 *
 * @returns what stops the portal and removes its data
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const { executablePath, from } = await findChromium();
  process.env.CHROMIUM_PATH = executablePath;
  console.log(`Browser: ${executablePath} (${from})`);
  if (process.env.PORTAL_URL) return async () => {};

  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const portal = await spawnPortal({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  try {
    await untilReady(portal, url);
  } catch (error) {
    portal.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    console.error(await readFile(logFile, 'utf8'));
    throw error;
  }
  const reportEnd = async () => console.error(`The portal ended by itself.\n${await readFile(logFile, 'utf8')}`);
  portal.once('exit', reportEnd);
  process.env.PORTAL_URL = url;
  console.log(`Portal: ${url}, its log is in test-results/portal.log`);

  return async () => {
    portal.off('exit', reportEnd);
    await stop(portal);
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function spawnPortal(variables: Record<string, string>): Promise<ChildProcess> {
  await mkdir(path.dirname(logFile), { recursive: true });
  const surroundings = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
  const portal = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...surroundings, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  portal.stdout.pipe(log, { end: false });
  portal.stderr.pipe(log, { end: false });
  return portal;
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

/** Stops it as Ctrl-C does, because that is what operators do. */
async function stop(portal: ChildProcess): Promise<void> {
  if (hasEnded(portal)) return;
  const ended = once(portal, 'exit', { signal: AbortSignal.timeout(stopLimitMs) });
  portal.kill('SIGINT');
  await ended.catch(() => {
    portal.kill('SIGKILL');
    throw new Error(`The portal did not stop within ${stopLimitMs / 1000} seconds of SIGINT.`);
  });
}

function hasEnded(portal: ChildProcess): boolean {
  return portal.exitCode !== null || portal.signalCode !== null;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no free port.');
  return address.port;
}
