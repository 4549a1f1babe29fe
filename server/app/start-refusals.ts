import { existsSync } from 'node:fs';
import path from 'node:path';
import { isOwnSecret } from '../identity/sign-in/second-factor-actions.ts';
import type { Database } from '../platform/database/db.ts';
import { readInstallationSecret } from '../platform/security/installation-secret.ts';
import { createSealer, type Sealer } from '../platform/security/sealing.ts';
import { StartError } from '../platform/start-error.ts';
import type { Env } from './env.ts';

/** Folder of the stand-ins, which images leave out. */
const standIns = path.resolve(import.meta.dirname, '../../stand-ins');

/** @throws StartError for a demo without its stand-ins */
export function rejectDemoOfImage({ demo }: Pick<Env, 'demo'>): void {
  if (demo && !existsSync(standIns)) throw new StartError('This installation has no demo: set DEMO=0.');
}

/**
 * Creates the sealer, and records a fingerprint of its secret while the database has no second factors. A node whose
 * secret differs from that of the database must not start, because no second factor would match.
 * @throws StartError for another secret
 */
export async function openSealer(
  { installationSecret }: Pick<Env, 'installationSecret'>,
  dataDir: string,
  database: Pick<Database, 'db'>,
): Promise<Sealer> {
  const sealer = createSealer(await readInstallationSecret(dataDir, installationSecret));
  if (await isOwnSecret(database.db, sealer)) return sealer;
  throw new StartError(
    'The installation secret is not the one that second factors in this database were sealed with: bring the file ' +
      'installation-secret back into DATA_DIR, or set INSTALLATION_SECRET to what it was.',
  );
}
