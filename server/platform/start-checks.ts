import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { now } from './clock.ts';
import { Client } from './database/client.ts';
import { StartError } from './start-error.ts';

/**
 * Rejects root with a data folder of another user, for a command that writes into it: the owner's portal cannot change
 * files of root.
 * @throws StartError
 */
export async function rejectRootInForeign(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const uid = await stat(dataDir).then(
    (folder) => folder.uid,
    () => 0,
  );
  if (uid === 0) return;
  throw new StartError(
    `DATA_DIR ${dataDir} belongs to the user ${uid}, and what root makes there that user could not change: ` +
      `run the command as that user (sudo -u '#${uid}' …).`,
  );
}

/**
 * Makes the data folder and checks that it can be written to.
 * @throws StartError
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  const probe = path.join(dataDir, `.write-probe-${process.pid}`);
  try {
    // A folder of root can be traversed by the database's user, and no other user can list it.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK);
    await writeFile(probe, '');
    await rm(probe);
  } catch {
    throw cannotBeWritten(dataDir);
  }
}

/**
 * Checks that a data folder that does not exist can be made, without making it.
 * @throws StartError
 */
export async function checkNewDataDir(dataDir: string): Promise<void> {
  let above = path.dirname(path.resolve(dataDir));
  while (!existsSync(above)) above = path.dirname(above);
  const isFolder = (await stat(above)).isDirectory();
  const isWritable = await access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isFolder || !isWritable) throw cannotBeWritten(dataDir);
}

const cannotBeWritten = (dataDir: string) =>
  new StartError(`DATA_DIR ${dataDir} cannot be written to: choose another folder or change its permissions.`);

/**
 * Checks that the port is free before the portal starts.
 * @returns the port; for 0 a free one
 * @throws StartError when it cannot be listened on
 */
export async function checkPort(port: number, host: string): Promise<number> {
  const probe = createServer();
  let free = port;
  const code = await new Promise<string | null>((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    probe.listen(port, host, () => {
      const address = probe.address();
      if (typeof address === 'object' && address) free = address.port;
      probe.close(() => resolve(null));
    });
  });
  if (code === 'EADDRINUSE')
    throw new StartError(`Port ${port} is in use: stop what uses it or set PORT to another one.`);
  if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
  if (code !== null)
    throw new StartError(
      `HOST ${host} cannot be listened on (${code}): set HOST to an address of this machine, such as 127.0.0.1.`,
    );
  return free;
}

/** Minimum version of PostgreSQL, in the form of server_version_num. */
const oldestServer = 150_000;

/** Environment variable with the connection URL of a database; `the target` of a move has none. */
export type DatabaseVariable = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'the target';

/** Facts about a database and the role that connects. */
export type DatabaseFacts = {
  version: string;
  role: string;
  isSuperuser: boolean;
  /** Extensions that the portal needs and this PostgreSQL does not have. */
  missingExtensions: string[];
  /** Milliseconds by which its clock is ahead of this machine's. */
  clockAheadMs: number;
};

/**
 * Queries the database of a variable.
 * @throws StartError when it does not respond, or is too old
 */
export async function inspectDatabase(address: string, variable: DatabaseVariable): Promise<DatabaseFacts> {
  return connected(address, variable, async (client) => {
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        current_user as role, (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
        array(select name from unnest(array['pg_trgm', 'unaccent']) as name
          where name not in (select name from pg_available_extensions)) as missing,
        extract(epoch from clock_timestamp())::float8 * 1000 as clock_ms`);
    const [{ number, version, role, is_superuser: isSuperuser, missing: missingExtensions, clock_ms: clockMs }] = rows;
    if (number < oldestServer) {
      throw new StartError(`The PostgreSQL of ${variable} is too old: the portal needs version 15 or newer.`);
    }
    return { version, role, isSuperuser, missingExtensions, clockAheadMs: clockMs - now().getTime() };
  });
}

const heardWithinMs = 3_000;

/**
 * Whether a notice that is sent at one connection URL arrives at the other: both then name one database, and the second
 * has no pooler in transaction mode.
 */
export async function hearsNotices(said: string, heard: string): Promise<boolean> {
  const channel = `portal_hearing_${randomUUID()}`;
  return connected(heard, 'DATABASE_DIRECT_URL', async (listener) => {
    const arrival = once(listener, 'notification', { signal: AbortSignal.timeout(heardWithinMs) }).then(
      () => true,
      () => false,
    );
    await listener.query(`listen "${channel}"`);
    await connected(said, 'DATABASE_URL', (speaker) => speaker.query('select pg_notify($1, $2)', [channel, '']));
    return arrival;
  });
}

async function connected<Result>(
  connectionString: string,
  variable: DatabaseVariable,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
    throw new StartError(`The database of ${variable} does not answer (${reason}).`);
  } finally {
    await client.end().catch(() => {});
  }
}
