import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/db.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { listMigrations } from '#server/platform/database/migration-files.ts';
import { vocabularyOf } from '../bench/catalogue.ts';
import { withClient } from '../bench/database.ts';
import { insertMemberFixtures, insertResources } from '../bench/fixtures.ts';
import { type Fault, seconds } from '../faults/fault.ts';
import { createDatabaseOf, lastRelease } from './releases.ts';

const longestMs = 2_000;

/** Tables whose rows are written all the time, as by members and webhooks, with a column that every row has. */
const written = {
  users: 'created_at',
  resources: 'created_at',
  payment_attempts: 'created_at',
  purchases: 'purchased_at',
  subscriptions: 'created_at',
  invoices: 'issued_at',
};

/** The tables of the last release, with very many rows, are migrated to this version while rows are written. */
export const n07: Fault = {
  name: 'N07',
  title: 'a large installation of the last release upgraded while rows are written',
  run: async ({ environment, amount }) => {
    const release = await lastRelease();
    const { addresses, drop } = await createDatabaseOf(release, environment);
    const size = {
      members: amount(1_000_000, 100_000),
      purchases: amount(1_000_000, 100_000),
      resources: amount(100_000, 10_000),
    };
    try {
      await insertResources(addresses.owner, {
        table: 'resources',
        count: size.resources,
        words: vocabularyOf(size.resources),
      });
      await withClient(addresses.owner, async (client) => {
        await client.query('set synchronous_commit = off; set session_replication_role = replica');
        await insertMemberFixtures(client, size);
        await client.query('vacuum analyze');
      });
      const missing = (await listMigrations()).filter((name) => !release.migrations.has(name));
      const writing = writeAlways(addresses.service, size.resources);
      const startedAt = performance.now();
      await migrate(addresses.owner, { log: () => {}, servedBy: new URL(addresses.service).username });
      const tookMs = performance.now() - startedAt;
      const { writes, failed, slowest } = await writing.stop();
      return {
        tries: `${missing.length} migrations after ${release.version}; ${size.members} members, ${size.resources} resources; ${writes} writes beside them`,
        reached: `done in ${seconds(tookMs)}; the longest write took ${seconds(slowest.ms)} (${slowest.table}); ${failed.length} failed`,
        goal: '≤ 2 s; 0',
        isMet: slowest.ms <= longestMs && failed.length === 0 && writes > 0,
        wrong: failed.slice(0, 5),
      };
    } finally {
      await drop();
    }
  },
};

/** Writes one row after the other in each table, each on a separate connection, until it is stopped. */
function writeAlways(address: string, rows: number) {
  const database = openDatabase(address, { log: () => {}, max: Object.keys(written).length });
  const failed: string[] = [];
  const slowest = { ms: 0, table: '' };
  let [writes, isOver] = [0, false];
  const write = async (table: string, column: string) => {
    for (let id = 1; !isOver; id = (id % rows) + 1) {
      const startedAt = performance.now();
      await database.pool
        .query(`update ${table} set ${column} = ${column} where id = $1`, [id])
        .catch((error: unknown) => failed.push(`${table}: ${error}`));
      const ms = performance.now() - startedAt;
      if (ms > slowest.ms) Object.assign(slowest, { ms, table });
      writes += 1;
      await pause(20);
    }
  };
  const writers = Object.entries(written).map(([table, column]) => write(table, column));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
      await database.close();
      return { writes, failed, slowest };
    },
  };
}
