/**
 * `npm run release:data`: writes the data of a demo of this version into server/migrations/releases, for the test that
 * upgrades it (docs/operator/releases.md). Each release does this once, before its tag.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '#server/platform/database/client.ts';
import { listMigrations, readMigration } from '#server/platform/database/migration-files.ts';
import { listTables, type MovedTable } from '#server/platform/database/move/tables.ts';
import { findRunningPostgres, startPostgres } from '#server/platform/database/postgres.ts';
import manifest from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');

/** Tables that each start fills again, and those that the migrations fill. */
const leftOut = new Set(['web_assets', 'nodes', 'schema_migrations', 'graphile_worker.migrations']);

const folder = await mkdtemp(path.join(tmpdir(), 'portal-release-'));
try {
  await runDemo(folder);
  const postgres = await startPostgres({ dataDir: folder, log: () => {} });
  try {
    const file = path.join(root, 'server', 'migrations', 'releases', `${manifest.version}.sql`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await describe(postgres.owner));
    process.stdout.write(`Written: ${path.relative(root, file)}\n`);
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Reports whether no event, mail or job waits, so that the rows do not depend on the day. */
async function hasSettled(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ left: number }>(`
      select (select count(*) from stripe_events where processed_at is null and parked_at is null)::integer
        + (select count(*) from mails where sent_at is null and parked_at is null)::integer
        + (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)::integer as left`);
    return rows[0]?.left === 0;
  } finally {
    await client.end();
  }
}

/** Starts a demo, waits until no event, mail or job waits, and stops it. */
async function runDemo(dataDir: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const portal = spawn(process.execPath, [path.join(root, 'server', 'app', 'main.ts')], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(portal, 'exit');
  let said = '';
  const isServing = new Promise<void>((resolve) => {
    portal.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      if (/Stop +Ctrl-C/.test(said)) resolve();
    });
  });
  await Promise.race([isServing, ended]);
  const { owner = '' } = (await findRunningPostgres(dataDir)) ?? {};
  while (portal.exitCode === null && !(await hasSettled(owner))) await wait(500);
  portal.kill('SIGTERM');
  await ended;
  if (!/Stop +Ctrl-C/.test(said)) throw new Error('The demo did not start.');
}

/**
 * Returns the commit and the migrations with their checksums as comments, and statements for the rows of all tables
 * except `leftOut` and for the positions of the sequences.
 */
async function describe(address: string): Promise<string> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'; set bytea_output = 'hex'`);
    const parts = [
      `-- What a demo of version ${manifest.version} holds. Made by npm run release:data; never changed afterwards.`,
      // N04 of npm run test:operations runs this version beside later ones.
      `-- commit ${execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}`,
    ];
    for (const name of await listMigrations()) {
      parts.push(
        `-- migration ${name} ${createHash('sha256')
          .update(await readMigration(name))
          .digest('hex')}`,
      );
    }
    for (const table of await listTables(client)) {
      if (!leftOut.has(table.name)) parts.push(...(await readRows(client, table)));
    }
    const { rows } = await client.query<{ text: string }>(`
      select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as text
      from pg_sequences where last_value is not null order by 1`);
    return `${[...parts, ...rows.map(({ text }) => text)].join('\n')}\n`;
  } finally {
    await client.end();
  }
}

/**
 * Returns a statement that empties the table, because migrations fill some, and one that inserts its rows if it has
 * any.
 */
async function readRows(client: Client, { name, columns, key }: MovedTable): Promise<string[]> {
  const values = columns.map((column) => `quote_nullable(${column.name}::text)`).join(', ');
  const { rows } = await client.query<{ text: string }>(
    `select concat('(', concat_ws(',', ${values}), ')') as text from ${name} order by ${key.map((column) => column.name).join(', ')}`,
  );
  const names = columns.map((column) => column.name).join(', ');
  const empty = `delete from ${name};`;
  if (rows.length === 0) return [empty];
  return [
    empty,
    `insert into ${name} (${names}) overriding system value values\n${rows.map(({ text }) => text).join(',\n')};`,
  ];
}
