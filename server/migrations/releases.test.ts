import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigration } from '#server/platform/database/migration-files.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { migrateToOldVersion } from '#tests/support/old-version.ts';
import { freePort, type Started, startProcess } from '#tests/support/process.ts';
import manifest from '../../package.json' with { type: 'json' };

const folder = path.join(import.meta.dirname, 'releases');
const releases = readdirSync(folder).map((name) => name.replace('.sql', ''));

const invariants = readFileSync(path.join(import.meta.dirname, 'invariants.sql'), 'utf8');
const readRelease = (release: string) => readFileSync(path.join(folder, `${release}.sql`), 'utf8');

/** Parses the migrations of a release with their checksums. */
function migrationsOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(/^-- migration (\S+) (\S+)$/gm)].map(([, name = '', sum = '']) => [name, sum]));
}

it('OPS-23 the data of the version of package.json is kept', () => {
  expect(releases).toContain(manifest.version);
});

it.each(releases)('OPS-23 no migration of release %s was changed since', async (release) => {
  const migrations = migrationsOf(readRelease(release));
  expect(migrations.size).toBeGreaterThan(50);
  for (const [name, sum] of migrations) {
    expect(
      createHash('sha256')
        .update(await readMigration(name))
        .digest('hex'),
      name,
    ).toBe(sum);
  }
});

describe.each(releases)(
  'OPS-23 a portal of release %s, upgraded by the start of this version',
  { tags: 'long' },
  (release) => {
    const text = readRelease(release);
    let database: TestDatabase;
    let dataDir: string;
    let portal: Started;
    let origin: string;
    let before: Map<string, number>;
    beforeAll(async () => {
      database = await createTestDatabase({ template: 'template0' });
      const migrations = migrationsOf(text);
      await migrateToOldVersion(database, (name) => migrations.has(name));
      // Rows are in the order of the tables' names, and include those that triggers added.
      await database.owner.query(`begin; set local session_replication_role = replica; ${text}; commit`);
      before = await countRows();
      dataDir = await mkdtemp(path.join(tmpdir(), 'portal-release-'));
      const port = String(await freePort());
      origin = `http://127.0.0.1:${port}`;
      portal = await startProcess('server/app/main.ts', {
        DEMO: '1',
        // Only the web role, because the invariants are checked below for a later day, on which work that jobs begin
        // now would be overdue.
        ROLE: 'web',
        DATA_DIR: dataDir,
        DATABASE_URL: database.addresses.service,
        MIGRATION_DATABASE_URL: database.addresses.owner,
        PORT: port,
      });
      await portal.printed(/Stop +Ctrl-C/);
    });
    afterAll(async () => {
      portal.kill('SIGTERM');
      await portal.ended;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });

    async function countRows(): Promise<Map<string, number>> {
      const { rows } = await database.owner.query<{ name: string; rows: number }>(
        `select relname as name, (xpath('//c/text()', query_to_xml(format('select count(*) as c from %s', oid::regclass), false, true, '')))[1]::text::integer as rows
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      return new Map(rows.map(({ name, rows: count }) => [name, count]));
    }

    const signIn = async (email: string) => {
      const answer = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'portal-demo' }),
      });
      expect(answer.status).toBe(200);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    };
    const read = async (call: string, cookie: string) => {
      const answer = await fetch(origin + call, { headers: { cookie } });
      expect(answer.status, call).toBe(200);
      return answer;
    };

    it('the portal is ready, and every invariant holds, also on a later day', async () => {
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
      await expectInvariants(database);
      // The file is used for years, and some invariants allow work an hour or a day.
      const later = invariants.replaceAll('now()', `(now() + interval '3 days')`);
      const results = [await database.owner.query(later)].flat();
      expect(results.flatMap(({ rows }) => rows)).toEqual([]);
    });

    it('the database has lost no row of what members and administrators have made', async () => {
      const after = await countRows();
      for (const name of [
        'users',
        'resources',
        'articles',
        'purchases',
        'payment_attempts',
        'subscriptions',
        'audit_log',
      ]) {
        expect(before.get(name), name).toBeGreaterThan(0);
        expect(after.get(name), name).toBeGreaterThanOrEqual(before.get(name) ?? 0);
      }
    });

    it('SET-13 mails of before belong to the account whose address they went to', async () => {
      const { rows } = await database.owner.query(
        `select m.id from mails m join users u on u.address_key = lower(m.recipient collate "C") where m.user_id is distinct from u.id`,
      );
      expect(rows).toEqual([]);
    });

    it('a member signs in and finds purchases, subscription and the catalogue', async () => {
      const cookie = await signIn('member@example.org');
      const purchases = (await (await read('/api/user/purchases', cookie)).json()) as { resourceId: number }[];
      expect(purchases.length).toBeGreaterThan(0);
      const access = await read(`/api/resources/${purchases[0]?.resourceId}/access`, cookie);
      expect(await access.json()).toMatchObject({ hasAccess: true });
      await read('/api/user/subscription', cookie);
      await read('/api/user/billing', cookie);
      expect(Number((await read('/api/resources', cookie)).headers.get('x-total-count'))).toBeGreaterThanOrEqual(60);
    });

    it('an administrator signs in and finds users, the audit log and the figures', async () => {
      const cookie = await signIn('administrator@example.org');
      for (const call of ['/api/users', '/api/admin/audit-log', '/api/admin/analytics', '/api/admin/system'])
        await read(call, cookie);
    });
  },
);
