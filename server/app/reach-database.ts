import path from 'node:path';
import type { DatabaseAddresses } from '../platform/database/db.ts';
import { findRunningPostgres, startPostgres } from '../platform/database/postgres.ts';
import { checkAddresses } from '../platform/database/prepare.ts';
import type { Env } from './env.ts';

/** Opens the database of DATABASE_URL, that of the portal running on DATA_DIR, or one started for the command. */
export async function reachDatabase(env: Env): Promise<{ addresses: DatabaseAddresses; close: () => Promise<void> }> {
  const outside = await checkAddresses(env);
  if (outside) return { addresses: outside, close: async () => {} };
  const dataDir = path.resolve(env.dataDir);
  const running = await findRunningPostgres(dataDir);
  if (running) return { addresses: running, close: async () => {} };
  const started = await startPostgres({ dataDir, log: () => {} });
  return { addresses: started, close: started.stop };
}
