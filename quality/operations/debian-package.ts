import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the path in the user's cache folder of a program that is fetched only once. */
export function keptProgram(name: string): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'rapp-learning', name);
}

/**
 * Makes the options of apt-get for packages (`deb`) or sources (`deb-src`) of the next Debian. Their lists and files are
 * in `folder`; the lists of the system remain unchanged.
 */
export async function nextDebian(folder: string, kind: 'deb' | 'deb-src'): Promise<string[]> {
  const sources = path.join(folder, 'sources.list');
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(sources, `${kind} [signed-by=${key}] http://deb.debian.org/debian trixie main\n`);
  for (const place of ['lists/partial', 'cache/archives/partial'])
    await mkdir(path.join(folder, place), { recursive: true });
  const apart = { 'Dir::Etc::sourcelist': sources, 'Dir::Etc::sourceparts': '-' };
  const places = { 'Dir::State::lists': `${folder}/lists`, 'Dir::Cache': `${folder}/cache` };
  const settings = { ...apart, ...places, 'APT::Sandbox::User': 'root' };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

type Wanted = { name: string; file: string; kept: string; from: 'this Debian' | 'the next Debian' };

/** Keeps one program of a Debian package, whose signature the package manager checks and which is not installed. */
export async function keepProgram({ name, file, kept, from }: Wanted): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-package-'));
  try {
    const options = { cwd: folder, timeout: 300_000 };
    const own = from === 'the next Debian' ? await nextDebian(folder, 'deb') : [];
    if (own.length > 0 || process.getuid?.() === 0) await run('apt-get', [...own, 'update'], options);
    await run('apt-get', [...own, '-o', 'APT::Sandbox::User=root', 'download', name], options);
    await run('sh', ['-c', 'dpkg-deb --extract "$0"_*.deb package', name], options);
    await mkdir(path.dirname(kept), { recursive: true });
    await copyFile(path.join(folder, 'package', file), `${kept}.new`);
    await rename(`${kept}.new`, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
