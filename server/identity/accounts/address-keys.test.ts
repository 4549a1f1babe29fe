import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparableAddress, domainOfAddress, emailAddressOf } from '#contract/email-addresses.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { seed } from '#tests/support/seed.ts';
import { domainOf } from './columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Letters with a lower case of their own, and some that become a letter of ASCII in some folding. */
const letters = [
  ...'aAzZkKiIsS0.-+_\'"',
  '\u212a',
  '\u0130',
  '\u0131',
  '\u017f',
  'ß',
  'ẞ',
  'Ä',
  'É',
  'Σ',
  'ς',
  'Я',
  'Ａ',
];
const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
const domain = fc.constantFrom(
  'Example.ORG',
  'ÄXÄMPLE.de',
  'XN--EXMPLE-CUA.de',
  'ПРИМЕР.рф',
  'ＣＯＲＰ.example',
  'KIN.Example',
);

it('TEXT-05 the database folds an address that it stores as the server does', async () => {
  // Local parts in other scripts are of accounts from before the contract refused them.
  const stored = fc.tuple(text, domain).map(([local, host]) => {
    const address = emailAddressOf(`a@${host}`) ?? '';
    return emailAddressOf(`${local}@${host}`) ?? `${local}${address.slice(1)}`;
  });
  const emails = [...new Set(fc.sample(stored, { numRuns: 1000, seed }))];
  const client = await database.owner.connect();
  try {
    await client.query('create temporary table folded (place integer, email text, address_key text)');
    await client.query('create trigger fold before insert on folded for each row execute function set_address_key()');
    const values = [emails.map((_, place) => place), emails];
    await client.query('insert into folded (place, email) select * from unnest($1::integer[], $2::text[])', values);
    const { rows } = await client.query('select email, address_key from folded order by place');
    expect(rows).toEqual(emails.map((email) => ({ email, address_key: comparableAddress(email) })));
  } finally {
    await client.query('drop table if exists folded');
    client.release();
  }
});

it('TEXT-05 the database takes the domain of an address as the server does, also behind a quoted @', async () => {
  const odd = ['"a@one.example"@TWO.example', 'no address', 'a@', '@Corp.Example', 'a@b@\u212aIN.example'];
  const hosts = fc.sample(fc.tuple(text, domain), { numRuns: 300, seed }).map(([local, host]) => `${local}@${host}`);
  const emails = [...odd, ...hosts];
  const { rows } = await database.owner.query(
    `select ${domainOf('email')} as domain from unnest($1::text[]) with ordinality as given (email, place) order by place`,
    [emails],
  );
  expect(rows.map(({ domain: found }) => found)).toEqual(emails.map(domainOfAddress));
});

it('TEXT-05 each table with folded addresses has the trigger that folds them', async () => {
  const { rows } = await database.owner.query(
    `select c.table_name as name, exists (
       select from information_schema.triggers t
       where t.event_object_table = c.table_name and t.action_timing = 'BEFORE'
         and t.action_statement like '%set_address_key()' having count(distinct t.event_manipulation) = 2) as folds
     from information_schema.columns c where c.column_name = 'address_key' and c.table_schema = 'public' order by 1`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.filter(({ folds }) => !folds)).toEqual([]);
});
