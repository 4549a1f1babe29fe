import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { query } from '#tests/support/query.ts';
import { findRunningPostgres, startPostgres } from './postgres.ts';

let room: string;
let dataDir: string;
let logged: string[];
let tellLog: (message: string) => void;
let running: Awaited<ReturnType<typeof startPostgres>>[];

beforeEach(async () => {
  // mkdtemp's folder is closed to others, so as root these tests show the closed parent folder.
  room = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  dataDir = join(room, 'data');
  logged = [];
  tellLog = () => {};
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  await rm(room, { recursive: true });
});

async function start(folder = dataDir) {
  const log = (message: string) => {
    logged.push(message);
    tellLog(message);
  };
  const server = await startPostgres({ dataDir: folder, log });
  running.push(server);
  return server;
}

/** Waits for the next line of the log that includes `wanted`. */
function nextLog(wanted: string): Promise<void> {
  return new Promise((resolve) => {
    tellLog = (message) => {
      if (message.includes(wanted)) resolve();
    };
  });
}

async function write42(connectionString: string): Promise<void> {
  await query(connectionString, 'create table kept as select 42 as value');
}

async function expect42(connectionString: string): Promise<void> {
  expect(await query(connectionString, 'select value from kept')).toEqual([{ value: 42 }]);
}

async function serverProcessId(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

type Elsewhere = { portal: ChildProcess; connectionString: string };

/** Starts a process that only runs PostgreSQL; resolves when PostgreSQL is up. */
async function startElsewhere(then = 'setInterval(() => {}, 60_000)'): Promise<Elsewhere> {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const { owner } = await startPostgres({ dataDir: process.argv[1], log: () => {} });
    console.log(owner);
    ${then};`;
  const portal = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(portal.stdout, 'data');
  return { portal, connectionString: String(line).trim() };
}

async function killed(portal: ChildProcess): Promise<void> {
  const gone = once(portal, 'exit');
  portal.kill('SIGKILL');
  await gone;
}

describe('starting and stopping', () => {
  test('BOOT-02 keeps everything inside DATA_DIR, closed to others, and listens on loopback only', {
    tags: 'long',
  }, async () => {
    const server = await start();
    expect(new URL(server.owner).hostname).toBe('127.0.0.1');
    const names = "'listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'server_encoding'";
    const settings = await query(
      server.owner,
      `select string_agg(name || '=' || setting, ' ' order by name) as text from pg_settings where name in (${names})`,
    );
    expect(settings[0]?.text).toBe(
      'fsync=on listen_addresses=127.0.0.1 server_encoding=UTF8 synchronous_commit=on unix_socket_directories=',
    );
    const modes = ['postgres', 'postgres.password', 'postgres-service.password', 'postgres.log', 'portal.lock'].map(
      async (name) => {
        return ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
      },
    );
    expect(await Promise.all(modes)).toEqual(['700', '600', '600', '600', '600']);
    expect((await readdir(dataDir)).sort()).toEqual([
      'portal.lock',
      'postgres',
      'postgres-service.password',
      'postgres.log',
      'postgres.password',
    ]);
    const stranger = Object.assign(new URL(server.owner), { password: 'guessed' }).href;
    await expect(query(stranger, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(logged).toEqual([]);
  });

  test('brings the extensions the search needs, for every alphabet', { tags: 'long' }, async () => {
    const { owner: connectionString } = await start();
    await query(connectionString, 'create extension pg_trgm; create extension unaccent');
    const [row] = await query(
      connectionString,
      `select unaccent('Hôtel') as plain, lower('ÀÉЖ') as lowered, similarity('Überblick', 'überblick') as same,
         similarity('Ж', 'Я') as other`,
    );
    expect(row).toEqual({ plain: 'Hotel', lowered: 'àéж', same: 1, other: 0 });
  });

  test('BOOT-12 keeps all data over a stop and a second start', async () => {
    const first = await start();
    await write42(first.owner);
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    await expect(query(first.owner, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    const second = await start();
    await expect42(second.owner);
  });

  test('runs wherever its folder is, open to others or closed, whatever the path is called', {
    tags: 'long',
  }, async () => {
    const named = join(room, `it's "my" $HOME`);
    const first = await start(named);
    await write42(first.owner);
    await first.stop();
    await chmod(room, 0o755);
    const second = await start(named);
    await expect42(second.owner);
  });

  test('gives a command beside the portal the address of its PostgreSQL, while one runs', {
    tags: 'long',
  }, async () => {
    expect(await findRunningPostgres(dataDir)).toBeNull();
    const server = await start();
    expect((await findRunningPostgres(dataDir))?.owner).toBe(server.owner);
    await server.stop();
    expect(await findRunningPostgres(dataDir)).toBeNull();
  });
});

