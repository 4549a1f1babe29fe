import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminResourceSorts } from '#contract/catalogue/publishing.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { keptFilterOf } from './rules.ts';
import { keptCount, keptPage, keptSearch } from './store.ts';

const resources = 10_000;
let portal: TestPortal;
let administrator: Client;

beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  for (let first = 1; first < resources; first += 500) await insertResources(first, first + 499);
  await portal.database.owner.query('vacuum analyze resources');
});
afterAll(() => portal.close());

/** Inserts resources: a tenth are drafts, a hundredth scheduled ones, and every 500th is withdrawn. */
function insertResources(first: number, last: number) {
  return portal.database.pool.query(
    `insert into resources (title, description, type, access_type, price_minor, currency, is_published, created_at,
       updated_at, publish_at, withdrawn_at, rapp_principles, rapp_implementation_phase)
     select 'Item ' || n, repeat('Many words about it. ', 20) || case when n % 2000 = 7 then 'Größte Sorgfalt' else '' end,
       (array['book', 'report'])[1 + n % 2], case n % 5 when 0 then 'free' else 'purchase' end, n % 50, 'GBP',
       n % 10 <> 0 and n % 500 <> 1, timestamptz '2026-01-01' + make_interval(mins => n * 7919 % 10007),
       timestamptz '2026-02-01' + make_interval(mins => n * 31 % 10007),
       case when n % 100 = 0 then timestamptz '2126-01-01' end, case when n % 500 = 1 then now() end,
       case when n % 1000 = 2 then array['adaptive'] else '{}' end,
       case when n % 900 = 3 then array['phase_2_design_plan'] else '{}' end
     from generate_series($1::integer, $2::integer) as n`,
    [first, last],
  );
}

const orders = {
  created_at: 'created_at desc, id desc',
  updated_at: 'updated_at desc, id desc',
  title: 'lower(title) collate "C", id',
  price_low_high: 'price_minor, id',
  price_high_low: 'price_minor desc, id desc',
};

/** Computes the list without any of its indexes. */
async function expected(where: string, order: string, [offset, limit]: [number, number]) {
  const { rows } = await portal.database.pool.query(
    `select id from resources where withdrawn_at is null and ${where} order by ${order}`,
  );
  return { ids: rows.slice(offset, offset + limit).map(({ id }) => id), total: rows.length };
}

async function answered(query: string) {
  const answer = await administrator.get<{ id: number }[]>(`/api/admin/resources?${query}`);
  const { 'x-total-count': total, 'x-total-count-is-minimum': isMinimum } = answer.headers;
  return { ids: answer.body.map(({ id }) => id), total: Number(total), isMinimum: isMinimum === 'true' };
}

const filters: [string, string][] = [
  ['', 'true'],
  ['&type=book&accessType=free', "type = 'book' and access_type = 'free'"],
  ['&status=published', 'is_published'],
  ['&status=draft', 'not is_published and publish_at is null'],
  ['&status=scheduled', 'publish_at is not null'],
  ['&rappPrinciples=adaptive', "'adaptive' = any (rapp_principles)"],
  ['&rappImplementationPhase=phase_2_design_plan', "'phase_2_design_plan' = any (rapp_implementation_phase)"],
];

