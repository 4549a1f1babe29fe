import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };
type Fields = Parameters<typeof insertResource>[1];

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const add = async (fields: Fields) => (await insertResource(portal.database, fields)).id;
const dashboard = async (client: Client) => (await client.get<Dashboard>('/api/dashboard')).body;
const idsOf = (row: { resources: { id: number }[] } | null) => row?.resources.map(({ id }) => id);
const save = (client: Client, body: object) => client.patch<CurrentUser>('/api/user/profile', body);
const idle = (member: Member, hours: number) =>
  portal.database.pool.query(
    'update sign_in_sessions set last_seen_at = last_seen_at - make_interval(hours => $2) where user_id = $1',
    [member.userId, hours],
  );

describe('who is refused', () => {
  it('DASH-11 DASH-15 refuses the dashboard and changes of its first steps to visitors', async () => {
    expect((await portal.visitor().get('/api/dashboard')).status).toBe(401);
    expect((await portal.visitor().patch('/api/user/first-steps', { hidesFirstSteps: true })).status).toBe(401);
  });

  it('DASH-14 refuses unknown roles and goals and choices that are no truth values, and changes nothing', async () => {
    const member = await portal.member();
    const before = (await member.get('/api/user')).body;
    for (const body of [{ roleAffiliation: 'administrator' }, { goal: 'other' }, { roleAffiliation: 7 }]) {
      expect((await save(member, body)).status).toBe(400);
    }
    expect((await member.patch('/api/user/first-steps', { hidesFirstSteps: 'yes' })).status).toBe(400);
    expect((await member.get('/api/user')).body).toEqual(before);
  });
});