describe('after an interruption', () => {
  test('BOOT-12 takes over the server a killed portal left behind', { tags: 'long' }, async () => {
    const { portal, connectionString } = await startElsewhere();
    await write42(connectionString);
    const before = await serverProcessId();
    await killed(portal);
    const server = await start();
    expect(await serverProcessId()).toBe(before);
    expect(server.owner).toBe(connectionString);
    await expect42(server.owner);
    await server.stop();
    await expect(query(connectionString, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('PostgreSQL ends with a process that ends without stopping it', { tags: 'long' }, async () => {
    const { portal } = await startElsewhere('setImmediate(() => process.exit(1))');
    if (portal.exitCode === null) await once(portal, 'exit');
    await start();
    const serverLog = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(serverLog).toContain('database system is shut down');
    expect(serverLog).not.toContain('not properly shut down');
  });

  test('a new PostgreSQL starts where the running one is another server', { tags: 'long' }, async () => {
    const { portal, connectionString } = await startElsewhere();
    await write42(connectionString);
    const before = await serverProcessId();
    await killed(portal);
    await rename(dataDir, `${dataDir}-moved`);
    dataDir = `${dataDir}-moved`;
    const server = await start();
    expect(await serverProcessId()).not.toBe(before);
    await expect42(server.owner);
  });

  test.runIf(process.platform === 'linux')(
    'PostgreSQL starts over a postmaster.pid whose number is another program now',
    { tags: 'long' },
    async () => {
      await (await start()).stop();
      const stale = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '1 1', 'ready   ', ''].join(
        '\n',
      );
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale);
      const server = await start();
      expect(await query(server.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  test('makes an unfinished cluster again and deletes nothing that stood under its name', {
    tags: 'long',
  }, async () => {
    await mkdir(join(dataDir, 'postgres/base/1'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n');
    await mkdir(join(dataDir, 'postgres.making-abcdef/cluster'), { recursive: true });
    await write42((await start()).owner);
    const beside = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.') && name.includes('-'));
    expect(beside).toEqual([expect.stringContaining('postgres.unfinished-')]);
    expect((await readdir(join(dataDir, beside[0] ?? '', 'postgres'))).sort()).toEqual(['PG_VERSION', 'base']);
    expect(logged).toEqual([expect.stringContaining('was moved to')]);
  });

  test('sets the password anew when its file is lost, and keeps the data', { tags: 'long' }, async () => {
    const first = await start();
    await write42(first.owner);
    await first.stop();
    await rm(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(new URL(second.owner).password).not.toBe(new URL(first.owner).password);
    await expect42(second.owner);
    expect(logged).toEqual([expect.stringContaining('was set anew')]);
  });

  test('F02 a crash of PostgreSQL under a running statement is healed on the same address, losing nothing kept', {
    tags: 'long',
  }, async () => {
    const { owner: connectionString } = await start();
    await write42(connectionString);
    const before = await serverProcessId();
    const longRunning = new pg.Client({ connectionString });
    longRunning.on('error', () => {});
    await longRunning.connect();
    const cut = expect(longRunning.query('insert into kept select 43 from pg_sleep(600)')).rejects.toThrow();
    const isBack = nextLog('PostgreSQL is back');
    process.kill(before, 'SIGKILL');
    await Promise.all([isBack, cut]);
    expect(await serverProcessId()).not.toBe(before);
    await expect42(connectionString);
    // On a busy machine the log may also say that the start takes longer.
    const lines = logged.filter((line) => !line.includes('still starting'));
    expect(lines).toEqual(['PostgreSQL ended unexpectedly; it is started again.', 'PostgreSQL is back.']);
  });
});
