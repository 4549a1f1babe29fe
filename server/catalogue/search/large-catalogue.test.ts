/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import { bumpCatalogueVersion } from '#server/catalogue/catalogue/store.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const resources = 24_000;

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  for (let first = 1; first < resources; first += 500) await insertResources(first, first + 499);
  await portal.database.transaction(bumpCatalogueVersion);
  await portal.database.owner.query('analyze');
});
afterAll(() => portal.close());

function insertResources(first: number, last: number) {
  return portal.database.pool.query(
    `insert into resources (title, description, type, access_type, price_minor, currency, is_published, created_at,
       rapp_principles, rapp_implementation_phase, role_affiliations)
     select 'Item ' || n % 997 || case when n % 9000 = 1 then ' seldom' else '' end,
       concat_ws(' ', case when n % 3000 = 1 then 'seldom' end, case when n % 20 = 7 then 'sometimes' end,
         case when n % 4 = 1 then 'frequent' end),
       (array['book', 'report'])[1 + n % 2],
       case n % 5 when 0 then 'free' else 'purchase' end, n % 50, 'GBP', n % 100 <> 0,
       timestamptz '2026-01-01' + make_interval(mins => n * 7919 % 24007),
       case when n % 2000 = 1 then array['adaptive'] else '{}' end,
       case when n % 10 < 6 then array['phase_1_discover_assess'] else array['phase_2_design_plan'] end,
       case when n % 700 = 3 then array['policy_lead', 'technical_lead'] else '{}' end
     from generate_series($1::integer, $2::integer) as n`,
    [first, last],
  );
}

const orders = {
  created_at: 'created_at desc, id desc',
  title: 'lower(title) collate "C", id',
  price_low_high: 'price_minor, id',
  price_high_low: 'price_minor desc, id desc',
};

/** Computes the result without the indexes of the list. */
async function expected(where: string, order: string, [offset, limit]: [number, number]) {
  const { rows } = await portal.database.pool.query(
    `select id, count(*) over ()::int as total from resources where is_published and ${where} order by ${order}`,
  );
  return { ids: rows.slice(offset, offset + limit).map(({ id }) => id), total: rows.length };
}

async function answered(query: string) {
  const answer = await member.get<{ id: number }[]>(`/api/resources?${query}`);
  const { 'x-total-count': total, 'x-total-count-is-minimum': isMinimum } = answer.headers;
  return { ids: answer.body.map(({ id }) => id), total: Number(total), isMinimum: isMinimum === 'true' };
}

