import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../faults/fault.ts';

const run = promisify(execFile);

type Promtool = { program: string; version: string };

/**
 * Finds promtool: that of PROMTOOL_PATH, the system's, or one that was fetched earlier. On a Debian it is extracted
 * from the package prometheus, which is not installed, and kept in the user's cache folder.
 * @throws NotPossibleHere when there is none
 */
export async function findPromtool(): Promise<Promtool> {
  const kept = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'rapp-learning', 'promtool');
  const places = [process.env.PROMTOOL_PATH ?? '', 'promtool', kept].filter((place) => place !== '');
  const found = await firstThatRuns(places);
  if (found) return found;
  process.stderr.write("No promtool here: taking it out of Debian's package prometheus.\n");
  await fetchPackage(kept).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  const fetched = await firstThatRuns([kept]);
  if (fetched) return fetched;
  throw new NotPossibleHere('there is no promtool: install Prometheus, or name its tool in PROMTOOL_PATH');
}

async function firstThatRuns(places: readonly string[]): Promise<Promtool | null> {
  for (const program of places) {
    const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
    const [, version] = /promtool, version (\S+)/.exec(stdout) ?? [];
    if (version) return { program, version };
  }
  return null;
}

/** Downloads the package, whose signature the package manager checks, and keeps the tool. */
async function fetchPackage(kept: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-promtool-'));
  try {
    const options = { cwd: folder, timeout: 300_000 };
    if (process.getuid?.() === 0) await run('apt-get', ['update'], options);
    await run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', 'prometheus'], options);
    for await (const file of glob('prometheus_*.deb', { cwd: folder })) {
      await run('dpkg-deb', ['--extract', file, 'package'], options);
    }
    await mkdir(path.dirname(kept), { recursive: true });
    await copyFile(path.join(folder, 'package/usr/bin/promtool'), `${kept}.new`);
    await rename(`${kept}.new`, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
