import { readStorageEnv } from '../app/env.ts';
import { findRunningPostgres, startPostgres } from '../platform/database/postgres.ts';
import { inspectUpgrade, upgradeReport } from '../platform/database/upgrade-check.ts';
import { inspectDatabase } from '../platform/start-checks.ts';
import { StartError } from '../platform/start-error.ts';

/** `npm run upgrade:check`: prints the effects of an upgrade of the tables to this version, and changes nothing. */
async function run(): Promise<void> {
  const { databaseUrl, dataDir } = readStorageEnv();
  if (databaseUrl) {
    await inspectDatabase(databaseUrl, 'DATABASE_URL');
    return report(databaseUrl);
  }
  const running = await findRunningPostgres(dataDir);
  if (running) return report(running.owner);
  const started = await startPostgres({ dataDir, log: () => {} });
  try {
    await report(started.owner);
  } finally {
    await started.stop();
  }
}

async function report(address: string): Promise<void> {
  process.stdout.write(`${upgradeReport(await inspectUpgrade(address)).join('\n')}\n`);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
