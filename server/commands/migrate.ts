import { inspectEnv } from '../app/env.ts';
import { rejectProblems } from '../app/settings.ts';
import { listMigrations } from '../platform/database/migration-files.ts';
import { checkAddresses, prepareDatabase } from '../platform/database/prepare.ts';
import { StartError } from '../platform/start-error.ts';

/** `npm run migrate`: prepares the tables as a start does, in a separate step, so that nodes need not own them. */
async function run(): Promise<void> {
  const { env, settings } = inspectEnv();
  rejectProblems(settings.problems);
  const addresses = await checkAddresses(env);
  if (!addresses) throw new StartError('DATABASE_URL is not set: the embedded database is migrated at each start.');
  await prepareDatabase(addresses, { log: print });
  print(`The tables are at ${(await listMigrations()).at(-1)}.`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
