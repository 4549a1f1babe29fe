import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { mayEnter } from './account.ts';
import type { Programs } from './programs.ts';
import { type Account, run } from './run.ts';

/** The superuser and the database of the portal. */
export const roleName = 'portal';
export const databaseName = 'portal';

const majorVersion = '18';
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
 * Sorting and case come from PostgreSQL itself, on every machine alike. What pg_trgm takes for a letter still comes from
 * the system, and with "C" it knows English ones only; C.UTF-8 is part of glibc, en_US.UTF-8 of macOS.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** One PostgreSQL cluster and how to reach it. */
export type Cluster = {
  /** Real path of the folder with the data. */
  folder: string;
  /** What PostgreSQL's programs are told as their data folder, when started inside it. */
  folderArgument: string;
  account: Account;
  programs: Programs;
  password: string;
  /** Where the server writes what it has to say. */
  logFile: string;
};

export type ClusterOptions = Omit<Cluster, 'folder' | 'folderArgument' | 'logFile'> & {
  dataDir: string;
  log: (message: string) => void;
};

/**
 * Finds the cluster in `<dataDir>/postgres`, or makes it. It is made in a folder beside and only renamed when it is
 * finished, so what stands under the right name is whole; nothing under that name is ever deleted.
 * @throws StartError when the data is another version's or another user's, or the cluster cannot be made
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, account, log } = options;
  const named = join(dataDir, 'postgres');
  await sweepUnfinished(dataDir);
  const folderArgument = await chooseFolderArgument(account, dataDir);
  if (!(await isFinished(named))) {
    await setAside(named, log);
    await makeCluster({ ...options, folderArgument, named });
  }
  const folder = await realpath(named);
  await takeOwnership(folder, account);
  return { ...options, folder, folderArgument, logFile: join(dataDir, 'postgres.log') };
}

/** Clusters whose making was interrupted. What an orphaned initdb still writes there is swept the next time. */
async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(makingPrefix)) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Programs start inside the cluster's folder. Where a folder above it is closed to the account, a path to it is of no
 * use to them, but the kernel's link to their working directory still is: it leads there without walking the path.
 */
async function chooseFolderArgument(account: Account, dataDir: string): Promise<string> {
  if (await mayEnter(account, dataDir)) return '.';
  const link = '/proc/self/cwd';
  if ((await run('test', ['-d', link], { account, cwd: '/' })).exitCode === 0) return link;
  throw new StartError(
    `PostgreSQL cannot run as root, and its own user may not enter ${dataDir}: ` +
      'open the folders above it to others (chmod o+x), or set DATA_DIR to a folder that is open.',
  );
}

/**
 * Whether a whole cluster is there. initdb makes the database "postgres" (number 5) last of all, so a folder without it
 * is the rest of an interrupted initdb, and a folder with it but without its head has lost something that mattered.
 */
async function isFinished(folder: string): Promise<boolean> {
  const [hasLastPart, hasVersion, hasControl] = await Promise.all(
    ['base/5/PG_VERSION', 'PG_VERSION', 'global/pg_control'].map((path) => exists(join(folder, path))),
  );
  if (!hasLastPart) return false;
  if (!hasVersion || !hasControl) {
    throw new StartError(`The database in ${folder} is damaged: put a backup in its place, or move the folder away.`);
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version === majorVersion) return true;
  throw new StartError(
    `The database in ${folder} is PostgreSQL ${version}'s, but this portal brings PostgreSQL ${majorVersion}: ` +
      'move its data over, or set DATA_DIR to another folder.',
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Clears the name for a new cluster without deleting anything but an empty folder. */
async function setAside(folder: string, log: (message: string) => void): Promise<void> {
  await rmdir(folder).catch(() => {});
  if (!(await exists(folder))) return;
  const aside = await mkdtemp(`${folder}.unfinished-`);
  await rename(folder, join(aside, 'postgres'));
  log(`The unfinished database in ${folder} was moved to ${aside}; a new one is made.`);
}

async function makeCluster(options: ClusterOptions & { folderArgument: string; named: string }): Promise<void> {
  const { dataDir, account, programs, password, folderArgument, named } = options;
  const making = await mkdtemp(join(dataDir, makingPrefix));
  const folder = join(making, 'cluster');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(making, 'password'), password, { mode: 0o600 });
  if (account) {
    for (const path of [making, folder, join(making, 'password')]) await chown(path, account.uid, account.gid);
  }
  let outcome = { exitCode: null as number | null, output: '' };
  for (const characters of characterTypes) {
    const args = [...initdbArguments, `--lc-ctype=${characters}`, `--pgdata=${folderArgument}`, '--pwfile=../password'];
    outcome = await run(programs.initdb, args, { account, cwd: folder });
    if (outcome.exitCode === 0) break;
  }
  if (outcome.exitCode !== 0) {
    const reason = outcome.output.split('\n').find((line) => /error|fatal|denied/i.test(line)) ?? outcome.output;
    throw new StartError(`PostgreSQL could not make its database in ${dataDir} (${reason.trim()}).`);
  }
  await rename(folder, named);
  await rm(making, { recursive: true, force: true });
}

/** PostgreSQL serves only a folder that belongs to its user alone; copies and backups often lose that. */
async function takeOwnership(folder: string, account: Account): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid } = await stat(folder);
  if (account && uid !== account.uid) {
    await chown(folder, account.uid, account.gid);
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
    }
  }
  if (!account && uid !== process.geteuid?.()) {
    throw new StartError(
      `The database in ${folder} belongs to another user: start the portal as that user, or set DATA_DIR.`,
    );
  }
  await chmod(folder, 0o700);
}
