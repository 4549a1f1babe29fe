import pg from 'pg';
import { type Access, connected, connectionString, databaseName, isWrongPassword } from './database.ts';

/**
 * The role as which the portal serves: no superuser, and the owner of nothing. `database/grants.ts` gives its rights.
 */
export const serviceRole = 'portal_service';

type Passwords = Access & { servicePassword: string };

const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * Creates or corrects the serving role, on a cluster with the portal's database. Writes nothing if the role is right.
 */
export async function ensureServiceRole({ password, servicePassword }: Passwords, port: number): Promise<void> {
  // The password is hexadecimal, so it needs no escaping.
  const wanted = `${attributes} password '${servicePassword}'`;
  await connected({ password }, port, async (client) => {
    const { rows } = await client.query<{ fits: boolean }>(
      `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as fits
       from pg_roles where rolname = $1`,
      [serviceRole],
    );
    if (!rows[0]) await client.query(`create role ${serviceRole} ${wanted}`);
    await closeDatabases(client);
    if (rows[0] && !(rows[0].fits && (await logsIn(servicePassword, port)))) {
      await client.query(`alter role ${serviceRole} ${wanted}`);
    }
  });
}

/**
 * Limits the serving role to the portal's database, because by default every role may connect to a new database and
 * create temporary tables there.
 */
async function closeDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname in ('postgres', 'template1', $1)
       and exists (select from aclexplode(coalesce(datacl, acldefault('d', datdba))) where grantee = 0)`,
    [databaseName],
  );
  for (const { name } of rows) await client.query(`revoke all on database ${name} from public`);
  if (rows.length > 0) await client.query(`grant connect on database ${databaseName} to ${serviceRole}`);
}

async function logsIn(password: string, port: number): Promise<boolean> {
  const address = connectionString({ password }, port, serviceRole);
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isWrongPassword(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}
