import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let owner: string;
beforeAll(async () => {
  portal = await createTestPortal();
  owner = new URL(portal.database.addresses.owner).username;
});
afterAll(() => portal.close());

const serve = (text: string) => portal.database.pool.query(text);
const rowsOf = async (text: string) => (await portal.database.owner.query(text)).rows;

describe('V13.2.2 the role that the portal serves as', () => {
  it('the serving role differs from the owner of the tables, here and in every test of the portal', async () => {
    const { rows } = await serve('select current_user as role');
    expect(rows).toEqual([{ role: 'portal_service' }]);
    expect(await rowsOf(`select distinct tableowner as role from pg_tables where schemaname = 'public'`)).toEqual([
      { role: owner },
    ]);
  });

  it.each([
    'create table more (id integer)',
    'create temp table more (id integer)',
    'create table graphile_worker.more (id integer)',
    'create schema more',
    'create database more',
    'create extension hstore',
    'create function more() returns integer language sql return 1',
    'create index on users (email)',
    'create rule more as on update to users do instead nothing',
    'create trigger more after insert on users for each row execute function keep_audit_log()',
    'create policy more on graphile_worker._private_jobs using (true)',
    'drop table limit_counters',
    'drop function search_form(text)',
    'drop schema public cascade',
    'alter table users add column more text',
    'alter table users rename to less',
    'alter table audit_log disable trigger audit_log_kept',
    'alter table graphile_worker._private_jobs disable row level security',
    'truncate limit_counters',
    'reindex table users',
    'set session_replication_role = replica',
    'create role more',
    'alter role portal_service superuser',
    'alter role portal_service createrole',
    'set role portal',
    'set session authorization portal',
    'grant portal to portal_service',
    'reassign owned by portal to portal_service',
    'select rolpassword from pg_authid',
    'select passwd from pg_shadow',
    `select pg_read_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `copy users to program 'cat'`,
    `copy users from program 'cat'`,
    `copy users to '/dev/null'`,
    'alter system set fsync = off',
    'alter database template1 set fsync = off',
    'select pg_reload_conf()',
    'checkpoint',
    `insert into schema_migrations (name, timestamp) values ('9999_more', '')`,
    'delete from schema_migrations',
    'update schema_migration_lock set is_locked = 1',
    'delete from graphile_worker.migrations',
  ])('the serving role is refused: %s', async (statement) => {
    await expect(serve(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(['postgres', 'template1'])('the serving role cannot connect to the database %s', async (name) => {
    const connectionString = Object.assign(new URL(inject('postgres').service), { pathname: name }).href;
    const client = new pg.Client({ connectionString });
    await expect(client.connect()).rejects.toMatchObject({ code: '42501' });
    await client.end();
  });

  it('the serving role is a member of no role and has no special attribute', async () => {
    const [role] = await rowsOf(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*)::int from pg_auth_members where member = r.oid or roleid = r.oid) as memberships,
         (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
       from pg_roles r where rolname = 'portal_service'`,
    );
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false, 0, 0]);
  });

  it('the serving role may read and write rows of each table, and nothing else', async () => {
    const rights = await rowsOf(
      `select c.oid::regclass::text as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
       from pg_class c left join lateral aclexplode(c.relacl) a on a.grantee = 'portal_service'::regrole
       where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'v')
       group by c.oid order by 1`,
    );
    const others = rights.filter((row) => row.rights !== 'DELETE INSERT SELECT UPDATE');
    expect(rights.length - others.length).toBeGreaterThan(50);
    expect(others).toEqual([
      { name: 'graphile_worker.jobs', rights: 'SELECT' },
      { name: 'graphile_worker.migrations', rights: 'SELECT' },
      { name: 'schema_migration_lock', rights: null },
      { name: 'schema_migrations', rights: 'SELECT' },
    ]);
  });
});
