import { randomInt } from 'node:crypto';
import pg from 'pg';
import { hearsNotices, inspectDatabase } from '../start-checks.ts';
import { StartError } from '../start-error.ts';
import { Client } from './client.ts';
import type { DatabaseAddresses } from './db.ts';
import { migrate } from './migrate.ts';
import { listMigrations } from './migration-files.ts';
import { rejectUnfinishedMove } from './move/progress.ts';
import { ensureRoleLimits } from './role-limits.ts';

type Variables = {
  demo: boolean;
  databaseUrl: string | null;
  migrationDatabaseUrl: string | null;
  databaseDirectUrl: string | null;
};

/**
 * Checks the connection URLs of the primary, all of which must respond, and stores the time limits with the role of a
 * DATABASE_DIRECT_URL that differs. Returns null without a DATABASE_URL.
 * @throws StartError for a database from which the portal cannot be served
 */
export async function checkAddresses(asked: Variables): Promise<DatabaseAddresses | null> {
  const { databaseUrl: service, migrationDatabaseUrl, databaseDirectUrl } = asked;
  if (!service) return null;
  if (databaseDirectUrl && databaseDirectUrl !== service) {
    await inspectDatabase(databaseDirectUrl, 'DATABASE_DIRECT_URL');
    // Called before the pooler opens its first connection.
    await ensureRoleLimits(databaseDirectUrl);
  }
  const { role, isSuperuser } = await inspectDatabase(service, 'DATABASE_URL');
  if (isSuperuser && !asked.demo) {
    throw new StartError(
      `The role ${role} of DATABASE_URL is a superuser: name one that only serves (docs/operator/production.md, step 1).`,
    );
  }
  if (migrationDatabaseUrl) await inspectDatabase(migrationDatabaseUrl, 'MIGRATION_DATABASE_URL');
  if (!(await hearsNotices(service, databaseDirectUrl ?? service))) {
    throw new StartError(
      databaseDirectUrl
        ? 'Notifications of DATABASE_URL are not heard at DATABASE_DIRECT_URL: it must name the same database, past any pooler in transaction mode.'
        : 'DATABASE_URL leads through a pooler in transaction mode, which loses notifications: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    );
  }
  if (migrationDatabaseUrl && databaseDirectUrl && !(await hearsNotices(service, migrationDatabaseUrl))) {
    throw new StartError(
      'Notifications of DATABASE_URL are not heard at MIGRATION_DATABASE_URL: it must name the same database, past any pooler in transaction mode.',
    );
  }
  return { owner: migrationDatabaseUrl ?? databaseDirectUrl ?? service, service, direct: databaseDirectUrl ?? service };
}

/**
 * Preparation of the tables at a start; `servedBy` is null when the role that serves also migrates, or is the only one
 * that is known.
 */
export type Preparation = { isOwner: boolean; missing: string[]; servedBy: string | null };

/**
 * Checks the tables and the rights of the roles for a start, before anything is changed.
 * @throws StartError when owner and service name different databases, the rights are wrong, migrations are missing that
 * no role of these may run, or data was moved into the database only in part
 */
export async function inspectPreparation({ owner, service, direct }: DatabaseAddresses): Promise<Preparation> {
  await rejectHalfMoved(owner);
  const { isOwner, isReadable, missing } = await inspectTables(owner);
  if (owner === service || owner === direct) {
    if (!isOwner && !isReadable) throw new StartError(unreadableSentence);
    if (!isOwner && missing.length > 0) throw new StartError(missingSentence(missing));
    return { isOwner, missing, servedBy: null };
  }
  const servedBy = await findServiceRole({ owner, service });
  if (!isOwner) {
    throw new StartError('The role of MIGRATION_DATABASE_URL may not change the tables: name the one that owns them.');
  }
  return { isOwner, missing, servedBy };
}

/**
 * Brings the tables to the newest version as their owner, and gives the serving role its rights on them. Leaves no
 * connection of the owner open. When only the URL of a serving role is known, the tables must be at the newest version
 * already (`npm run migrate`).
 * @throws StartError when owner and service name different databases, the rights are wrong, migrations are missing, or
 * data was moved into the database only in part; the errors of `migrate`
 */
export async function prepareDatabase(
  addresses: DatabaseAddresses,
  { log }: { log: (message: string) => void },
): Promise<void> {
  const { isOwner, servedBy } = await inspectPreparation(addresses);
  if (!isOwner) return;
  try {
    await migrate(addresses.owner, { log, servedBy });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientRights)) throw error;
    throw new StartError(
      servedBy === null
        ? `The role of DATABASE_URL may not change the tables (${error.message}): set MIGRATION_DATABASE_URL to the address of the role that owns them.`
        : `The role of MIGRATION_DATABASE_URL may not change the tables (${error.message}): name the one that owns them.`,
    );
  }
}

