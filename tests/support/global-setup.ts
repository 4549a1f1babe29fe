import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { startPostgres } from '#server/platform/database/postgres.ts';
import { prepareDatabase } from '#server/platform/database/prepare.ts';
import { addressesOf } from './addresses.ts';
import { clockShift } from './clock-shift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Connection URLs of the server that all test files share; its database `portal_template` is migrated and empty.
     */
    postgres: DatabaseAddresses;
    /** Minutes that the random tests of `npm run test:fuzz` run; null in other runs. */
    fuzzMinutes: number | null;
  }
}

const templateName = 'portal_template';

/** Starts one real PostgreSQL for the whole run and migrates the database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-tests-'));
  const postgres = await startPostgres({ dataDir, log: () => {}, environment: clockShift(process.env) });
  const admin = new pg.Client({ connectionString: postgres.owner });
  await admin.connect();
  // Databases that live for seconds need no autovacuum, and autovacuum would visit each of them.
  await admin.query('alter system set autovacuum = off');
  // Each connection of a test sends a statement only a few times, so planning it for its values costs more than it
  // saves. The large tables of `npm run test:fuzz` are planned as in a portal.
  const { FUZZ_MINUTES } = process.env;
  if (!FUZZ_MINUTES) await admin.query('alter system set plan_cache_mode = force_generic_plan');
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${templateName}`);
  // One iteration is enough, because the passwords live for minutes and thousands of connections check them.
  await admin.query('set scram_iterations = 1');
  for (const { username, password } of [new URL(postgres.owner), new URL(postgres.service)]) {
    await admin.query(`alter role ${username} password '${password}'`);
  }
  const { rows } = await admin.query<{ now: Date }>('select clock_timestamp() as now');
  const apartMs = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0));
  // Checked here, because a library that cannot be preloaded causes only a warning of the system.
  if (apartMs > 60_000) throw new Error(`The clocks of Node and PostgreSQL are ${apartMs / 1000} seconds apart`);
  await admin.end();
  await prepareDatabase(addressesOf(templateName, postgres), { log: () => {} });
  project.provide('postgres', { owner: postgres.owner, service: postgres.service });
  project.provide('fuzzMinutes', FUZZ_MINUTES ? Number(FUZZ_MINUTES) : null);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
