import { createHash } from 'node:crypto';
import { chmod, chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { mayEnter } from './account.ts';
import { makeCluster, setAside, sweepUnfinished } from './making.ts';
import type { Programs } from './programs.ts';
import { type Account, run } from './run.ts';

const majorVersion = '18';
/** One PostgreSQL cluster, with the data to connect to it. */
export type Cluster = {
  /** Name that all processes of this cluster have on this machine. */
  name: string;
  /** Real path of the folder with the data. */
  folder: string;
  /** The data folder as an argument of PostgreSQL's programs, which are started inside it. */
  folderArgument: string;
  account: Account;
  programs: Programs;
  password: string;
  /** Password of the role as which the portal serves. */
  servicePassword: string;
  /** Variables for the server, beside those that every program of PostgreSQL gets. */
  environment: Record<string, string>;
  /** File of the server's log. */
  logFile: string;
};

type Options = Omit<Cluster, 'name' | 'folder' | 'folderArgument' | 'logFile'> & {
  dataDir: string;
  log: (message: string) => void;
};

/**
 * Finds the cluster in `<dataDir>/postgres`, or creates it. It is created in another folder and only renamed when it is
 * complete, so a folder with the right name is complete; nothing under that name is ever deleted.
 * @throws StartError when the data is damaged or belongs to another version or user, the account may not enter the
 * folder, or the cluster cannot be created
 */
export async function prepareCluster(options: Options): Promise<Cluster> {
  const { dataDir, account, log } = options;
  const named = join(dataDir, 'postgres');
  await sweepUnfinished(dataDir);
  const folderArgument = await chooseFolderArgument(account, dataDir);
  if (!(await isFinished(named))) {
    await setAside(named, log);
    await makeCluster({ ...options, folderArgument, named });
  }
  const place = await locateCluster(named);
  await takeOwnership(place.folder, account);
  return { ...options, ...place, folderArgument, logFile: join(dataDir, 'postgres.log') };
}

/**
 * Returns the real folder and the name of a cluster. The name depends on the folder's inode, not on its path or
 * content: a moved folder keeps the name, and a copy has another one.
 */
export async function locateCluster(path: string): Promise<Pick<Cluster, 'name' | 'folder'>> {
  const folder = await realpath(path);
  const { dev, ino } = await stat(folder);
  return { folder, name: `portal-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}` };
}

/**
 * Chooses the argument for the data folder. Programs start inside the cluster's folder. If a folder above it is closed
 * to the account, programs cannot use a path to it, but the kernel's link to their working directory works without
 * walking the path.
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
 * Whether a complete cluster is there. initdb makes the database "postgres" (number 5) last, so a folder without it is
 * left from an interrupted initdb, and a folder with it but without its main files is damaged.
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

/**
 * Makes PostgreSQL's user the only one with access to the folder, because PostgreSQL serves no other folder; copies and
 * backups often lose that.
 */
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
