import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, glob, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chooseAccount } from '#server/platform/database/postgres/account.ts';
import { freePort } from '#tests/support/process.ts';
import { NotPossibleHere } from '../faults/fault.ts';
import { command } from '../faults/rig/environment.ts';
import { until } from '../faults/rig/wait.ts';
import { keptProgram, nextDebian } from './debian-package.ts';

const run = promisify(execFile);

/** The first version that supports prepared statements in transaction mode. */
const oldest = [1, 21] as const;

/** A PgBouncer in transaction mode before one PostgreSQL. */
export type PgBouncer = {
  port: number;
  close(): Promise<void>;
};

type Server = {
  /** The program that `findPgBouncer` returns. */
  program: string;
  /** Port of the PostgreSQL behind it. */
  port: number;
  /** Accepted roles, as URLs with their passwords. */
  addresses: readonly string[];
};

/** Starts PgBouncer as operators configure it (docs/operator/production.md, step 1), as an ordinary user. */
export async function startPgBouncer({ program, port: behind, addresses }: Server): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-pgbouncer-'));
  const port = await freePort();
  const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  const people = addresses.map((address) => new URL(address));
  const ini = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    ini,
    `[databases]
* = host=127.0.0.1 port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
max_prepared_statements = 500
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
stats_users = ${people.map(({ username }) => username).join(', ')}
log_connections = 0
log_disconnections = 0
`,
  );
  const lines = people.map(({ username, password }) => `${quoted(username)} ${quoted(password)}\n`);
  await writeFile(path.join(folder, 'users.txt'), lines.join(''), { mode: 0o600 });
  // Copied, because PgBouncer rejects root, and no other user can read root's cache.
  const account = await chooseAccount(path.join(folder, 'none'));
  const own = path.join(folder, 'pgbouncer');
  await copyFile(program, own);
  await chmod(own, 0o755);
  if (account)
    for (const file of [folder, ini, path.join(folder, 'users.txt')]) await chown(file, account.uid, account.gid);
  const child = spawn(own, [ini], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...(account ?? {}) });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output = (output + part.toString()).slice(-20_000);
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'close').finally(() => process.off('exit', killNow));
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${output}`);
    const address = Object.assign(new URL(addresses[0] ?? ''), { port: String(port) }).href;
    return command(address, 'select 1').then(
      () => true,
      () => false,
    );
  };
  await until('PgBouncer answers', answers, { withinMs: 20_000 });
  return {
    port,
    close: async () => {
      killNow();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Finds a PgBouncer that is new enough: the one of PGBOUNCER_PATH, the system's, or one that was built earlier. On a
 * Debian without one, root installs the package, or where that is too old builds the source of the next Debian and
 * keeps it in the user's cache folder.
 * @throws NotPossibleHere when there is none
 */
export async function findPgBouncer(): Promise<string> {
  const kept = keptProgram('pgbouncer');
  const places = [process.env.PGBOUNCER_PATH ?? '', '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', kept];
  const found = await firstNewEnough(places);
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    process.stderr.write('No PgBouncer of version 1.21 or newer here: installing one by apt-get.\n');
    await install().catch(tell);
    const installed = await firstNewEnough(places);
    if (installed) return installed;
    await build(kept).catch(tell);
  }
  const built = await firstNewEnough(places);
  if (built) return built;
  throw new NotPossibleHere(
    'there is no PgBouncer of version 1.21 or newer: install one, or name it in PGBOUNCER_PATH',
  );
}

const tell = (error: unknown) => void process.stderr.write(`${String(error)}\n`);

async function firstNewEnough(places: readonly string[]): Promise<string | null> {
  for (const place of places.filter((one) => one !== '')) {
    const { stdout } = await run(place, ['--version']).catch(() => ({ stdout: '' }));
    const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
    if (Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])) return place;
  }
  return null;
}

const quietly = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 300_000 };

async function install(): Promise<void> {
  await run('apt-get', ['update'], quietly);
  const { stdout } = await run('apt-cache', ['policy', 'pgbouncer']);
  const [, minor = 0] = /Candidate: 1\.(\d+)/.exec(stdout) ?? [];
  if (Number(minor) >= oldest[1])
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'pgbouncer'], quietly);
}

/** Packages with which the source is built. */
const needed = ['libevent-dev', 'libssl-dev', 'pkg-config', 'gcc', 'make', 'libc6-dev'];

/** Builds the source. Debian's package manager checks the signature. */
async function build(kept: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-pgbouncer-build-'));
  try {
    const options = await nextDebian(folder, 'deb-src');
    const inside = { ...quietly, cwd: folder };
    await run('apt-get', [...options, 'update'], inside);
    await run('apt-get', [...options, 'source', '--download-only', 'pgbouncer'], inside);
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...needed], quietly);
    for await (const archive of glob('pgbouncer_*.orig.tar.gz', { cwd: folder })) {
      await run('tar', ['xzf', archive, '--one-top-level=source', '--strip-components=1'], inside);
    }
    const source = { ...quietly, cwd: path.join(folder, 'source') };
    await run('./configure', ['--without-cares'], source);
    await run('make', ['-s', 'pgbouncer'], { ...source, maxBuffer: 64 * 1024 ** 2 });
    await mkdir(path.dirname(kept), { recursive: true });
    await copyFile(path.join(folder, 'source', 'pgbouncer'), `${kept}.new`);
    await rename(`${kept}.new`, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