describe('what is refused', () => {
  it('refuses unknown status, sort, type and page values with 400', async () => {
    for (const query of [
      'status=gone',
      'sort=colour',
      'type=poster',
      'page=0',
      'pageSize=201',
      `search=${'a'.repeat(101)}`,
    ]) {
      expect([query, (await administrator.get(`/api/admin/resources?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe('the file of the list', () => {
  const file = async (query: string) => {
    const answer = await administrator.get(`/api/admin/resources/csv?${query}`);
    return answer.raw.toString().trim().split('\n');
  };

  it('ADM-15 refuses the file to others, and columns and filters that the list does not have', async () => {
    const path = '/api/admin/resources/csv';
    expect((await portal.visitor().get(path)).status).toBe(401);
    expect((await (await portal.member()).get(path)).status).toBe(403);
    for (const query of ['columns=description', 'columns=', 'status=gone', 'sort=colour']) {
      expect([query, (await administrator.get(`${path}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('ADM-15 the file has every page of the list, in its order and with its filters', { tags: 'long' }, async () => {
    for (const [query, where, order] of [
      ['sort=title', 'true', orders.title],
      ['sort=price_high_low&status=draft', 'not is_published and publish_at is null', orders.price_high_low],
      ['search=item&sort=updated_at', 'true', orders.updated_at],
      ['search=sorgfalt&sort=title', "description like '%Sorgfalt'", orders.title],
    ] as const) {
      const [heading, ...lines] = await file(query);
      expect(heading).toBe('Id,Title');
      const { ids, total } = await expected(where, order, [0, 10_000]);
      expect([query, lines.length]).toEqual([query, total]);
      expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(ids);
    }
  });

  it('ADM-15 the file has the chosen columns, and a draft with its time to be published', async () => {
    const [heading, ...lines] = await file(
      'search=item%20100&status=scheduled&sort=title&columns=status&columns=price&columns=type',
    );
    expect(heading).toBe('Id,Title,Type,Price,Monthly price,Annual price,Status,Publishes (UTC)');
    expect(lines[0]).toMatch(/^\d+,Item 100,book,0,,,scheduled,2126-01-01T00:00:00\.000Z$/);
  });
});

it('ADM-RES-19 counts resources by status for administrators alone, without withdrawn ones', async () => {
  const path = '/api/admin/resources/counts';
  expect((await portal.visitor().get(path)).status).toBe(401);
  expect((await (await portal.member()).get(path)).status).toBe(403);
  const totalOf = async (where: string) => (await expected(where, 'id', [0, 0])).total;
  expect((await administrator.get(path)).body).toEqual({
    total: await totalOf('true'),
    published: await totalOf('is_published'),
    draft: await totalOf('not is_published and publish_at is null'),
    scheduled: await totalOf('not is_published and publish_at is not null'),
  });
});

describe('the list of all resources', () => {
  it.each(filters)('ADM-RES-01 gives the right page of %j in every order', async (filter, where) => {
    for (const sort of adminResourceSorts) {
      for (const page of [1, 3, 480]) {
        const found = await answered(`sort=${sort}&page=${page}&pageSize=20${filter}`);
        expect(found).toEqual({
          ...(await expected(where, orders[sort], [(page - 1) * 20, 20])),
          isMinimum: false,
        });
      }
    }
  });

  it('finds every word in title, description and tags, parts of words and letters without their accents', async () => {
    const cases: [string, string][] = [
      ['grosste SORG', "description like '%Sorgfalt'"],
      ['item 123', "title like '%123%'"],
      ['9 item', "title like 'Item 9%'"],
      ['nothing', 'false'],
      ['100%25', 'false'],
      ['_tem', 'false'],
    ];
    for (const [search, where] of cases) {
      const found = await answered(`search=${search}&sort=title&page=1&pageSize=20`);
      expect([search, found]).toEqual([
        search,
        { ...(await expected(where, orders.title, [0, 20])), isMinimum: false },
      ]);
    }
    const both = await answered('search=123&type=book&status=draft&page=1&pageSize=20');
    const where = "title like '%123%' and type = 'book' and not is_published and publish_at is null";
    expect(both).toEqual({ ...(await expected(where, orders.created_at, [0, 20])), isMinimum: false });
  });

  it('says that there are more than 5,000 when a search finds most, and gives the right page all the same', {
    tags: 'long',
  }, async () => {
    for (const sort of adminResourceSorts) {
      const { ids } = await expected('true', orders[sort], [40, 20]);
      const found = await answered(`search=item&sort=${sort}&page=3&pageSize=20`);
      expect(found).toEqual({ ids, total: 5000, isMinimum: true });
    }
  });

  it('reads no row that the page does not show, whatever it is narrowed to', async () => {
    const slice = { offset: 200, limit: 20 };
    for (const [query] of filters) {
      const filter = keptFilterOf({ search: '', ...Object.fromEntries(new URLSearchParams(query)) });
      const counting = await readsOf(keptCount(filter));
      // The few scheduled resources have a separate index.
      expect([query, counting]).toEqual([query, { whole: 0, indexOnly: query !== '&status=scheduled' }]);
      for (const sort of adminResourceSorts) {
        const { whole } = await readsOf(keptPage({ filter, sort, slice }));
        expect([query, sort, whole]).toEqual([query, sort, 0]);
      }
    }
    for (const search of ['sorgfalt', '1234', 'so']) {
      const find = { filter: keptFilterOf({ search }), sort: 'title' as const, slice, countTo: 5000 };
      expect([search, (await readsOf(keptSearch(find))).whole]).toEqual([search, 0]);
    }
  });
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Heap Fetches'?: number; Plans?: Plan[] };
type Statement = Pick<ReturnType<typeof keptCount>, 'compile'>;

/** Counts the full scans of the table, and finds out whether an index was enough. */
async function readsOf(statement: Statement) {
  const { sql: text, parameters } = statement.compile(portal.database.db.kysely);
  const values = [...parameters];
  const { rows } = await portal.database.pool.query(`explain (analyze, format json) ${text}`, values);
  const nodes = flat(rows[0]['QUERY PLAN'][0].Plan);
  return {
    whole: nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'resources').length,
    indexOnly: nodes.some((node) => node['Node Type'] === 'Index Only Scan' && node['Heap Fetches'] === 0),
  };
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