/** @throws StartError for a database into which data was moved only in part */
function rejectHalfMoved(address: string): Promise<void> {
  return connected(address, rejectUnfinishedMove);
}

function missingSentence(missing: readonly string[]): string {
  return (
    `The tables lack ${missing.length} migrations (from ${missing[0]} on), and the role of DATABASE_URL does not own them: ` +
    'run npm run migrate with MIGRATION_DATABASE_URL, the address of the role that does.'
  );
}

/** A role gets its rights from the role that migrates, so an unreadable list does not show which tables exist. */
const unreadableSentence =
  'The role of DATABASE_URL may not read the tables yet: run npm run migrate with MIGRATION_DATABASE_URL, the address of ' +
  'the role that owns them.';

type InspectedTables = { isOwner: boolean; isReadable: boolean; missing: string[] };

/**
 * Returns whether the role of a connection URL may change the tables, or make them if there are none, whether it may
 * read the list of migrations, and which of them are missing; all of them if it may not read the list.
 */
export async function inspectTables(address: string): Promise<InspectedTables> {
  const wanted = await listMigrations();
  return connected(address, async (client) => {
    const { rows } = await client.query<{ isOwner: boolean; isReadable: boolean }>(
      `select pg_has_role(relowner, 'usage') as "isOwner", has_table_privilege(oid, 'select') as "isReadable"
       from pg_class where oid = to_regclass('schema_migrations')`,
    );
    const [table] = rows;
    if (!table) {
      const { rows: schema } = await client.query<{ isOwner: boolean }>(
        `select coalesce(has_schema_privilege(current_schema(), 'create'), false) as "isOwner"`,
      );
      return { isOwner: schema[0]?.isOwner === true, isReadable: true, missing: wanted };
    }
    const { isOwner, isReadable } = table;
    const done = isReadable ? await client.query<{ name: string }>('select name from schema_migrations') : { rows: [] };
    const names = new Set(done.rows.map(({ name }) => name));
    return { isOwner, isReadable, missing: wanted.filter((name) => !names.has(name)) };
  });
}

const insufficientRights = '42501';

/** Selects forbidden abilities of a serving role; `$1` is the role that migrates. */
const excess = `
  select current_user as role, array_remove(array[
    case when rolsuper then 'is a superuser' end,
    case when rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
      then 'has CREATEROLE, CREATEDB, REPLICATION or BYPASSRLS' end,
    case when pg_has_role(current_user, $1, 'member') then 'may act as the role that migrates' end,
    case when has_schema_privilege(current_user, current_schema(), 'create') then 'may create in the schema' end,
    case when has_database_privilege(current_user, current_database(), 'create') then 'may create in the database' end
  ], null) as powers
  from pg_roles where rolname = current_user`;

/** @throws StartError when the serving role could do more than serve, or the URLs name different databases */
async function findServiceRole({ owner, service }: DatabaseAddresses): Promise<string> {
  return connected(owner, (ownerClient) =>
    connected(service, async (serviceClient) => {
      // An advisory lock is visible in its own database only.
      const key = randomInt(2 ** 47);
      const { rows: owners } = await ownerClient.query<{ role: string }>(
        'select current_user as role from pg_advisory_lock($1)',
        [key],
      );
      const { rows: locks } = await serviceClient.query('select pg_try_advisory_lock($1) as free', [key]);
      if (locks[0]?.free) {
        throw new StartError(
          'MIGRATION_DATABASE_URL and DATABASE_URL name different databases: they must be the same.',
        );
      }
      const { rows } = await serviceClient.query<{ role: string; powers: string[] }>(excess, [owners[0]?.role]);
      const { role = '', powers = [] } = rows[0] ?? {};
      if (powers.length === 0) return role;
      throw new StartError(
        `The role ${role} of DATABASE_URL ${powers.join(', ')}: beside MIGRATION_DATABASE_URL it must be one that only serves.`,
      );
    }),
  );
}

async function connected<Result>(connectionString: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Without a listener, the error of a broken connection would end the process; the running query is rejected anyway.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
