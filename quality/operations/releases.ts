import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { migrateToOldVersion } from '#tests/support/old-version.ts';
import { NotPossibleHere } from '../faults/fault.ts';
import { command, type Environment } from '../faults/rig/environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A release whose data is stored (docs/operator/releases.md). */
type Release = { version: string; commit: string; migrations: ReadonlySet<string> };

export async function lastRelease(): Promise<Release> {
  const folder = path.join(root, 'server', 'migrations', 'releases');
  const files = await readdir(folder);
  const [file = ''] = files.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const text = await readFile(path.join(folder, file), 'utf8');
  const names = Array.from(text.matchAll(/^-- migration (\S+)/gm), ([, name = '']) => name);
  const [, commit = ''] = /^-- commit (\w+)$/m.exec(text) ?? [];
  return { version: file.replace('.sql', ''), commit, migrations: new Set(names) };
}

/** Creates a database with the tables of the release and no rows. */
export async function createDatabaseOf(release: Release, environment: Environment) {
  const { addresses, drop } = await environment.createDatabase();
  try {
    await emptyOut(addresses);
    await migrateToOldVersion({ addresses }, (name) => release.migrations.has(name));
    return { addresses, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function emptyOut({ owner }: DatabaseAddresses): Promise<void> {
  await command(owner, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public');
}

/** Builds the web app of an installation if its sources have changed. */
export async function buildWeb(folder = root): Promise<void> {
  await run(process.execPath, [path.join(folder, 'scripts', 'build-web.mjs'), '--if-changed'], { cwd: folder });
}

/** An installation of the portal in a separate folder. */
type Installation = { folder: string; remove(): Promise<void> };

/**
 * Installs a release as operators do: its commit from the history, its packages, its web app.
 * @throws NotPossibleHere when the history lacks its commit
 */
export async function installRelease({ version, commit }: Release): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = path.join(folder, 'release.tar');
    await run('git', ['archive', `--output=${archive}`, commit], { cwd: root }).catch(() => {
      throw new NotPossibleHere(
        `the history does not hold the commit ${commit} of release ${version}: fetch all of it, such as by git fetch --unshallow`,
      );
    });
    await run('tar', ['xf', archive], { cwd: folder });
    await rm(archive);
    await installPackages(folder);
    await buildWeb(folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Installs the release's packages; uses those of this checkout when both lock files are equal. */
async function installPackages(folder: string): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [folder, root].map((place) => readFile(path.join(place, 'package-lock.json'), 'utf8')),
  );
  if (theirs === ours) return symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const options = ['--prefer-offline', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...options], { cwd: folder, maxBuffer: 64 * 1024 ** 2 });
}
