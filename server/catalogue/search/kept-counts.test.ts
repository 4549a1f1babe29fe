import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const values = fc.record({
  title: fc.constantFrom('Risk plan', 'Plan of plans', 'Ethics', 'Éthique  now'),
  description: fc.constantFrom('', 'A plan.', 'risk risk'),
  type: fc.constantFrom('book' as const, 'report' as const),
  access_type: fc.constantFrom('free' as const, 'purchase' as const),
  rapp_principles: fc.subarray(['responsible', 'adaptive', 'people_centred', 'purpose_driven']),
  rapp_implementation_phase: fc.subarray(['phase_1_discover_assess', 'phase_2_design_plan']),
  role_affiliations: fc.subarray(['policy_lead', 'technical_lead', 'policy_lead']),
  is_published: fc.boolean(),
  withdrawn_at: fc.constantFrom(null, '2026-01-01'),
});
const changes = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), values: fc.array(values, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('update' as const), part: fc.nat(3), values }),
  fc.record({ kind: fc.constant('delete' as const), part: fc.nat(3) }),
);

it('totals, audiences and known words follow every change of the resources', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { maxLength: 8 }), async (steps) => {
      await database.owner.query('truncate resources cascade');
      for (const step of steps) await apply(step);
      await expectTrue();
    }),
    { numRuns: 60 },
  );
});

type Change = typeof changes extends fc.Arbitrary<infer Step> ? Step : never;

async function apply(change: Change): Promise<void> {
  const { kysely } = database.db;
  if (change.kind === 'insert') {
    const rows = change.values.map((row) => ({ ...row, currency: 'GBP' }));
    await kysely.insertInto('resources').values(rows).execute();
  } else if (change.kind === 'update') {
    await kysely.updateTable('resources').set(change.values).where(sql`id % 4`, '=', change.part).execute();
  } else {
    await kysely.deleteFrom('resources').where(sql`id % 4`, '=', change.part).execute();
  }
}

async function expectTrue(): Promise<void> {
  const { rows: wrong } = await database.pool.query(`
    (select type || access_type || principles_bits as what, count(*)::int as n from resources
     where is_published and withdrawn_at is null group by 1
     union all
     select word, count(*)::int from resources, unnest(words_of(search_form(
       title || ' ' || description || ' ' || array_to_string(tags, ' ')))) as word
     where is_published and withdrawn_at is null group by 1
     union all
     select type || access_type || principles_bits || audience, count(*)::int
     from resources, lateral (select distinct unnest(rapp_implementation_phase || role_affiliations)) as one (audience)
     where is_published and withdrawn_at is null group by 1)
    except
    (select type || access_type || principles_bits, resources from resource_counts where resources > 0
     union all select word, resources from search_words
     union all select type || access_type || principles_bits || audience, resources from resource_audience_counts)`);
  expect(wrong).toEqual([]);
  const { rows: surplus } = await database.pool.query(`
    select (select coalesce(sum(resources), 0)::int from resource_counts)
      - (select count(*)::int from resources where is_listed) as counted,
      (select coalesce(sum(resources), 0)::int from resource_audience_counts)
        - (select count(*)::int from resources, audience_of(rapp_implementation_phase, role_affiliations)
           where is_listed) as audiences,
      (select count(*)::int from search_words w where not exists (
        select 1 from resources where is_listed and w.word = any (words_of(search_text)))) as words`);
  expect(surplus).toEqual([{ counted: 0, audiences: 0, words: 0 }]);
}

it('the principles are numbered as the contract lists them', async () => {
  const { rappPrinciples } = await import('#contract/catalogue/catalogue.ts');
  const { rows } = await database.pool.query(
    'select principles_bits(array[one]) as bits from unnest($1::text[]) as one',
    [rappPrinciples],
  );
  expect(rows.map(({ bits }) => bits)).toEqual(rappPrinciples.map((_, index) => 2 ** index));
});

it('two catalogue writes at the same time wait for each other instead of locking each other out', async () => {
  const text = 'alpha beta gamma delta epsilon';
  const writer = (order: 1 | -1) =>
    database.transaction(async ({ kysely }) => {
      for (const word of text.split(' ').toSorted((one, other) => order * one.localeCompare(other))) {
        const row = { title: word, description: text, type: 'book', access_type: 'free', currency: 'GBP' } as const;
        await kysely
          .insertInto('resources')
          .values({ ...row, is_published: true })
          .execute();
      }
    });
  await expect(Promise.all([writer(1), writer(-1)])).resolves.toHaveLength(2);
  await expectTrue();
});
