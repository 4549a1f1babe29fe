import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStorageEnv } from '../app/env.ts';
import { hostAddresses } from '../platform/database/addresses.ts';
import { moveData } from '../platform/database/move/move.ts';
import { startPostgres } from '../platform/database/postgres.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run move-data -- --to ADDRESS`: copies the database of the settings into an empty one, or (`--to FOLDER`) into
 * the embedded one of a new data folder, and compares both.
 */
async function run(): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl, databaseDirectUrl, dataDir, moveToUrl } = readStorageEnv();
  const to = targetOf(process.argv.slice(2)) ?? moveToUrl;
  if (!to) throw new StartError('Say where to: npm run move-data -- --to ADDRESS, or set MOVE_TO_URL.');
  const ends: (() => Promise<void>)[] = [];
  const open = async (folder: string) => {
    const postgres = await startPostgres({ dataDir: folder, log });
    ends.push(() => postgres.stop());
    return postgres.owner;
  };
  try {
    const target = isAddress(to) ? to : await open(path.resolve(to));
    const source = migrationDatabaseUrl ?? databaseDirectUrl ?? databaseUrl ?? (await open(dataDir));
    const { tables, rows } = await moveData({ source, target }, { log });
    const name = isAddress(to) ? new URL(hostAddresses(to)[0] ?? '').pathname.slice(1) : path.resolve(to);
    process.stdout.write(
      `Moved ${rows} rows of ${tables} tables into ${name}, each table compared by its number of rows and a checksum. ` +
        'The source is as it was. Go on with docs/operator/moving.md.\n',
    );
  } finally {
    for (const end of ends) await end();
  }
}

/** @throws StartError for any other command line */
function targetOf(given: string[]): string | null {
  try {
    const { values } = parseArgs({ args: given, options: { to: { type: 'string' } } });
    const { to = null } = values;
    // The value may contain a password, so the error does not repeat it.
    if (to !== null && isAddress(to) && !hostAddresses(to).every((one) => URL.canParse(one)))
      throw new StartError('--to is no address of a database.');
    return to;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError('The command takes --to ADDRESS or --to FOLDER, and nothing else.');
  }
}

function isAddress(to: string): boolean {
  return /^postgres(ql)?:\/\//.test(to);
}

function log(message: string): void {
  process.stderr.write(`${message}\n`);
}

// Copied rows remain; the databases that were started here end with the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    log('Interrupted: run the same command again to go on.');
    process.exit(1);
  });
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
