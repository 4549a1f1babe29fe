import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import type { Client } from '#tests/support/client.ts';
import { daysAround } from '#tests/support/days-around.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
  await member.patch('/api/user/settings', { dataCollection: true });
});
afterAll(() => portal.close());

const address = '/api/admin/analytics/activity';
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const activity = async (from = daysAround.from, to = daysAround.to) =>
  (await administrator.get<AnalyticsActivity>(`${address}?from=${from}&to=${to}`)).body;

describe('what happened in a range of days', () => {
  it('PERM-01 refuses the figures of a range of days to visitors and members', async () => {
    const asked = `${address}?from=2026-01-01&to=2026-12-31`;
    expect((await portal.visitor().get(asked)).status).toBe(401);
    expect((await member.get(asked)).status).toBe(403);
  });

  it.each([
    ['', 'from is required'],
    ['?from=2026-01-01', 'to is required'],
    ['?from=2026-02-30&to=2026-03-01', 'from must be a day such as 2026-11-21'],
    ['?from=2026-03-02&to=2026-03-01', 'from must not be after to'],
    ['?from=2020-01-01&to=2026-03-01', 'The range must be at most 1100 days'],
  ])('GEN-06 the range %s is answered 400', async (query, message) => {
    const { status, body } = await administrator.get(`${address}${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
  });

  it('openings of members are counted without a name, those of administrators and refused ones are not', async () => {
    const { id } = await insertResource(portal.database, { title: 'Opened often', access_type: 'subscription' });
    const draft = await insertResource(portal.database, { is_published: false });
    for (const _ of [1, 2, 3]) await member.get(`/api/resources/${id}`);
    await administrator.get(`/api/resources/${id}`);
    await member.get(`/api/resources/${draft.id}`);
    await portal.visitor().get(`/api/resources/${id}`);
    const { mostOpened, opens } = await activity();
    expect(mostOpened).toEqual([{ resourceId: id, title: 'Opened often', count: 3 }]);
    expect(opens.filter((week) => week.free + week.purchase + week.subscription > 0)).toEqual([
      expect.objectContaining({ free: 0, purchase: 0, subscription: 3 }),
    ]);
    await member.get(`/api/resources/${id}`);
    expect((await activity()).mostOpened[0]?.count).toBe(4);
  });

  it('SET-03 counts nothing of a member while Data Collection is off, which is the default', async () => {
    const quiet = await portal.member();
    const { id } = await insertResource(portal.database, { title: 'Opened quietly' });
    const finish = () => quiet.put(`/api/resources/${id}/finished`, { isFinished: true });
    const save = (percentage: number) =>
      rows(
        `insert into progress_sessions (user_id, resource_id, started_at, completion_percentage)
         values ($1, $2, now(), $3) on conflict (user_id, resource_id)
         do update set completion_percentage = excluded.completion_percentage`,
        [quiet.userId, id, percentage],
      );
    const counted = async () => {
      await activity();
      return rows('select opened, finished from resource_days where resource_id = $1', [id]);
    };
    await quiet.get(`/api/resources/${id}`);
    await quiet.get('/api/resources?search=unheard+of+quietly');
    expect((await finish()).status).toBe(200);
    await save(100);
    expect(await counted()).toEqual([]);
    expect(await rows(`select from empty_searches where text like '%quietly'`)).toEqual([]);

    await quiet.patch('/api/user/settings', { dataCollection: true });
    await quiet.get(`/api/resources/${id}`);
    await quiet.get('/api/resources?search=unheard+of+quietly');
    for (const percentage of [50, 100]) await save(percentage);
    expect(await counted()).toEqual([{ opened: 1, finished: 1 }]);
    expect(await rows(`select from empty_searches where text like '%quietly'`)).toHaveLength(1);

    await quiet.patch('/api/user/settings', { dataCollection: false });
    await quiet.get(`/api/resources/${id}`);
    expect(await counted()).toEqual([{ opened: 1, finished: 1 }]);
    await rows('delete from resource_days where resource_id = $1', [id]);
    await rows(`delete from empty_searches where text like '%quietly'`);
  });

  it('searches of the whole catalogue that found nothing are counted; what may be about a person is not', async () => {
    await insertResource(portal.database, { title: 'Governance' });
    const search = (query: string) => member.get(`/api/resources?search=${query}`);
    for (const query of ['Quantum%20%20Audit', 'quantum+audit', 'governance', 'zzzqqq&type=book']) await search(query);
    for (const query of ['jo@example.org', '07700+900123', 'q']) await search(query);
    await administrator.get('/api/resources?search=never+to+be+found');
    expect((await activity()).emptySearches).toEqual([{ text: 'quantum audit', count: 2 }]);
  });

  it('ADM-16 searches that had closest matches alone are counted apart from those that found nothing', async () => {
    for (const title of ['Bilby atlas', 'Plain one', 'Plain two', 'Plain three']) {
      await insertResource(portal.database, { title });
    }
    for (const query of ['bilby+insurance', 'bilby+insurance', 'bilby', 'zzzqqq+insurance']) {
      await member.get(`/api/resources?search=${query}`);
    }
    const { emptySearches, closestSearches } = await activity();
    expect(closestSearches).toEqual([{ text: 'bilby insurance', count: 2 }]);
    expect(emptySearches).toContainEqual({ text: 'zzzqqq insurance', count: 1 });
    expect(emptySearches.map(({ text }) => text)).not.toContain('bilby insurance');
    await rows(`delete from empty_searches where text like '%insurance'`);
  });

  it('searches are bounded per day, and forgotten after 400 days', async () => {
    await rows(
      `insert into empty_searches select (now() at time zone 'UTC')::date, 'filler ' || n, 1 from generate_series(1, 600) n`,
    );
    await member.get('/api/resources?search=xylophonic');
    await member.get('/api/resources?search=quantum+audit');
    await activity();
    expect(await rows(`select text, searches from empty_searches where text not like 'filler%'`)).toEqual([
      { text: 'quantum audit', searches: 3 },
    ]);
    await rows(`update empty_searches set day = day - 401 where text like 'filler%'`);
    await rows(`select graphile_worker.add_job('delete-old-searches')`);
    await portal.runJobs();
    expect(await rows(`select from empty_searches`)).toHaveLength(1);
  });

  it('counts purchases and completions of a resource, each member once', async () => {
    const { id } = await insertResource(portal.database, { title: 'Finished once', access_type: 'purchase' });
    await insertPurchase(portal.database, { userId: member.userId, resourceId: id });
    const save = (percentage: number) =>
      rows(
        `insert into progress_sessions (user_id, resource_id, started_at, completion_percentage)
         values ($1, $2, now(), $3) on conflict (user_id, resource_id)
         do update set completion_percentage = excluded.completion_percentage`,
        [member.userId, id, percentage],
      );
    for (const percentage of [50, 100, 100]) await save(percentage);
    const { mostBought, mostFinished } = await activity();
    expect(mostBought).toEqual([{ resourceId: id, title: 'Finished once', count: 1 }]);
    expect(mostFinished).toEqual([{ resourceId: id, title: 'Finished once', count: 1 }]);
  });

  it('uses are those of the range’s own days, wherever in a week it begins and ends', async () => {
    const [one, other] = [
      (await insertResource(portal.database, { access_type: 'free' })).id,
      (await insertResource(portal.database, { access_type: 'subscription' })).id,
    ];
    // 21 May 2019 is a Tuesday.
    await rows(
      `insert into resource_days (resource_id, day, opened, bought, finished)
       select resource, '2019-05-21'::date + n, n * (resource - $1 + 1), n % 3, n % 2
       from generate_series(0, 60) as n, unnest(array[$1, $2]::integer[]) as resource where (n + resource) % 5 <> 0`,
      [one, other],
    );
    await rows(`update resource_days set opened = opened + 7, bought = 5 where day = '2019-06-04'`);
    await rows(`delete from resource_days where day = '2019-06-05'`);
    for (const [from, to] of [
      ['2019-05-27', '2019-06-02'],
      ['2019-05-26', '2019-06-03'],
      ['2019-05-28', '2019-06-01'],
      ['2019-05-31', '2019-05-31'],
      ['2019-06-01', '2019-06-06'],
      ['2019-05-28', '2019-07-14'],
      ['2019-05-15', '2019-08-15'],
      ['2019-06-30', '2019-07-01'],
      ['2019-06-03', '2019-06-08'],
    ] as const) {
      const used = await activity(from, to);
      const sums = await rows(
        `select resource_id, sum(opened)::integer as opened, sum(bought)::integer as bought,
           sum(finished)::integer as finished
         from resource_days where day between $1 and $2 group by 1`,
        [from, to],
      );
      const ranked = (figure: 'opened' | 'bought' | 'finished') =>
        sums
          .map((row) => ({ resourceId: row.resource_id, count: row[figure] }))
          .filter(({ count }) => count > 0)
          .toSorted((left, right) => right.count - left.count || left.resourceId - right.resourceId);
      expect(used.mostOpened.map(({ resourceId, count }) => ({ resourceId, count }))).toEqual(ranked('opened'));
      expect(used.mostBought.map(({ resourceId, count }) => ({ resourceId, count }))).toEqual(ranked('bought'));
      expect(used.mostFinished.map(({ resourceId, count }) => ({ resourceId, count }))).toEqual(ranked('finished'));
      const weeks = await rows(
        `select to_char(date_trunc('week', day::timestamp), 'YYYY-MM-DD') as week,
           coalesce(sum(opened) filter (where resource_id = $3), 0)::integer as free,
           coalesce(sum(opened) filter (where resource_id = $4), 0)::integer as subscription
         from resource_days where day between $1 and $2 group by 1 having sum(opened) > 0 order by 1`,
        [from, to, one, other],
      );
      const isUsed = ({ free, subscription }: { free: number; subscription: number }) => free + subscription > 0;
      expect(used.opens.filter(isUsed)).toEqual(weeks.map((week) => ({ ...week, purchase: 0 })));
    }
    await rows('delete from resources where id = any ($1)', [[one, other]]);
    expect(await rows('select from resource_weeks where resource_id = any ($1)', [[one, other]])).toEqual([]);
  });

  it('subscriptions are counted at each month’s end, what was lost and which trials were converted in it', async () => {
    const histories: [status: string, day: string][][] = [
      [['active', '2026-01-10']],
      [
        ['trialing', '2026-01-20'],
        ['active', '2026-02-20'],
      ],
      [
        ['trialing', '2026-02-01'],
        ['canceled', '2026-02-28'],
      ],
      [
        ['active', '2026-01-05'],
        ['past_due', '2026-02-05'],
        ['canceled', '2026-03-10'],
      ],
    ];
    for (const [index, history] of histories.entries()) {
      const { userId } = await portal.member();
      const [row] = await rows(
        `insert into subscriptions (user_id, amount_minor, currency, status, stripe_subscription_id, started_at)
         values ($1, 899, 'GBP', $2, $3, now()) returning id`,
        [userId, history.at(-1)?.[0], `sub_life_${index}`],
      );
      for (const [status, day] of history) {
        await rows(
          'insert into subscription_states (subscription_id, status, snapshot_number, seen_at) values ($1, $2, 1, $3)',
          [row?.id, status, `${day}T08:00:00Z`],
        );
      }
    }
    const { subscriptions } = await activity('2026-01-15', '2026-03-09');
    expect(subscriptions).toEqual([
      { month: '2026-01', active: 2, trial: 1, lost: 0, trialsEnded: 0, trialsConverted: 0 },
      { month: '2026-02', active: 3, trial: 0, lost: 1, trialsEnded: 2, trialsConverted: 1 },
      { month: '2026-03', active: 3, trial: 0, lost: 0, trialsEnded: 0, trialsConverted: 0 },
    ]);
    expect((await activity('2026-03-01', '2026-03-31')).subscriptions).toMatchObject([{ active: 2, lost: 1 }]);
  });

  it('writes the counts of opened resources when the portal stops', async () => {
    const other = await createTestPortal({}, { database: portal.database });
    const { id } = await insertResource(portal.database, { title: 'Seen at the end' });
    const reader = await other.member();
    await reader.patch('/api/user/settings', { dataCollection: true });
    await reader.get(`/api/resources/${id}`);
    await other.app.close();
    expect(await rows('select opened from resource_days where resource_id = $1', [id])).toEqual([{ opened: 1 }]);
    await other.database.drop();
  });
});