describe('a large catalogue', () => {
  it.each([
    ['', 'true'],
    ['&type=book', "type = 'book'"],
    ['&accessType=free&type=report', "access_type = 'free' and type = 'report'"],
    ['&rappPrinciples=adaptive', "'adaptive' = any (rapp_principles)"],
    ['&search=seldom', "description like '%seldom%'"],
    ['&search=99&type=book', "title like '%99%' and type = 'book'"],
  ])('BROWSE-04 BROWSE-05 BROWSE-11 lists the right page of %j in every order', async (filter, where) => {
    for (const [sort, order] of Object.entries(orders)) {
      for (const page of [1, 2, 200]) {
        const found = await answered(`sort=${sort}&page=${page}&pageSize=12${filter}`);
        expect(found).toEqual({ ...(await expected(where, order, [(page - 1) * 12, 12])), isMinimum: false });
      }
    }
  });

  it('API-09 pages end at the resource 2,400 of a list, and the total is of all', async () => {
    const truth = await expected('true', orders.title, [2390, 10]);
    expect(await answered('sort=title&page=240&pageSize=10')).toEqual({ ...truth, isMinimum: false });
    expect(await answered('sort=title&page=241&pageSize=10')).toEqual({ ...truth, ids: [], isMinimum: false });
  });

  it.each([
    ['item', 'true', 'in every resource'],
    ['frequent', "description like '%frequent%'", 'in a quarter of them'],
    ['itemm', 'true', 'misspelt, in every resource'],
    ['freqent', "description like '%frequent%'", 'misspelt, in a quarter'],
    ['item freqent', "description like '%frequent%'", 'one of two words misspelt'],
  ])('BROWSE-01 BROWSE-11 finds the pages of %j and the total "more than 2,400" (%s, %s)', async (word, where) => {
    for (const [sort, order] of Object.entries(orders)) {
      for (const page of [1, 2, 84]) {
        const { ids } = await expected(where, order, [(page - 1) * 12, 12]);
        const found = await answered(`search=${encodeURIComponent(word)}&sort=${sort}&page=${page}&pageSize=12`);
        expect([sort, page, found]).toEqual([sort, page, { ids, total: 2400, isMinimum: true }]);
      }
    }
    const newest = await expected(where, orders.created_at, [0, 12]);
    expect((await answered(`search=${encodeURIComponent(word)}&page=1&pageSize=12`)).ids).toEqual(newest.ids);
  });

  it.each(['sometimes', 'ometim', 'somtimes'])(
    'BROWSE-01 BROWSE-11 counts and pages all matches of %j',
    async (word) => {
      for (const [sort, order] of Object.entries(orders)) {
        for (const page of [1, 84]) {
          const truth = await expected("description like '%sometimes%'", order, [(page - 1) * 12, 12]);
          const found = await answered(`search=${word}&sort=${sort}&page=${page}&pageSize=12`);
          expect([sort, page, found]).toEqual([sort, page, { ...truth, isMinimum: false }]);
        }
      }
    },
  );

  it('BROWSE-01 puts the best matches first, misspelt or not', async () => {
    const best = `title like '%seldom%' desc, ${orders.created_at}`;
    const truth = await expected("description like '%seldom%'", best, [0, 12]);
    expect(truth.total).toBe(8);
    expect(await answered('search=seldom&page=1&pageSize=12')).toEqual({ ...truth, isMinimum: false });
    expect(await answered('search=seldmo&page=1&pageSize=12')).toEqual({ ...truth, isMinimum: false });
  });

  it.each([
    ['type=book', "type = 'book'"],
    ['type=book&type=report', 'true'],
    ['accessType=free', "access_type = 'free'"],
    ['accessType=free&accessType=purchase&type=report', "type = 'report'"],
    ['rappPrinciples=adaptive', "'adaptive' = any (rapp_principles)"],
    ['rappImplementationPhase=phase_2_design_plan', "'phase_2_design_plan' = any (rapp_implementation_phase)"],
    [
      'rappImplementationPhase=phase_1_discover_assess&rappImplementationPhase=phase_2_design_plan&type=report',
      "type = 'report'",
    ],
    ['roleAffiliations=policy_lead&roleAffiliations=project_manager', "'policy_lead' = any (role_affiliations)"],
    [
      'roleAffiliations=technical_lead&rappImplementationPhase=phase_1_discover_assess&accessType=purchase',
      "role_affiliations <> '{}' and 'phase_1_discover_assess' = any (rapp_implementation_phase) and access_type = 'purchase'",
    ],
  ])('BROWSE-01 BROWSE-04 finds the words within %j, as they are and misspelt', async (filter, where) => {
    const words = [
      ['sometimes', "description like '%sometimes%'"],
      ['somtimes', "description like '%sometimes%'"],
      ['frequent item', "description like '%frequent%'"],
      ['fequent', "description like '%frequent%'"],
      ['99', "title like '%99%'"],
      ['seldom', "description like '%seldom%'"],
    ];
    for (const [word = '', holds] of words) {
      for (const [sort, order] of Object.entries(orders)) {
        const { ids, total } = await expected(`${where} and ${holds}`, order, [12, 12]);
        const found = await answered(`search=${encodeURIComponent(word)}&${filter}&sort=${sort}&page=2&pageSize=12`);
        const answer = { ids, total: Math.min(total, 2400), isMinimum: total > 2400 };
        expect([word, sort, found]).toEqual([word, sort, answer]);
      }
    }
  });

  it('BROWSE-04 BROWSE-07 counts resources of a phase or a role up to 2,400, and then answers that there are more', async () => {
    const cases = [
      ['roleAffiliations=policy_lead', "'policy_lead' = any (role_affiliations)"],
      [
        'rappImplementationPhase=phase_2_design_plan&type=report&accessType=free',
        "'phase_2_design_plan' = any (rapp_implementation_phase) and type = 'report' and access_type = 'free'",
      ],
    ] as const;
    for (const [query, where] of cases) {
      for (const [sort, order] of Object.entries(orders)) {
        const truth = await expected(where, order, [12, 12]);
        expect(await answered(`${query}&sort=${sort}&page=2&pageSize=12`)).toEqual({ ...truth, isMinimum: false });
      }
    }
    const phase = "'phase_1_discover_assess' = any (rapp_implementation_phase)";
    for (const page of [1, 101]) {
      const { ids } = await expected(phase, orders.title, [(page - 1) * 12, 12]);
      const asked = `rappImplementationPhase=phase_1_discover_assess&sort=title&page=${page}&pageSize=12`;
      expect(await answered(asked)).toEqual({ ids, total: 2400, isMinimum: true });
    }
  });

  it('counts each value of the filters and of a search, and leaves out groups with more than 2,400 matches', async () => {
    const counts = async (query: string) => (await member.get<ResourceCounts>(`/api/resources/counts?${query}`)).body;
    expect(await counts('type=report')).toMatchObject({
      type: { book: 11_760, report: 12_000 },
      accessType: { free: 2400 },
      roleAffiliations: { policy_lead: 35, technical_lead: 35 },
    });
    const { total } = await answered('search=996&type=report');
    expect([total > 5, (await counts('search=996')).type?.report]).toEqual([true, total]);
    expect(await counts('search=item')).toEqual({});
    expect(await counts('roleAffiliations=policy_lead')).toEqual({});
  });

  it('BROWSE-01 finds the right page when a common word and a filter match different resources', async () => {
    const where = "title like '%1%' and access_type = 'free'";
    const { ids } = await expected(where, orders.created_at, [0, 12]);
    expect((await answered('search=1&accessType=free&sort=created_at&page=1&pageSize=12')).ids).toEqual(ids);
  });

  it.each([
    ['seldom quokka', "description like '%seldom%'", "title like '%seldom%' desc"],
    ['sometimes quokka', "description like '%sometimes%'", null],
    ['frequent sometimes quokka', "description like '%sometimes%'", null],
    ['seldom sometimes', "description like '%seldom%'", "title like '%seldom%' desc"],
  ])('BROWSE-17 the closest matches of %j hold its rarest words', async (search, where, order) => {
    const { body } = await member.get<{ id: number }[]>(`/api/resources/closest?search=${encodeURIComponent(search)}`);
    const { ids } = await expected(where, order ? `${order}, ${orders.created_at}` : orders.created_at, [0, 24_000]);
    const found = body.map(({ id }) => id);
    expect(found).toHaveLength(6);
    if (order) expect(found).toEqual(ids.slice(0, 6));
    else expect(ids).toEqual(expect.arrayContaining(found));
  });

  it('BROWSE-19 soft words are sought where more resources hold the others than pages reach', async () => {
    const { ids } = await expected("type = 'report'", orders.created_at, [0, 12]);
    const found = await answered('search=item+reports&page=1&pageSize=12');
    expect(found).toEqual({ ids, total: 2400, isMinimum: true });
  });

  it('API-09 answers at most 1,000 when the query names no page', async () => {
    const { ids, total } = await answered('type=book');
    expect(ids).toEqual((await expected("type = 'book'", orders.created_at, [0, 1000])).ids);
    expect([ids.length, total]).toEqual([1000, 11_760]);
  });
});
