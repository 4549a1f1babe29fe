import pg from 'pg';

/** Names of the superuser and of the database of the portal. */
export const roleName = 'portal';
export const databaseName = 'portal';

export type Access = { password: string };

/** PostgreSQL's code for a wrong password. */
const wrongPassword = '28P01';

/**
 * Returns the connection URL of the portal's database for a role; the password is hexadecimal and needs no escaping.
 */
export function connectionString({ password }: Access, port: number, role = roleName): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;
}

/**
 * Returns the build with which the server on that port was started; null when it is not the portal's or does not
 * respond (yet).
 */
export async function readBuild(access: Access, port: number): Promise<string | null> {
  return connected(access, port, async (client) => {
    const { rows } = await client.query("select current_setting('portal.build', true) as build");
    return rows[0].build;
  }).catch(() => null);
}

/**
 * Makes the portal's database if it is missing.
 * @returns false when the server does not accept the password
 */
export async function ensureDatabase(access: Access, port: number): Promise<boolean> {
  try {
    await connected(access, port, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
      if (!rowCount) await client.query(`create database ${databaseName}`);
    });
    return true;
  } catch (error) {
    if (isWrongPassword(error)) return false;
    throw error;
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === wrongPassword;
}

/**
 * Sets whether transactions may write by default, for every database of this server. While they may not, autovacuum is
 * off: vacuuming writes as well, and can delete a file that PostgreSQL needs room to write again before it accepts the
 * next connection.
 */
export async function setReadOnly(access: Access, port: number, isReadOnly: boolean): Promise<void> {
  await connected(access, port, async (client) => {
    await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query(isReadOnly ? 'alter system set autovacuum = off' : 'alter system reset autovacuum');
    // Open connections follow from their next transaction.
    await client.query('select pg_reload_conf()');
  });
}

/** Whether the server is read-only, for example after it ended while its disk was full. */
export function isReadOnly(access: Access, port: number): Promise<boolean> {
  return connected(access, port, async (client) => {
    const { rows } = await client.query(`select current_setting('default_transaction_read_only')::boolean as closed`);
    return rows[0].closed;
  });
}

/** Runs `work` with a connection to PostgreSQL's own database, which always exists. */
export async function connected<Result>(
  { password }: Access,
  port: number,
  work: (client: pg.Client) => Promise<Result>,
) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: roleName,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 3_000,
  });
  // Without a listener, the error of a broken connection would end the process; the running query is rejected anyway.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
