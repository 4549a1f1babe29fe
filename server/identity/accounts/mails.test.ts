import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type MailKind, mailKinds, queueMail } from './mail-actions.ts';

const kinds: MailKind[] = ['account', 'money', 'security', 'alerts', 'updates', 'marketing'];
const settings = ['security_alerts', 'resource_alerts', 'email_updates', 'marketing_emails'] as const;
type Setting = (typeof settings)[number];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let people = 0;
/** A member with these switches on, and all others off. */
async function readerWith(on: readonly Setting[]): Promise<string> {
  const email = `Reader-${++people}@example.org`;
  await database.pool.query(
    `insert into users (email, first_name, last_name, ${settings.join(', ')}) values ($1, 'A', 'B', $2, $3, $4, $5)`,
    [email, ...settings.map((setting) => on.includes(setting))],
  );
  return email;
}

/** Queues a mail of every kind to an address. @returns the kinds that were queued */
async function received(address: string): Promise<MailKind[]> {
  const mail = { to: address, subject: 'Hello', text: 'Hello', html: '<p>Hello' };
  for (const kind of kinds) {
    await database.transaction((db) => queueMail(db, { kind, key: `${kind}:${address}` }, mail));
  }
  const { rows } = await database.pool.query('select dedupe_key from mails where recipient = $1', [address]);
  return kinds.filter((kind) => rows.some((row) => row.dedupe_key === `${kind}:${address}`));
}

describe('what a switch about mails switches', () => {
  it('SET-02 mails about the account and about money are still sent with all switches off', async () => {
    expect(await received(await readerWith([]))).toEqual(['account', 'money']);
    expect(await received(await readerWith(settings))).toEqual(kinds);
  });

  it.each(kinds.filter((kind) => mailKinds[kind] !== null))(
    'SET-02 mails of kind %s obey their own switch alone',
    async (kind) => {
      const own = settings.filter((setting) => setting === mailKinds[kind]);
      const others = settings.filter((setting) => setting !== mailKinds[kind]);
      expect(own).toHaveLength(1);
      expect(await received(await readerWith(own))).toContain(kind);
      expect(await received(await readerWith(others))).not.toContain(kind);
    },
  );

  it('an address is compared without regard to case, and one without an account gets what is always sent', async () => {
    const address = await readerWith(settings);
    expect(await received(address.toLowerCase())).toEqual(kinds);
    expect(await received('no-account@example.org')).toEqual(['account', 'money']);
  });
});

it('every mail in the code is listed in docs/publisher/mails.md with its kind', () => {
  const server = path.resolve(import.meta.dirname, '../..');
  const documented = readFileSync(path.join(import.meta.dirname, '../../../docs/publisher/mails.md'), 'utf8');
  const lines = documented.split('\n').filter((line) => line.startsWith('| `'));
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(server, file), 'utf8'));
  const found = sources.flatMap((source) => [...source.matchAll(/kind: '(\w+)', key: `([\w-]+):/g)]);
  expect(found.length).toBeGreaterThan(20);
  for (const [, kind, mail] of found) {
    expect(lines.filter((line) => line.includes(`\`${mail}\``) && line.includes(`| \`${kind}\` |`))).toHaveLength(1);
  }
});
