import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { startPostgres } from '#server/platform/database/postgres.ts';
import { prepareDatabase } from '#server/platform/database/prepare.ts';
import { addressesOf } from '#tests/support/addresses.ts';

/** Creates a migrated, empty database for a fault. */
export type Environment = { createDatabase(): Promise<{ addresses: DatabaseAddresses; drop(): Promise<void> }> };

const template = 'faults_template';

/** Opens a separate PostgreSQL for a whole run, with the portal's settings, in a temporary folder. */
export async function openEnvironment(): Promise<Environment & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-faults-postgres-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  await command(postgres.owner, `create database ${template}`);
  await prepareDatabase(addressesOf(template, postgres), { log: () => {} });
  return {
    createDatabase: async () => {
      const name = `fault_${randomUUID().replaceAll('-', '')}`;
      await command(postgres.owner, `create database ${name} template ${template}`);
      const drop = async () => void (await command(postgres.owner, `drop database ${name} with (force)`));
      return { addresses: addressesOf(name, postgres), drop };
    },
    close: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Executes one statement on a separate connection. */
export async function command(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
