import { expect, it } from 'vitest';
import { listMigrations, readMigration } from '#server/platform/database/migration-files.ts';
import { stepsOf } from '#server/platform/database/upgrade-plan.ts';

/** The last migration that was written before these rules. */
const lastFree = '0068_visits';

/** The last migration that was written before the rule about rows of a table that waits. */
const lastWaiting = '0125_confirmed_organisations';

/**
 * Statements that remove or rename objects which nodes of the previous version may use, or lock a table while each row
 * is read.
 */
const shrinking =
  /\b(drop (table|column|view|function|constraint|not null)|rename (to|column|constraint)|alter (column )?\w+ (set not null|(set data )?type))\b/i;

/**
 * Returns the reasons why a migration is unsafe beside nodes that serve (docs/recipes.md, "Add a table"), a sentence
 * each.
 * @param text of the whole file
 */
function findUnsafe(name: string, text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '');
  const made = new Set([...code.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table));
  const unsafe: string[] = [];
  const [taken] = shrinking.exec(code) ?? [];
  const unused = /^-- Unused since (\d{4}): \w/m.exec(text)?.[1];
  if (taken && !(unused && unused < name.slice(0, 4))) {
    unsafe.push(`"${taken}" needs the line "-- Unused since NNNN: reason" with a migration of a version before`);
  }
  const isOutside = /^-- Outside a transaction\b/.test(text);
  for (const [, concurrently, table] of code.matchAll(
    /create (?:unique )?index (concurrently )?(?:if not exists )?(?:\w+ )?on (\w+)/gi,
  )) {
    if (!made.has(table) && !(concurrently && isOutside)) {
      unsafe.push(`the index on ${table} needs "concurrently", in a file that begins with "-- Outside a transaction"`);
    }
  }
  if (!isOutside && /\bvalidate constraint\b/i.test(code)) {
    unsafe.push('"validate constraint" reads each row: it needs a file that begins with "-- Outside a transaction"');
  }
  const steps = stepsOf(text);
  const isLocked = (table: string) => steps.some((step) => step.kind === 'lock' && step.table === table);
  for (const { table } of steps.filter(({ kind }) => kind === 'write')) {
    if (!isOutside && isLocked(table) && name > lastWaiting) {
      unsafe.push(
        `all who use ${table} wait while its rows are written: a file of its own begins with "-- Outside a transaction"`,
      );
    }
  }
  return unsafe;
}

it.each([
  ['a dropped column', 'alter table users drop column phone;'],
  ['a renamed table', 'alter table users rename to people;'],
  ['another type', 'alter table mails alter column id type bigint;'],
  ['a column that must be filled', 'alter table users alter column phone set not null;'],
  ['a use that ends with itself', '-- Unused since 0999: nothing reads it.\nalter table users drop column phone;'],
  ['an index in a transaction', 'create index users_phone_idx on users (phone);'],
  ['an index outside of one that locks', '-- Outside a transaction.\ncreate unique index users_idx on users (phone);'],
  ['a check of each row in a transaction', 'alter table users validate constraint users_phone_check;'],
  ['rows of a table that waits', 'alter table users add column key text;\nupdate users set key = email;'],
])('OPS-09 a migration is refused that would disturb nodes that serve: %s', (_, text) => {
  expect(findUnsafe('0999_phones', text)).toHaveLength(1);
});

it.each([
  ['a new column', 'alter table users add column phone text;'],
  ['a new table with its index', 'create table phones (id integer);\ncreate index phones_idx on phones (id);'],
  ['the shrinking half', '-- Unused since 0098: 0098 reads users.numbers.\nalter table users drop column phone;'],
  ['an index', '-- Outside a transaction.\ncreate index concurrently if not exists users_idx on users (phone);'],
  ['rows of a table', '-- Outside a transaction.\nupdate users set key = email;'],
  ['a check', '-- Outside a transaction.\nalter table users validate constraint users_phone_check;'],
])('OPS-09 a migration is accepted: %s', (_, text) => {
  expect(findUnsafe('0999_phones', text)).toEqual([]);
});

it('OPS-09 no migration disturbs nodes that serve', async () => {
  const unsafe: string[] = [];
  for (const name of (await listMigrations()).filter((one) => one > lastFree)) {
    const sentences = findUnsafe(name, await readMigration(name));
    unsafe.push(...sentences.map((sentence) => `${name}: ${sentence}`));
  }
  expect(unsafe).toEqual([]);
});
