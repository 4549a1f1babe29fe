import { randomBytes } from 'node:crypto';
import { appendFile, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PgBouncer, startPgBouncer } from '#quality/operations/pgbouncer.ts';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { chooseAccount } from '#server/platform/database/postgres/account.ts';
import { findPrograms } from '#server/platform/database/postgres/programs.ts';
import { run } from '#server/platform/database/postgres/run.ts';
import { startPostgres } from '#server/platform/database/postgres.ts';
import { prepareDatabase } from '#server/platform/database/prepare.ts';
import { freePort } from '#tests/support/process.ts';
import { command } from './environment.ts';
import { killPostgres } from './postgres.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './wait.ts';

/** A primary and a standby that has every commit before it is acknowledged, each behind a proxy. */
export type ReplicatedPostgres = {
  /** URLs of a migrated database on both hosts, through the proxies. */
  addresses: DatabaseAddresses;
  /** URLs on the promoted host, without the proxies. */
  promotedAddresses: DatabaseAddresses;
  /** Blocks all data to and from the primary. */
  silencePrimary(): void;
  killPrimary(): void;
  /** Restarts the primary in read-only mode. */
  demotePrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  /** Ends both servers, their poolers and their proxies. */
  close(): Promise<void>;
};

const role = 'portal_standby';

/**
 * Starts both servers as an ordinary user on free ports of this machine, with the embedded PostgreSQL and streaming
 * replication.
 * @param pooler the program of a PgBouncer that runs beside each of them; null for none
 */
export async function openReplicatedPostgres(pooler: string | null = null): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-replicated-'));
  const [primary, standby] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const password = randomBytes(16).toString('hex');
  const made = await startPostgres({ dataDir: primary, log: () => {} });
  await prepareDatabase({ owner: made.owner, service: made.service }, { log: () => {} });
  await command(made.owner, `create role ${role} login replication password '${password}'`);
  await made.stop();

  const account = await chooseAccount(path.join(primary, 'postgres'));
  const programs = await findPrograms(account, { dataDir: primary, log: () => {} });
  const ports = { primary: await freePort(), standby: await freePort() };
  // A standby can start from a copy of a stopped server.
  await cp(primary, standby, { recursive: true });
  await writeFile(path.join(standby, 'postgres', 'standby.signal'), '');
  await appendFile(
    path.join(standby, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${ports.primary} user=${role} password=${password}'\n`,
  );
  if (account) await giveTo(account, [primary, standby, folder]);

  const start = async (dataDir: string, port: number) => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC`;
    const place = path.join(dataDir, 'postgres');
    const args = ['start', '--silent', '--wait', '-D', place, '-l', path.join(dataDir, 'log'), '-o', options];
    const { exitCode, output } = await run(programs.pgCtl, args, { account, cwd: place });
    if (exitCode !== 0) throw new Error(`PostgreSQL did not start: ${output}`);
  };
  const stop = async (dataDir: string, mode: 'fast' | 'immediate') => {
    const place = path.join(dataDir, 'postgres');
    await run(programs.pgCtl, ['stop', '--silent', `--mode=${mode}`, '-D', place], { account, cwd: place });
  };
  await start(primary, ports.primary);
  await start(standby, ports.standby);
  const at = (address: string, port: number) => Object.assign(new URL(address), { port: String(port) }).href;
  const isStreaming = async () =>
    (await command(at(made.owner, ports.primary), 'select from pg_stat_replication')).rowCount === 1;
  await until('the standby follows', isStreaming, { withinMs: 60_000 });
  // From here on, no commit is acknowledged that only one of them has.
  await command(at(made.owner, ports.primary), `alter system set synchronous_standby_names = '*'`);
  await command(at(made.owner, ports.primary), 'select pg_reload_conf()');

  const roles = [made.owner, made.service];
  const openHost = async (port: number): Promise<Host> => {
    const way = await startTcpProxy(() => port);
    if (pooler === null) return { way, poolerWay: null, pgBouncer: null };
    const pgBouncer = await startPgBouncer({ program: pooler, port, addresses: roles });
    return { way, poolerWay: await startTcpProxy(() => pgBouncer.port), pgBouncer };
  };
  const primaryHost = await openHost(ports.primary);
  const hosts = [primaryHost, await openHost(ports.standby)];
  const onBoth = (address: string, ways: TcpProxy[]) => {
    const { username, password: secret, pathname } = new URL(address);
    const names = ways.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://${username}:${secret}@${names}${pathname}?target_session_attrs=read-write`;
  };
  const ways = hosts.map(({ way }) => way);
  const pooled = hosts.flatMap(({ poolerWay }) => poolerWay ?? []);
  return {
    addresses: {
      owner: onBoth(made.owner, ways),
      service: onBoth(made.service, pooler === null ? ways : pooled),
      ...(pooler !== null && { direct: onBoth(made.service, ways) }),
    },
    promotedAddresses: { owner: at(made.owner, ports.standby), service: at(made.service, ports.standby) },
    silencePrimary: () => {
      primaryHost.way.setWeather({ kind: 'silent' });
      primaryHost.poolerWay?.setWeather({ kind: 'silent' });
    },
    killPrimary: () => killPostgres(primary),
    demotePrimary: async () => {
      await stop(primary, 'fast');
      await writeFile(path.join(primary, 'postgres', 'standby.signal'), '');
      await start(primary, ports.primary);
    },
    promote: async () => void (await command(at(made.owner, ports.standby), 'select pg_promote()')),
    close: async () => {
      for (const way of [...ways, ...pooled]) await way.close();
      for (const { pgBouncer } of hosts) await pgBouncer?.close();
      for (const dataDir of [primary, standby]) await stop(dataDir, 'immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The proxies to one of the two, and to the pooler beside it. */
type Host = { way: TcpProxy; poolerWay: TcpProxy | null; pgBouncer: PgBouncer | null };

async function giveTo({ uid, gid }: { uid: number; gid: number }, folders: readonly string[]): Promise<void> {
  for (const place of folders) await chown(place, uid, gid);
  await run('chown', ['-R', `${uid}:${gid}`, ...folders]);
}
