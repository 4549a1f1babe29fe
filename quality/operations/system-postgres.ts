import { randomBytes } from 'node:crypto';
import { chown, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseAccount } from '#server/platform/database/postgres/account.ts';
import { run } from '#server/platform/database/postgres/run.ts';
import { freePort } from '#tests/support/process.ts';
import { NotPossibleHere } from '../faults/fault.ts';
import { command } from '../faults/rig/environment.ts';

/** A PostgreSQL of the system, beside the embedded one. */
export type SystemPostgres = {
  version: string;
  /** Creates an empty database of a role that owns it and is no superuser. @returns its URL */
  createDatabase(name: string): Promise<string>;
  close(): Promise<void>;
};

/**
 * Starts the newest PostgreSQL of Debian's packages, as an ordinary user on a free port.
 * @throws NotPossibleHere when there is none
 */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const programs: string[] = [];
  for await (const found of glob('/usr/lib/postgresql/*/bin/initdb')) programs.push(path.dirname(found));
  const bin = programs.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  if (!bin) throw new NotPossibleHere('there is no PostgreSQL of the system: install the package postgresql');
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-system-postgres-'));
  const account = await chooseAccount(path.join(folder, 'none'));
  const [port, password] = [await freePort(), randomBytes(16).toString('hex')];
  const secret = path.join(folder, 'password');
  await writeFile(secret, password, { mode: 0o600 });
  if (account) for (const place of [folder, secret]) await chown(place, account.uid, account.gid);
  const cluster = path.join(folder, 'cluster');
  const call = async (program: string, ...args: string[]) => {
    const { exitCode, output } = await run(path.join(bin, program), args, { account, cwd: folder });
    if (exitCode !== 0) throw new Error(`${program} failed: ${output}`);
    return output;
  };
  await call(
    'initdb',
    '-D',
    cluster,
    '--username=admin',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  );
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await call('pg_ctl', 'start', '--silent', '--wait', '-D', cluster, '-l', path.join(folder, 'log'), '-o', options);
  const admin = `postgres://admin:${password}@127.0.0.1:${port}/postgres`;
  await command(admin, `create role portal_owner login password '${password}'`);
  return {
    version: (await call('postgres', '--version')).replace(/^\D+([\d.]+).*$/s, '$1'),
    createDatabase: async (name) => {
      await command(admin, `create database ${name} template template0 owner portal_owner`);
      return `postgres://portal_owner:${password}@127.0.0.1:${port}/${name}`;
    },
    close: async () => {
      await call('pg_ctl', 'stop', '--silent', '--mode=immediate', '-D', cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
