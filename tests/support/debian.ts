import { spawn } from 'node:child_process';

/**
 * Whether this process may install system packages: root on Linux. Only `installDebianPackages` shows whether apt-get
 * works.
 */
export function canInstallDebianPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * Installs packages by apt-get and returns whether they are installed. The caller must have checked
 * `canInstallDebianPackages`.
 */
export async function installDebianPackages(names: string[]): Promise<boolean> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await succeeds('apt-get', ['update'], { limitMs: 120_000, env });
  return succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...names], { limitMs: 600_000, env });
}

type RunOptions = { limitMs: number; env?: Record<string, string>; cwd?: string };

/** Runs a command silently in a process group of its own, which is killed when it takes longer than the limit. */
export function succeeds(command: string, values: string[], { limitMs, env, cwd }: RunOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, values, { stdio: 'ignore', detached: true, cwd, env: { ...process.env, ...env } });
    const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), limitMs);
    child.once('error', () => {
      clearTimeout(limit);
      resolve(false);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}
