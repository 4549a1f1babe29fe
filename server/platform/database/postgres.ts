import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { DatabaseAddresses } from './db.ts';
import { chooseAccount } from './postgres/account.ts';
import { type Cluster, locateCluster, prepareCluster } from './postgres/cluster.ts';
import { connectionString, ensureDatabase, readBuild } from './postgres/database.ts';
import { lockFolder } from './postgres/lock.ts';
import { ensurePassword, readPassword } from './postgres/password.ts';
import { findRunning, interruptServer } from './postgres/processes.ts';
import { findPrograms } from './postgres/programs.ts';
import { watchRoom } from './postgres/room.ts';
import { bringUp, resetPassword, stopServer } from './postgres/server.ts';
import { ensureServiceRole, serviceRole } from './postgres/service-role.ts';

type Log = (message: string) => void;

const watchIntervalMs = 500;

/**
 * Starts the embedded PostgreSQL on the cluster in `<dataDir>/postgres`, which is created at the first start, and
 * watches it: when it dies while the portal runs, it is back at the same address within seconds, and while its disk is
 * full, it is read-only. It ends with the process. Only `kill -9`, and outside Linux any end without `stop`, leaves it
 * running, and the next start takes it over.
 * @param environment variables for the server only, with which tests shift its clock; a portal passes none
 * @param log reports facts for the operator, a line each
 * @returns the connection URLs (of 127.0.0.1 and a port of its own choice; the owner is a superuser), and a function
 * that stops the server and may be called more than once
 * @throws StartError when it cannot start, with one sentence that says what to do
 */
export async function startPostgres({
  dataDir,
  log,
  environment = {},
}: {
  dataDir: string;
  log: Log;
  environment?: Record<string, string>;
}): Promise<DatabaseAddresses & { stop(): Promise<void> }> {
  const folder = await openDataDir(dataDir);
  const unlock = lockFolder(folder);
  try {
    const cluster = await findCluster(folder, { log, environment });
    return await serve(cluster, { log, unlock });
  } catch (error) {
    unlock();
    throw asStartError(error, folder);
  }
}

async function serve(cluster: Cluster, { log, unlock }: { log: Log; unlock: () => void }) {
  // For a process that ends without stop(), for example by an uncaught error or a signal while the server starts.
  const interrupt = () => interruptServer(cluster);
  process.once('exit', interrupt);
  const port = await openServer(cluster, log).catch((error: unknown) => {
    process.off('exit', interrupt);
    throw error;
  });
  const endWatch = watch(cluster, { port, log });
  const end = async () => {
    try {
      await endWatch();
      await stopServer(cluster);
    } finally {
      process.off('exit', interrupt);
      unlock();
    }
  };
  let ended: Promise<void> | null = null;
  return {
    ...addresses(cluster, port),
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

function addresses({ password, servicePassword }: Pick<Cluster, 'password' | 'servicePassword'>, port: number) {
  return {
    owner: connectionString({ password }, port),
    service: connectionString({ password: servicePassword }, port, serviceRole),
  };
}

/**
 * Returns the connection URLs of the PostgreSQL that a portal on this DATA_DIR keeps running; null when none does. For
 * a command that runs while the portal does, and so can neither start nor stop PostgreSQL.
 */
export async function findRunningPostgres(dataDir: string): Promise<DatabaseAddresses | null> {
  const place = await locateCluster(join(dataDir, 'postgres')).catch(() => null);
  const running = place && (await findRunning(place));
  const password = running && (await readPassword(dataDir, 'owner'));
  if (!password || !(await readBuild({ password }, running.port))) return null;
  const servicePassword = await readPassword(dataDir, 'service');
  if (servicePassword) return addresses({ password, servicePassword }, running.port);
  // A portal of an earlier version runs there, which serves as the owner.
  const owner = connectionString({ password }, running.port);
  return { owner, service: owner };
}

/** Makes and resolves the folder. PostgreSQL's user can traverse a folder of root; only its owner can list it. */
async function openDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await mkdir(path, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
    return await realpath(path);
  } catch (error) {
    throw asStartError(error, path);
  }
}

async function findCluster(
  dataDir: string,
  { log, environment }: { log: Log; environment: Record<string, string> },
): Promise<Cluster> {
  const account = await chooseAccount(join(dataDir, 'postgres'));
  const [programs, password, servicePassword] = await Promise.all([
    findPrograms(account, { dataDir, log }),
    ensurePassword(dataDir, 'owner'),
    ensurePassword(dataDir, 'service'),
  ]);
  return prepareCluster({ dataDir, account, programs, password, servicePassword, environment, log });
}

async function openServer(cluster: Cluster, log: Log): Promise<number> {
  try {
    const port = await bringUp(cluster, { log });
    if (!(await ensureDatabase(cluster, port))) {
      await stopServer(cluster);
      await resetPassword(cluster);
      log('The database did not take the password of its file, which was lost or changed; it was set anew.');
      await bringUp(cluster, { port, log });
      if (!(await ensureDatabase(cluster, port))) {
        throw new StartError(`The database in ${cluster.folder} is not a portal's: move it away, or set DATA_DIR.`);
      }
    }
    await ensureServiceRole(cluster, port);
    return port;
  } catch (error) {
    // The caller gets the error; a server that started nevertheless would block the next start.
    await stopServer(cluster).catch(() => {});
    throw error;
  }
}

/**
 * Restarts PostgreSQL whenever it is gone, on the same port, because the pool's address is fixed; while it runs, checks
 * the free space on its disk.
 * @returns a function that ends the watch, after a start that is under way
 */
function watch(cluster: Cluster, { port, log }: { port: number; log: Log }): () => Promise<void> {
  const ending = new AbortController();
  const pause = () => wait(watchIntervalMs, true, { signal: ending.signal, ref: false }).catch(() => false);
  const room = watchRoom(cluster, log);
  const watching = (async () => {
    let isDown = false;
    while (await pause()) {
      if (await findRunning(cluster)) {
        // A failed check is repeated at the next interval.
        await room.check(port).catch(() => {});
        continue;
      }
      if (!isDown) log('PostgreSQL ended unexpectedly; it is started again.');
      try {
        await room.giveReserve().catch(() => {});
        await bringUp(cluster, { port, log });
        log('PostgreSQL is back.');
        isDown = false;
      } catch (error) {
        if (!isDown) log(`${error instanceof Error ? error.message : error} Trying again until it does.`);
        isDown = true;
      }
    }
  })();
  return async () => {
    ending.abort();
    await watching;
  };
}

/**
 * Returns a StartError for a file that cannot be read or written, which the operator must solve; any other error, such
 * as another StartError or a bug, is returned unchanged.
 */
function asStartError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'syscall' in error) || error.syscall === 'connect') return error;
  return new StartError(
    `DATA_DIR ${dataDir} cannot be used (${error.message}): ` +
      'start the portal as the user the folder belongs to, make room in it, or set DATA_DIR to another folder.',
  );
}
