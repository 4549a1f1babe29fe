import { type Kysely, sql } from 'kysely';

/**
 * Selects the tables, views and sequences that the calling role may grant on, if the serving role's rights on them are
 * not the wanted ones. $1 is the serving role.
 */
const differing = (role: string) => sql<{ object: string; wanted: string[] }>`
  with objects as (
    select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as object, c.relacl as acl,
      case
        when c.relkind = 'S' then array['USAGE']
        when c.relname = 'schema_migration_lock' then array[]::text[]
        -- A node that may not migrate compares the list with its own.
        when c.relname = 'schema_migrations' then array['SELECT']
        when c.oid = to_regclass('graphile_worker.migrations') then array['SELECT']
        -- Our views are former tables, which the version before still writes.
        when c.relkind = 'v' and c.relnamespace = to_regnamespace('graphile_worker') then array['SELECT']
        else array['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      end as wanted
    from pg_class c
    where c.relnamespace in (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))
      and c.relkind in ('r', 'p', 'v', 'S') and pg_has_role(c.relowner, 'usage')
  )
  select object, wanted from objects where wanted <> array(
    select privilege_type from aclexplode(acl) where grantee = to_regrole(quote_ident(${role})) order by 1)`;

/** Selects the schemas and functions that the serving role cannot use yet. */
const closed = (role: string) => sql<{ object: string; right: string }>`
  select 'schema ' || oid::regnamespace as object, 'usage' as right from pg_namespace
  where nspname in (current_schema(), 'graphile_worker') and not has_schema_privilege(${role}, oid, 'usage')
  union all
  select 'routine ' || oid::regprocedure, 'execute' from pg_proc
  where pronamespace in (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))
    and pg_has_role(proowner, 'usage') and not has_function_privilege(${role}, oid, 'execute')`;

/** Selects tables of the job queue whose rows only their owner can see. */
const hidden = sql<{ name: string }>`
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity
    and not exists (select from pg_policy where polrelid = c.oid and polname = 'by_rights')`;

/**
 * Gives the serving role its rights on the objects of the calling role, and no others: it may read and write rows of
 * tables, create or alter nothing, and only read the list of migrations. Writes nothing if all rights are set. The
 * caller must have opened a transaction.
 */
export async function grantService<Tables>(database: Kysely<Tables>, role: string): Promise<void> {
  // Two transactions that grant on one table at once would fail.
  await sql`select pg_advisory_xact_lock(hashtext('service-rights'))`.execute(database);
  const to = `"${role.replaceAll('"', '""')}"`;
  const statements: string[] = [];
  for (const { object, right } of (await closed(role).execute(database)).rows) {
    statements.push(`grant ${right} on ${object} to ${to}`);
  }
  for (const { object, wanted } of (await differing(role).execute(database)).rows) {
    statements.push(`revoke all on ${object} from ${to}`);
    if (wanted.length > 0) statements.push(`grant ${wanted.join(', ')} on ${object} to ${to}`);
  }
  for (const { name } of (await hidden.execute(database)).rows) {
    // Rights on the table then apply to its rows.
    statements.push(`create policy by_rights on ${name} using (true) with check (true)`);
  }
  if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(database);
}
