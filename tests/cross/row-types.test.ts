import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { checkStatements, type Findings } from '#tests/support/statements/check.ts';

const search = { tsquery: 'a', patterns: { parts: ['a'], meant: [['a']] }, minutes: 5 };
const audience = { types: ['book'], accessTypes: ['free'], principlesBits: [1], phases: [], roles: [] };
const page = { filter: { ...audience, phases: ['a'], roles: ['a'] }, sort: 'title', slice: { limit: 1, offset: 0 } };
const term = { texts: ['a'], weight: 1, isRare: true };
const ranking = { terms: [term], soft: [term], minutes: 5 };
const nearness = {
  ...{ terms: [term], places: [{ search, holds: [0] }], mostOfPlace: 1, soft: [term], phrases: [term] },
  ...{ minutes: { most: 5, weight: 1 }, filterWeight: 1 },
};

/** Arguments of the functions whose statements depend on what a person searches for. */
const examples = {
  listPage: [null, { ...search, ...page }],
  listMatches: [null, { search, ...page, ranking, most: 1 }],
  countMatches: [null, { search, most: 1 }],
  listAudienceCounts: [null, audience],
  listClosest: [null, { nearness, filter: page.filter, except: [], limit: 1 }],
};

/** Columns whose types are right although PostgreSQL's description does not show it: statement, columns, reason. */
const excepted: [statement: string, columns: string[], reason: string][] = [
  ['organisations.find_offer', ['joining'], "the condition leaves out 'off'"],
  ['organisations.list_orders', ['seats'], 'an attempt of an organisation has seats (payment_attempts_order_check)'],
  ['organisations.list_orders', ['ordered_at'], 'the condition asks for a purchase or for billing'],
  ['learning.find_certificate_by_code', ['is_listed'], 'it is generated of columns that are never null'],
  ['learning.list_evidence_completions', ['completedAt'], 'the condition compares it with the period'],
  ['learning.list_own', ['refresh_months'], 'assignments_refresh_months_check has the three numbers'],
  ['learning.list_own', ['today'], 'the day always has one row'],
  ['assessment.list_round_answered', ['people'], 'array(…) is never null'],
  ['assessment.list_round_uncounted', ['people'], 'array(…) is never null'],
  ['assessment.find_round_before', ['closed_at'], 'the condition compares it with the time of the round'],
  [
    'access.list_entitlements',
    ['organisation_id', 'status', 'is_suspended', 'is_paused', 'is_in_grace'],
    'they are read of the kinds of rows that have them',
  ],
  ['search.list_changed', ['two columns have one name'], 'the driver keeps the second id, that of the change'],
  ['search.list_changed', ['id'], 'the driver keeps the second id, that of the change'],
  ['search.count_matches.wlmd', ['principles_bits'], 'it is generated of a column that is never null'],
  ['search.list_counts', ['type', 'access_type'], 'triggers write the values of resources'],
  ['privacy.find_ready_export', ['blob_id', 'bytes'], 'a constraint requires them of a ready export'],
  ['checks.list_latest_answers', ['right'], 'check_attempts_handed_in_check'],
  ['imports.list_seen_lines', ['seen'], 'a line that names a resource has the time of its last change'],
  ['files.list_sizes', ['height'], 'files_pixels_check'],
  ['server/operations/webhooks/sending-store.ts spreadEvents', ['webhook_ids'], 'array(…) is never null'],
  ['server/operations/analytics/store.ts listMoney', ['kind'], 'triggers write the four kinds'],
  ['server/learning/learning/list-store.ts listAssignments', ['refresh_months'], 'assignments_refresh_months_check'],
  ['server/learning/learning/list-store.ts listAssignments', ['today'], 'the day always has one row'],
  ['server/commerce/billing/ledger-store.ts listPaidPurchases', ['intentId'], 'a charged payment has an id at Stripe'],
  [
    'server/commerce/billing/ledger-store.ts listDisputes',
    ['description', 'currency', 'intentId'],
    'a dispute is of a payment or an invoice (disputes_payment_check)',
  ],
  [
    'server/commerce/billing/ledger-store.ts findUnanswered',
    ['description', 'currency', 'intentId'],
    'a dispute is of a payment or an invoice (disputes_payment_check)',
  ],
  ['server/commerce/billing/reconciliation-store.ts listDiscrepancies', ['kind'], 'the condition has these kinds'],
  [
    'server/commerce/billing/reconciliation-store.ts listUnpaidPurchases',
    ['intentId'],
    'purchases_stripe_payment_intent_id_check, and the condition leaves out free ones',
  ],
  [
    'server/commerce/billing/reconciliation-store.ts listWithoutConsent',
    ['subject'],
    'an order that was charged or ran has an id at Stripe',
  ],
  ['imports.list_silent', ['state'], 'the condition has the two states'],
];

