import { createHash, randomInt } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import type { Cluster } from './cluster.ts';
import { readBuild, roleName } from './database.ts';
import { endLeftovers, findRunning } from './processes.ts';
import { complaint, run } from './run.ts';

/**
 * Given on the command line, so that no file can override them. The server's log has no statements and no rejected
 * rows, because both may be personal data.
 */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_preload_libraries=',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  // Without worker processes: most reads hit the system's cache, which is faster.
  'io_method=sync',
  // With the default of 4 some searches at 100,000 resources read the whole table; with 2 some filters walk a whole index.
  'random_page_cost=3',
  `shared_buffers=${sharedBuffersMiB({ totalBytes: totalmem(), limitBytes: process.constrainedMemory() })}MB`,
];

/**
 * Returns the size of PostgreSQL's own cache: a sixteenth of the memory, rounded down to a multiple of 128 MiB, at
 * least PostgreSQL's default and at most 1 GiB. Memory is only used as the cache fills.
 * @param limitBytes memory limit of a container; 0 without a limit
 */
export function sharedBuffersMiB({ totalBytes, limitBytes }: { totalBytes: number; limitBytes: number }): number {
  const bytes = limitBytes > 0 ? Math.min(limitBytes, totalBytes) : totalBytes;
  const step = 128;
  return Math.min(1024, Math.max(1, Math.floor(bytes / 16 / 1024 ** 2 / step)) * step);
}

const logLimitBytes = 5_000_000;

/** Below the ports that systems use for outgoing connections, so that PostgreSQL's is still free after a crash. */
const ports = { from: 20_000, to: 32_000 };

type Log = (message: string) => void;

/**
 * Starts the cluster's server and returns its port. A server that a killed portal left is taken over if it has the
 * wanted build and port; any other is stopped first, like the orphans of a dead one.
 * @param port required port, once its address is in use; any free one when absent
 * @throws StartError when the server does not start, or another one of this cluster does not end
 */
export async function bringUp(cluster: Cluster, { port, log }: { port?: number; log: Log }): Promise<number> {
  const running = await findRunning(cluster);
  if (
    running &&
    (port ?? running.port) === running.port &&
    (await readBuild(cluster, running.port)) === build(cluster)
  ) {
    return running.port;
  }
  await stopServer(cluster);
  await endLeftovers(cluster);
  // The process in the file is not this cluster's server; PostgreSQL itself would only see that its id is in use.
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
  return startServer(cluster, { port, log });
}

/**
 * Ends the server and rolls open transactions back; does nothing when no server runs.
 * @throws StartError when it does not end
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!(await findRunning(cluster))) return;
    const args = ['stop', '--silent', '--timeout=60', `--mode=${mode}`, '-D', cluster.folderArgument];
    await run(cluster.programs.pgCtl, args, inside(cluster));
  }
  const left = await findRunning(cluster);
  if (left)
    throw new StartError(`PostgreSQL's process ${left.processId} of an earlier run does not end: end it by hand.`);
}

/** Sets the superuser's password to the cluster's. The server must be stopped. */
export async function resetPassword(cluster: Cluster): Promise<void> {
  const args = ['--single', '-D', cluster.folderArgument, '-c', `cluster_name=${cluster.name}`, 'postgres'];
  // The password is hexadecimal, so it needs no escaping.
  const input = `alter role ${roleName} password '${cluster.password}'\n`;
  await run(cluster.programs.postgres, args, { ...inside(cluster), input });
}

/**
 * Returns the options to start programs inside the folder, because their account may not be able to enter its parents.
 */
function inside({ account, folder, environment }: Cluster) {
  return { account, cwd: folder, environment };
}

async function startServer(cluster: Cluster, { port, log }: { port?: number; log: Log }): Promise<number> {
  const logFile = await openLog(cluster.logFile);
  const { size: alreadyLogged } = await logFile.stat();
  const patience = setTimeout(
    () => log('PostgreSQL is still starting; after a crash it goes through its journal first.'),
    5_000,
  );
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const chosen = port ?? (await freePort());
      const args = startArguments(cluster, chosen);
      const { exitCode } = await run(cluster.programs.pgCtl, args, { ...inside(cluster), outputFile: logFile.fd });
      if (exitCode === 0) return chosen;
      // Another program may have taken the port between check and start; only then is another attempt useful.
      if (port !== undefined || (await isFree(chosen))) break;
    }
  } finally {
    clearTimeout(patience);
    await logFile.close();
  }
  const said = (await readFile(cluster.logFile)).subarray(alreadyLogged).toString();
  throw new StartError(`PostgreSQL did not start (${complaint(said)}); more is in ${cluster.logFile}.`);
}

function startArguments(cluster: Cluster, port: number): string[] {
  const all = [...settings, `cluster_name=${cluster.name}`, `portal.build=${build(cluster)}`];
  const options = [`-p ${port}`, ...all.map((setting) => `-c "${setting}"`)].join(' ');
  return ['start', '--silent', '--wait', '--timeout=600', '-D', cluster.folderArgument, '-o', options];
}

/** Returns the identity of a server: programs, folder and settings. */
function build({ programs, folder }: Cluster): string {
  const parts = [programs.version, programs.folder, folder, ...settings];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

/**
 * Opens the server's log as a file, because the server writes to it after the portal is gone, when a pipe would break.
 */
async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimitBytes) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
  throw new StartError(`PostgreSQL found no free port between ${ports.from} and ${ports.to} on 127.0.0.1.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
