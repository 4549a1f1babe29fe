import { stat } from 'node:fs/promises';
import { StartError } from '#server/platform/start-error.ts';
import { type Account, run } from './run.ts';

/**
 * Chooses the account as which PostgreSQL runs. PostgreSQL rejects root, so a portal of root uses the owner of an
 * existing cluster, otherwise the system user `postgres`, which is created if it is missing.
 * @param clusterFolder may not exist yet
 * @throws StartError when root finds no such user and cannot create one
 */
export async function chooseAccount(clusterFolder: string): Promise<Account> {
  if (process.geteuid?.() !== 0) return null;
  const present = await stat(`${clusterFolder}/PG_VERSION`).catch(() => null);
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const account = (await findUser()) ?? (await createUser());
  if (account) return account;
  throw new StartError(
    'PostgreSQL refuses to run as root and the user "postgres" could not be created: ' +
      'create it, start the portal as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the account can enter the folder. Runs `test`, because the system also applies access lists. */
export async function mayEnter(account: Account, folder: string): Promise<boolean> {
  if (!account) return true;
  return (await run('test', ['-x', folder], { account })).exitCode === 0;
}

async function findUser(): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return null;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Creates the user `postgres`. Most systems have useradd; the adduser of the smallest ones has other options. */
async function createUser(): Promise<Account> {
  const common = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const ways: [string, string[]][] = [
    ['useradd', [...common, '--user-group', 'postgres']],
    ['useradd', [...common, '--gid', 'postgres', 'postgres']],
    ['adduser', ['-S', '-D', '-H', 'postgres']],
  ];
  for (const [command, args] of ways) {
    if ((await run(command, args)).exitCode === 0) return findUser();
  }
  return null;
}