describe('the rows', () => {
  it('DASH-11 shows newcomers up to six listed free resources, newest first, with the number of all', async () => {
    const ids: number[] = [];
    for (let day = 1; day <= 8; day++) ids.push(await add({ created_at: new Date(`2031-01-0${day}`) }));
    const [hidden = 0, ...shown] = ids.toReversed();
    await updateResource(portal.database, hidden, { is_published: false });
    const { free, isNewcomer, hasOpened, forRole } = await dashboard(await portal.member());
    expect({ isNewcomer, hasOpened, forRole }).toEqual({ isNewcomer: true, hasOpened: false, forRole: null });
    expect(idsOf(free)).toEqual(shown.slice(0, 6));
    expect(free?.total).toBeGreaterThanOrEqual(7);
  });

  it('DASH-12 shows no newcomer’s rows after the first opened resource', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const resourceId = await add({});
    await member.post('/api/user/sessions', { resourceId, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
    expect(await dashboard(member)).toMatchObject({ isNewcomer: false, hasOpened: true, free: null });
    expect(await dashboard(other)).toMatchObject({ isNewcomer: true, hasOpened: false });
  });

  it('DASH-14 shows what fits the role, what fits the goal as well first, and follows a change', async () => {
    const roleAffiliation = 'legal_risk_compliance';
    const fits = await add({ role_affiliations: [roleAffiliation], rapp_principles: ['responsible'] });
    const role = await add({ role_affiliations: [roleAffiliation], rapp_principles: ['adaptive'] });
    const lead = await add({ role_affiliations: ['technical_lead'], rapp_principles: ['adaptive'] });
    const member = await portal.member();
    const { body } = await save(member, { roleAffiliation, goal: 'set_rules' });
    expect(body).toMatchObject({ roleAffiliation, goal: 'set_rules', firstName: expect.any(String) });
    const { forRole } = await dashboard(member);
    expect(idsOf(forRole)).toEqual([fits, role]);
    expect(forRole?.total).toBe(2);

    await save(member, { goal: 'look_around' });
    expect(idsOf((await dashboard(member)).forRole)).toEqual([role, fits]);
    await save(member, { roleAffiliation: 'technical_lead_ai_ml_data' });
    expect(idsOf((await dashboard(member)).forRole)).toEqual([lead]);
    // The profile's form sends empty texts.
    await save(member, { roleAffiliation: '', goal: '' });
    expect((await dashboard(member)).forRole).toBeNull();
  });

  it('SUBSCR-26 says how many resources the subscription opens and what it costs, from the lowest price on', async () => {
    const offer = { access_type: 'subscription', monthly_price_minor: 899, annual_price_minor: 8999 } as const;
    const member = await portal.member();
    expect((await dashboard(member)).subscription).toBeNull();
    const first = await add(offer);
    const terms = { resources: 1, monthlyPrice: 8.99, annualPrice: 89.99, isFrom: false };
    expect((await dashboard(member)).subscription).toMatchObject({ total: 1, isOpen: false, terms });
    await add({ ...offer, monthly_price_minor: 1200 });
    const { subscription } = await dashboard(member);
    expect(subscription?.terms).toEqual({ ...terms, resources: 2, isFrom: true });

    await portal.database.pool.query(
      `insert into subscriptions (user_id, status, stripe_subscription_id, plan, amount_minor, currency)
       values ($1, 'active', 'sub_dashboard', 'monthly', 899, 'GBP')`,
      [member.userId],
    );
    expect((await dashboard(member)).subscription?.isOpen).toBe(true);
    expect((await dashboard(await portal.member())).subscription?.isOpen).toBe(false);
    expect(idsOf(subscription)).toContain(first);
  });
});

it('DASH-13 knows when the visit before ended, which it does after four hours without a call', async () => {
  const [member, other] = [await portal.member(), await portal.member()];
  expect((await dashboard(member)).lastVisitAt).toBeNull();
  await idle(member, 3);
  expect((await dashboard(member)).lastVisitAt).toBeNull();
  await idle(member, 30);
  const { lastVisitAt } = await dashboard(member);
  expect(Date.parse(lastVisitAt ?? '')).toBeLessThan(Date.now() - 29 * 3600 * 1000);
  // The visit continues, so the time does not change.
  expect((await dashboard(member)).lastVisitAt).toBe(lastVisitAt);
  expect((await dashboard(other)).lastVisitAt).toBeNull();
});

it('DASH-15 keeps what a member hides or skips, for this member alone', async () => {
  const [member, other] = [await portal.member(), await portal.member()];
  const hidden = await member.patch<CurrentUser>('/api/user/first-steps', { hidesFirstSteps: true });
  expect(hidden.body).toMatchObject({ hidesFirstSteps: true, skipsRoleQuestion: false });
  const skipped = await member.patch<CurrentUser>('/api/user/first-steps', { skipsRoleQuestion: true });
  expect(skipped.body).toMatchObject({ hidesFirstSteps: true, skipsRoleQuestion: true });
  const shown = await member.patch<CurrentUser>('/api/user/first-steps', { hidesFirstSteps: false });
  expect(shown.body).toMatchObject({ hidesFirstSteps: false, skipsRoleQuestion: true });
  expect((await other.get('/api/user')).body).toMatchObject({ hidesFirstSteps: false, skipsRoleQuestion: false });
});

describe('assigned learning', () => {
  it('DASH-16 shows a learner the next three assignments that are not completed, the next due first, and counts all', async () => {
    const organisation = await seatedOrganisation(portal, 'manager', 'learner', 'learner');
    const [manager, learner, other] = organisation.others as [Person, Person, Person];
    const ids = await Promise.all([1, 2, 3, 4, 5].map((number) => add({ title: `Assigned ${number}` })));
    const { rows } = await portal.database.pool.query(
      `select ((now() at time zone 'UTC')::date + days)::text as day from generate_series(1, 5) as days order by days`,
    );
    for (const [index, resourceId] of ids.entries()) {
      await manager.post(`${organisation.path}/assignments`, {
        resourceIds: [resourceId],
        people: [learner.userId],
        dueOn: rows.at(-1 - index)?.day,
      });
    }
    await learner.put(`/api/resources/${ids[4]}/finished`, { isFinished: true });
    const { assigned } = await dashboard(learner);
    expect(assigned).toMatchObject({ assigned: 5, completed: 1 });
    expect(assigned?.toDo.map(({ resourceId, canOpen }) => [resourceId, canOpen])).toEqual(
      [ids[3], ids[2], ids[1]].map((id) => [id, true]),
    );
    expect((await dashboard(other)).assigned).toBeNull();
    expect((await dashboard(await portal.member())).assigned).toBeNull();
  });
});
