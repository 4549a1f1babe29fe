import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../faults/fault.ts';

const run = promisify(execFile);
const quietly = {
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  timeout: 540_000,
  maxBuffer: 64 * 1024 ** 2,
};

/**
 * Installs the Debian packages whose programs are absent.
 * @throws NotPossibleHere with a sentence without root on Linux, or when a program is absent afterwards
 */
export async function installPrograms(packages: Readonly<Record<string, string>>): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new NotPossibleHere('it needs root on Linux');
  const absent = async () => {
    const there = await Promise.all(Object.keys(packages).map(isThere));
    return Object.keys(packages).filter((_, index) => !there[index]);
  };
  const wanted = (await absent()).flatMap((program) => packages[program] ?? []);
  if (wanted.length > 0) {
    process.stderr.write(`Installing ${wanted.join(', ')} by apt-get.\n`);
    const install = ['install', '-y', '--no-install-recommends', ...wanted];
    const tell = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
    await run('apt-get', ['update'], quietly).catch(tell);
    await run('apt-get', install, quietly).catch(tell);
  }
  const left = await absent();
  if (left.length > 0) throw new NotPossibleHere(`there is no ${left.join(', no ')}: install the Debian packages`);
}

function isThere(program: string): Promise<boolean> {
  return run('sh', ['-c', 'command -v "$0"', program]).then(
    () => true,
    () => false,
  );
}

/**
 * Finds the root folder of a small Debian 12 with systemd, or makes it with debootstrap in the user's cache folder.
 * Callers must copy it and never change it.
 * @throws NotPossibleHere when it cannot be made
 */
export async function findDebianRoot(): Promise<string> {
  await installPrograms({ debootstrap: 'debootstrap' });
  const kept = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'rapp-learning', 'bookworm');
  if (existsSync(kept)) return kept;
  process.stderr.write('Making a small Debian by debootstrap; it is kept.\n');
  await mkdir(path.dirname(kept), { recursive: true });
  await rm(`${kept}.new`, { recursive: true, force: true });
  const packages = '--include=systemd,systemd-sysv,ca-certificates';
  const mirror = 'http://deb.debian.org/debian';
  try {
    await run('debootstrap', ['--variant=minbase', packages, 'bookworm', `${kept}.new`, mirror], quietly);
  } catch (error) {
    throw new NotPossibleHere(`debootstrap could not make a Debian: ${String(error).slice(0, 500)}`);
  }
  await rename(`${kept}.new`, kept);
  return kept;
}