/** Statements with one mistake each, in a source that is not on the disk. */
const planted = `import { type Selectable, sql } from 'kysely';
  import type { Tables } from '#server/migrations/tables.ts';
  import type { Db } from '#server/platform/database/db.ts';
  type User = Pick<Selectable<Tables['users']>, 'id' | 'email'>;
  const part = sql\`where id = 1\`;
  const from = (table: string) => \`from \${table} u\`;
  export const planted = async (db: Db, given: string): Promise<{ tags: number[] }[]> => {
    await db.prepared<User>('missing', \`select id \${from('users')}\`, []);
    await db.prepared<User>('extra', \`select id, email, goal \${from('users')}\`, []);
    await db.prepared<User>('type', 'select id::text, email from users', []);
    await db.prepared<{ hash: string }>('nullable', 'select password_hash as hash from users', []);
    await db.prepared<{ hash: string }>('compared', "select password_hash as hash from users where password_hash <> ''", []);
    await db.prepared<User>('joined', 'select u.id, u.email from api_keys k left join users u on u.id = k.user_id and $1', []);
    await db.prepared<{ name: string }>('made', "select first_name || ' ' || password_hash as name from users", []);
    await db.prepared<{ name: string }>('case', "select case when id > 1 then email end as name from users", []);
    await db.prepared<{ last: number }>('aggregate', 'select max(length(email)) as last from users', []);
    await db.prepared<{ one: number }>('subquery', 'select (select id from users where id = n) as one from generate_series(1, 2) n', []);
    await db.prepared<{ role: 'admin' }>('narrower', 'select role from users', []);
    await db.prepared('unknown', given, []);
    await db.prepared<User>('refused', 'select id, mail from users', []);
    await sql<User>\`select id, \${given.length}::integer as email from users \${part}\`.execute(db.kysely);
    await db.prepared('cast', db.kysely.selectFrom('users').select('id').where('email', '=', given).$castTo<User>());
    await db.prepared('whole', db.kysely.selectFrom('web_assets').selectAll());
    return db.prepared('inferred', 'select tags from resources', []);
  };`;

let database: TestDatabase;
let found: Findings;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = await database.owner.connect();
  try {
    found = await checkStatements({
      client,
      kysely: database.db.kysely,
      examples,
      added: { 'server/planted.ts': planted },
    });
  } finally {
    client.release();
  }
});
afterAll(() => database.drop());

const isPlanted = (place: string) => place.startsWith('server/planted.ts');

it("the row types of hand-written statements are those of PostgreSQL's description: columns, types, null", () => {
  const isExcepted = (name: string, difference: string) =>
    excepted.some(([of, columns]) => of === name && columns.includes(difference.replace(/: .*/s, '')));
  const wrong = found.checked
    .filter(({ place }) => !isPlanted(place))
    .flatMap(({ place, name, differences }) =>
      differences
        .filter((difference) => !isExcepted(name, difference))
        .map((difference) => `${place} ${name}: ${difference}`),
    );
  expect(wrong).toEqual([]);
});

it('each exception from the comparison with PostgreSQL is of a difference that there is', () => {
  const differing = new Set(
    found.checked.flatMap(({ name, differences }) => differences.map((what) => `${name} ${what.replace(/: .*/s, '')}`)),
  );
  const idle = excepted
    .flatMap(([name, columns]) => columns.map((column) => `${name} ${column}`))
    .filter((one) => !differing.has(one));
  expect(idle).toEqual([]);
});

it('every hand-written statement is read from the source and described', () => {
  expect(found.unread.filter((place) => !isPlanted(place))).toEqual([]);
  expect(found.calls).toBeGreaterThan(600);
});

it.each([
  ['missing', 'email is declared and no column'],
  ['extra', 'goal is a column and not declared'],
  ['type', 'id: number, but the driver gives string'],
  ['nullable', 'hash: string, but users.password_hash is nullable'],
  ['compared', undefined],
  ['joined', 'id: number, but u is on the optional side of an outer join'],
  ['made', 'name: string, but users.password_hash is nullable'],
  ['case', 'name: string, but one of its values is null'],
  ['aggregate', 'last: number, but max of no rows is null'],
  ['subquery', 'one: number, but a subquery may have no row'],
  ['narrower', 'role: "admin", but users.role is "administrator" | "user"'],
  ['server/planted.ts planted', 'email: string, but the driver gives number'],
  ['cast', 'email is declared and no column'],
  ['whole', 'a named statement lists its columns (OPS-09)'],
  ['inferred', 'tags: number[], but the driver gives an array of string'],
])('a row type with a mistake differs from the description: %s', (name, difference) => {
  const statement = found.checked.find((one) => isPlanted(one.place) && one.name === name);
  expect(statement?.differences[0]).toBe(difference);
});

it('a statement that is known only at run time, or that PostgreSQL refuses, is not described', () => {
  const unread = found.unread.filter(isPlanted).map((place) => place.replace(/^\S+ /, ''));
  expect(unread).toEqual(['given of planted is given at run time', 'column "mail" does not exist']);
});
