import pg from 'pg';

/** The superuser and the database of the portal. */
export const roleName = 'portal';
export const databaseName = 'portal';

export type Access = { password: string };

/** PostgreSQL's code for a password that is not the right one. */
const wrongPassword = '28P01';

/** The address of the portal's database for a role; the password is hexadecimal and needs no escaping. */
export function connectionString({ password }: Access, port: number, role = roleName): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;
}

/** The build the server on that port was started as, or null where it is not ours or does not answer (yet). */
export async function readBuild(access: Access, port: number): Promise<string | null> {
  return connected(access, port, async (client) => {
    const { rows } = await client.query("select current_setting('portal.build', true) as build");
    return rows[0].build;
  }).catch(() => null);
}

/**
 * Makes the portal's database where it is missing.
 * @returns false where the server does not take the password
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

/** Whether the server refused the password. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === wrongPassword;
}

/**
 * Whether transactions may write unless they insist; for every database of this server. Nothing is vacuumed while they
 * may not: that writes as well, and can throw away a file that PostgreSQL needs room to write again before it takes the
 * next connection.
 */
export async function setReadOnly(access: Access, port: number, isReadOnly: boolean): Promise<void> {
  await connected(access, port, async (client) => {
    await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query(isReadOnly ? 'alter system set autovacuum = off' : 'alter system reset autovacuum');
    // Connections that are open already follow before their next transaction.
    await client.query('select pg_reload_conf()');
  });
}

/** Whether a server that ended while its disk was full came back as it was. */
export function isReadOnly(access: Access, port: number): Promise<boolean> {
  return connected(access, port, async (client) => {
    const { rows } = await client.query(`select current_setting('default_transaction_read_only')::boolean as closed`);
    return rows[0].closed;
  });
}

/** One connection to PostgreSQL's own database, which is there from the beginning. */
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
  // A connection that breaks also rejects the query in hand; without a listener it would end the process as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
