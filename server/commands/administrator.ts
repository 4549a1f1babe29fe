import { randomUUID } from 'node:crypto';
import { Login } from '#contract/identity/sign-in.ts';
import { readEnv } from '../app/env.ts';
import { reachDatabase } from '../app/reach-database.ts';
import { appointAdministrator } from '../identity/sign-in/admin-actions.ts';
import { now } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/db.ts';
import { prepareDatabase } from '../platform/database/prepare.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run administrator -- name@example.org`: makes the account of an email address an administrator, adds the account
 * when it is new, and prints a set-password link, good once for 24 hours (BOOT-13).
 */
async function run(): Promise<void> {
  const address = Login.shape.email.safeParse(process.argv[2] ?? '');
  if (!address.success) throw new StartError('Say for whom: npm run administrator -- name@example.org');
  const env = readEnv();
  const { addresses, close } = await reachDatabase(env);
  const database = openDatabase(addresses.service, { log: () => {}, max: 2 });
  try {
    await prepareDatabase(addresses, { log: () => {} });
    const origin = { ip: 'console', requestId: randomUUID() };
    const link = await database.transaction((db) =>
      appointAdministrator({ db, now: now(), actor: null, origin }, address.data, env.publicUrl),
    );
    process.stdout.write(
      `${address.data} is an administrator. Set the password here, once, within 24 hours:\n${link}\n`,
    );
  } finally {
    await database.close();
    await close();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
