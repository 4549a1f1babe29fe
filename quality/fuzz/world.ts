import type { TestDatabase } from '#tests/support/database.ts';
import type { MatrixRow } from '#tests/support/matrix.ts';
import { readMatrix, requestOf, routeName } from '#tests/support/matrix.ts';
import type { TestPortal } from '#tests/support/portal.ts';
import { createRoles, type OrganisationCaller, type Role, type Roles } from '#tests/support/roles.ts';
import { takeSnapshot } from '#tests/support/snapshot.ts';
import type { Json, Operation } from './operations.ts';
import { type Draft, isFields } from './valid.ts';

/** Creates a portal with all objects of the matrix and without limits, which would hide the calls behind them. */
export async function createFuzzWorld(): Promise<Roles> {
  const world = await createRoles();
  const { database } = world.portal;
  await liftLimits(database);
  // Deletes the matrix's session that is too old, because it was made by moving its times, and no real session is like
  // that.
  await database.pool.query(`delete from sign_in_sessions where created_at < now() - interval '30 days'`);
  return { ...world, snapshot: await takeSnapshot(database) };
}

/** Disables all limits. */
export async function liftLimits({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(
    `create function count_nothing() returns trigger language plpgsql as 'begin return null; end';
     create trigger no_limits before insert on limit_counters for each row execute function count_nothing();
     create function forget_failures() returns trigger language plpgsql as
       'begin new.failures := 0; new.blocked_until := now(); return new; end';
     create trigger no_limits before insert or update on sign_in_failures for each row execute function forget_failures();
     delete from limit_counters; delete from sign_in_failures`,
  );
}

/** Returns the number of the next writing transaction: while it is unchanged, no table has changed. */
export async function nextTransaction({ database }: Pick<TestPortal, 'database'>): Promise<string> {
  const { rows } = await database.pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  return rows[0].next;
}

/** Returns the calls of the matrix for an operation, as drafts. */
export async function knownDrafts(
  operation: Operation,
  role: Role | OrganisationCaller,
  world: Roles,
): Promise<Draft[]> {
  const rows = readMatrix().filter((row) => routeName(row) === routeName(operation));
  return Promise.all(rows.map((row) => makeDraft(operation, row, role, world)));
}

async function makeDraft(
  operation: Operation,
  row: MatrixRow,
  role: Role | OrganisationCaller,
  world: Roles,
): Promise<Draft> {
  const { url, payload } = await requestOf(row, role, world);
  const { pathname, searchParams } = new URL(String(url), 'http://portal.test');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  const asNumber = (text: string): Json => (/^\d{1,9}$/.test(text) ? Number(text) : decodeURIComponent(text));
  // Safe cast, because bodies of the matrix are JSON; other bodies are left out.
  const body = payload as Json | undefined;
  return {
    params: Object.fromEntries(names.map((name, index) => [name, asNumber(values[index] ?? '1')])),
    query: Object.fromEntries([...searchParams].map(([name, value]) => [name, asNumber(value)])),
    body: operation.body && isFields(body) && !Buffer.isBuffer(body) ? body : undefined,
  };
}
