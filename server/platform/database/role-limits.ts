import { Client } from './client.ts';

/**
 * Settings of each connection of the serving role. A direct connection sets them itself; a pooler in transaction mode
 * shares its connections among all clients, so there the role has them.
 */
export const connectionSettings = {
  timezone: 'UTC',
  statement_timeout: '5000ms',
  lock_timeout: '2000ms',
  idle_in_transaction_session_timeout: '10000ms',
} as const;

/**
 * Stores the settings with the role of a connection URL in its database, for every new connection. Writes nothing if
 * they are set.
 * @param direct connection URL that bypasses the pooler
 */
export async function ensureRoleLimits(direct: string): Promise<void> {
  const client = new Client({ connectionString: direct, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    // Nodes that start at once would otherwise fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtext('role-limits'))`);
    const { rows } = await client.query<{ name: string; kept: string[] }>(
      `select quote_ident(current_database()) as name, coalesce((
         select setconfig from pg_db_role_setting join pg_database d on d.oid = setdatabase
         where datname = current_database() and setrole = current_user::regrole), '{}') as kept`,
    );
    const [{ name, kept } = { name: '', kept: [] }] = rows;
    // Names and values are those above; the role may change its own settings, but no other role's.
    const lacking = Object.entries(connectionSettings).filter(([key, value]) => !kept.includes(`${key}=${value}`));
    for (const [key, value] of lacking) {
      await client.query(`alter role current_user in database ${name} set ${key} = '${value}'`);
    }
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
}
