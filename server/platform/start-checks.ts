import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { StartError } from './start-error.ts';

/** Makes the data folder and proves that it can be written to. */
export async function checkDataDir(dataDir: string): Promise<void> {
  const probe = path.join(dataDir, `.write-probe-${process.pid}`);
  try {
    // As root: the database's user may traverse the folder, and no other user may list it.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK);
    await writeFile(probe, '');
    await rm(probe);
  } catch {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to: choose another folder or change its permissions.`);
  }
}

/**
 * Checks that the port is free before anything is started.
 * @returns the port, for 0 a free one
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
    throw new StartError(`HOST ${host} cannot be listened on (${code}): set HOST to an address of this machine.`);
  return free;
}

/** The oldest PostgreSQL that the portal works with. */
const oldestServer = 150_000;

/** Proves that the database of a variable answers and is new enough. */
export async function checkDatabase(
  connectionString: string,
  variable: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
    if (rows[0].version < oldestServer) {
      throw new StartError(`The PostgreSQL of ${variable} is too old: the portal needs version 15 or newer.`);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
    throw new StartError(`The database of ${variable} does not answer (${reason}).`);
  } finally {
    await client.end().catch(() => {});
  }
}
