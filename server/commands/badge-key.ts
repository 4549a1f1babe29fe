import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readEnv } from '../app/env.ts';
import { reachDatabase } from '../app/reach-database.ts';
import { openSealer } from '../app/start-refusals.ts';
import { rotateKey } from '../learning/badges/flows.ts';
import { now } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/db.ts';
import { prepareDatabase } from '../platform/database/prepare.ts';
import { StartError } from '../platform/start-error.ts';

/** `npm run badge-key`: replaces the key with which badges are signed; earlier badges stay valid (BADGE-01). */
async function run(): Promise<void> {
  const env = readEnv();
  const { addresses, close } = await reachDatabase(env);
  const database = openDatabase(addresses.service, { log: () => {}, max: 2 });
  try {
    await prepareDatabase(addresses, { log: () => {} });
    const sealer = await openSealer(env, path.resolve(env.dataDir), database);
    const ctx = { db: database.db, now: now(), actor: null, origin: { ip: 'console', requestId: randomUUID() } };
    const { publicKey, former } = await rotateKey(
      {
        ...ctx,
        callerWaitsSinceMs: null,
        transaction: (action) => database.transaction((db) => action({ ...ctx, db })),
      },
      sealer,
    );
    const kept = former === null ? '' : ` The former key ${former} stays in did.json for the badges that it signed.`;
    process.stdout.write(`New badges are signed with ${publicKey}.${kept}\n`);
  } finally {
    await database.close();
    await close();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
