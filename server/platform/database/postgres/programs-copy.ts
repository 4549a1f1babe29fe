import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Completes a package whose install script did not run (npm skips such scripts unless they are allowed). Packages
 * cannot contain symbolic links, so this one lists them; executable files may have lost their permission.
 * @returns whether the package is complete now; false when a part is missing and cannot be written
 */
export async function completePrograms(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The file is the package's own; its paths start at the package, such as native/lib/libpq.so.5.
  const links: { source: string; target: string }[] = JSON.parse(list);
  try {
    for (const { source, target } of links) {
      await link(join(folder, relative('native', target)), relative(dirname(target), source));
    }
    for (const program of await readdir(join(folder, 'bin'))) {
      const path = join(folder, 'bin', program);
      if (((await stat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
    }
    return true;
  } catch {
    return false;
  }
}

async function link(path: string, pointsTo: string): Promise<void> {
  const isThere = () => lstat(path).then(Boolean, () => false);
  if (await isThere()) return;
  await symlink(pointsTo, path).catch(async (error) => {
    if (!(await isThere())) throw error;
  });
}

/**
 * Copies the programs so that every user can run them; uses a finished copy of an earlier start again.
 * @returns false when it cannot be made
 */
export async function copyPrograms(from: string, copy: string): Promise<boolean> {
  try {
    if (await stat(copy).catch(() => null)) return true;
    const making = await mkdtemp(join(dirname(copy), 'postgres.making-'));
    try {
      await cp(from, making, { recursive: true, verbatimSymlinks: true });
      await openToAll(making);
      // Another portal may have been faster; its copy is as good.
      if (await completePrograms(making)) await rename(making, copy).catch(() => {});
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return (await stat(copy)).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Creates a folder outside DATA_DIR for the copy.
 * @returns false when it cannot be created, or another user can write to it: programs run from here, and /tmp is open
 * to all
 */
export async function ownFolder(place: string): Promise<boolean> {
  try {
    await mkdir(place).then(
      () => chmod(place, 0o755),
      () => {},
    );
    const found = await lstat(place);
    return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const isProgram = basename(entry.parentPath) === 'bin';
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
    if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}
