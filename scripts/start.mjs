// Plain JavaScript, so that an old version of Node can run it and report that it is too old.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The first version that runs TypeScript without a flag. */
const oldestNode = [22, 18];

/** The program to run; the portal itself when none is named. All further arguments are for that program. */
const [entry = 'server/app/main.ts', ...rest] = process.argv.slice(2);

if (!existsSync(join(root, 'node_modules', 'fastify'))) {
  refuse('The packages are not installed yet: run npm ci first.');
} else if (isNewEnough()) {
  await start();
} else {
  await startWithOwnNode();
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Runs the program in this process, so that signals reach it. */
async function start() {
  exitBySignals();
  if (entry === 'server/app/main.ts') {
    await ensureWeb();
    process.env.BUILD_COMMIT ||= commitOfCheckout();
  }
  // In the checkout rather than in the system's shared temporary folder, where others could plant code.
  module.enableCompileCache(join(root, 'dist', '.compile-cache'));
  process.argv = [process.argv[0], join(root, entry), ...rest];
  await import(pathToFileURL(join(root, entry)).href);
  // Otherwise written at a normal end only, so a portal that is killed would start slowly for ever.
  setTimeout(() => module.flushCompileCache(), 5_000).unref();
}

/**
 * Ends a program that has no listener of its own by `process.exit`, because the exit listeners end the embedded
 * PostgreSQL. A signal's usual way would leave it running.
 */
function exitBySignals() {
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number);
    });
  }
}

/** Empty without git. The folder is named, or git would answer for a repository around this one. */
function commitOfCheckout() {
  const command = ['--git-dir', join(root, '.git'), 'rev-parse', 'HEAD'];
  return spawnSync('git', command, { encoding: 'utf8' }).stdout?.trim() ?? '';
}

async function ensureWeb() {
  const { isWebBuilt } = await import('./build-web.mjs');
  if (isWebBuilt()) return;
  console.log('Building the web app …');
  // In a process of its own: the bundler's memory is given back, and its settings do not reach the portal.
  const exitCode = await run(process.execPath, [join(root, 'scripts', 'build-web.mjs')]);
  if (exitCode !== 0) process.exit(1);
}

/** Outside npm an old Node of the system may come first; the one among the packages is new enough. */
async function startWithOwnNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  const needed = `Node ${oldestNode.join('.')} or newer is needed, but this is ${process.version}: install a newer Node.`;
  if (!existsSync(own)) refuse(needed);
  const exitCode = await run(own, [...process.execArgv, ...process.argv.slice(1)]);
  if (exitCode === null) refuse(needed);
  process.exit(exitCode);
}

/** Runs a program in this terminal and passes signals on; null when it cannot be started. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    // Ctrl-C also reaches the child by itself, which counts two signals in a moment as one.
    const signals = Object.fromEntries(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [name, () => child.kill(name)]));
    for (const [signal, handle] of Object.entries(signals)) process.on(signal, handle);
    child.on('error', () => resolve(null));
    child.on('exit', (exitCode) => {
      for (const [signal, handle] of Object.entries(signals)) process.off(signal, handle);
      resolve(exitCode ?? 1);
    });
  });
}
