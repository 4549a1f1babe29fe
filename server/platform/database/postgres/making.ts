import { chown, lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { roleName } from './database.ts';
import type { Programs } from './programs.ts';
import { type Account, complaint, type Outcome, run } from './run.ts';

const makingPrefix = 'postgres.making-';

const initdbArguments = [
  `--username=${roleName}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/**
 * Locales for letters. Sorting and case are PostgreSQL's own, the same on every machine. But pg_trgm uses the system's
 * letters, and with "C" it knows only English ones; C.UTF-8 is part of glibc, en_US.UTF-8 of macOS.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C'];

type Making = {
  dataDir: string;
  account: Account;
  programs: Programs;
  password: string;
  /** The folder as an argument of initdb, which is started inside it. */
  folderArgument: string;
  /** Path of the finished cluster. */
  named: string;
};

/**
 * Deletes clusters whose creation was interrupted. Files that an orphaned initdb still writes there are deleted at the
 * next start.
 */
export async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(makingPrefix)) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Frees the name for a new cluster: moves a folder of that name aside, and deletes only an empty one. */
export async function setAside(folder: string, log: (message: string) => void): Promise<void> {
  await rmdir(folder).catch(() => {});
  if (!(await lstat(folder).catch(() => null))) return;
  const aside = await mkdtemp(`${folder}.unfinished-`);
  await rename(folder, join(aside, 'postgres'));
  log(`The unfinished database in ${folder} was moved to ${aside}; a new one is made.`);
}

/**
 * Makes a whole cluster and gives it its name.
 * @throws StartError when initdb fails, for example on a full disk
 */
export async function makeCluster(options: Making): Promise<void> {
  const { dataDir, account, programs, password, folderArgument, named } = options;
  const making = await mkdtemp(join(dataDir, makingPrefix));
  const folder = join(making, 'cluster');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(making, 'password'), password, { mode: 0o600 });
  if (account) {
    for (const path of [making, folder, join(making, 'password')]) await chown(path, account.uid, account.gid);
  }
  let outcome: Outcome = { exitCode: null, output: '' };
  for (const characters of characterTypes) {
    const args = [...initdbArguments, `--lc-ctype=${characters}`, `--pgdata=${folderArgument}`, '--pwfile=../password'];
    outcome = await run(programs.initdb, args, { account, cwd: folder });
    if (outcome.exitCode === 0) break;
  }
  if (outcome.exitCode === 0) await rename(folder, named);
  await rm(making, { recursive: true, force: true });
  if (outcome.exitCode === 0) return;
  throw new StartError(`PostgreSQL could not make its database in ${dataDir} (${complaint(outcome.output)}).`);
}
