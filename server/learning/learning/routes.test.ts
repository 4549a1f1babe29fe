import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assignment, LearningSummary, OwnAssignment, WithoutSeat } from '#contract/learning/learning.ts';
import {
  insertArticle,
  insertGrant,
  insertProduct,
  insertPurchase,
  insertResource,
  updateResource,
} from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
let manager: Person;
let learner: Person;
let other: Person;
let free: number;
let paid: number;
beforeEach(async () => {
  organisation = await seatedOrganisation(portal, 'manager', 'learner', 'learner');
  [manager, learner, other] = organisation.others as [Person, Person, Person];
  free = (await insertResource(portal.database, { title: 'A free report' })).id;
  paid = (await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 })).id;
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
/** Returns the day that many days from today, by the database's clock. */
const dayIn = async (days: number): Promise<string> =>
  (await rows(`select ((now() at time zone 'UTC')::date + $1::integer)::text as day`, [days]))[0].day;
const assign = async (form: object, by: Person = manager) =>
  by.post<{ assigned: number; alreadyAssigned: number; withoutSeat: number; code: string }>(
    `${organisation.path}/assignments`,
    { resourceIds: [free], dueOn: await dayIn(30), ...form },
  );
const list = async (query = '', by: Person = manager) =>
  by.get<Assignment[]>(`${organisation.path}/assignments${query}`);
const ownOf = async (person: Person) => (await person.get<OwnAssignment[]>('/api/user/assignments')).body;
const statusesOf = async (person: Person) => (await ownOf(person)).map(({ status }) => status);
const finish = (person: Person, resourceId = free, isFinished = true) =>
  person.put(`/api/resources/${resourceId}/finished`, { isFinished });
const everything = () => rows('select * from assignments order by id');
const auditOf = (action: string) =>
  rows('select member_user_id, before, after from audit_log where action = $1 and object_id = $2 order by id', [
    action,
    String(organisation.id),
  ]);
/** Moves the organisation's assignments, and the completions of all members, into the past. */
const age = (days: number) =>
  rows(
    `with earlier as (
       update completions set completed_at = completed_at - make_interval(days => $1),
         confirmed_at = confirmed_at - make_interval(days => $1)
     ) update assignments set made_at = made_at - make_interval(days => $1), due_on = due_on - $1::integer,
       begun_at = begun_at - make_interval(days => $1), completed_at = completed_at - make_interval(days => $1)
     where organisation_id = $2`,
    [days, organisation.id],
  );

describe('who is refused', () => {
  it('LEARN-01 ORG-08 refuses learners, outsiders and administrators, and nothing is assigned', async () => {
    const outsider = await portal.member();
    const before = await everything();
    const form = { people: [learner.userId] };
    expect((await assign(form, learner)).body.code).toBe('organisations.not-allowed');
    for (const caller of [outsider, organisation.administrator]) {
      expect((await assign(form, caller)).status).toBe(404);
      expect((await list('', caller)).status).toBe(404);
    }
    expect(await everything()).toEqual(before);
  });

  it('LEARN-01 refuses wrong forms with one sentence and assigns nothing', async () => {
    const bundle = (await insertResource(portal.database, { type: 'bundle' })).id;
    const draft = (await insertResource(portal.database, { is_published: false })).id;
    const before = await everything();
    const people = [learner.userId];
    const wrong: [object, number][] = [
      [{}, 400],
      [{ people, all: true }, 400],
      [{ people: [] }, 400],
      [{ people, resourceIds: [] }, 400],
      [{ people, resourceIds: Array.from({ length: 11 }, (_, index) => index + 1) }, 400],
      [{ people, dueOn: '2026-02-30' }, 400],
      [{ people, dueOn: await dayIn(-1) }, 400],
      [{ people, dueOn: '2199-01-01' }, 400],
      [{ people, refreshMonths: 7 }, 400],
      [{ people, asksConfirmation: 'yes' }, 400],
      [{ roles: ['owner'] }, 400],
      [{ roles: ['executive_leader'] }, 409],
      [{ people, resourceIds: [free, draft] }, 404],
      [{ people, resourceIds: [2147483647] }, 404],
      [{ people, resourceIds: [bundle] }, 409],
      [{ people: [learner.userId, (await portal.member()).userId] }, 404],
    ];
    for (const [form, status] of wrong) expect([form, (await assign(form)).status]).toEqual([form, status]);
    expect(await everything()).toEqual(before);
    expect(await auditOf('assign-learning')).toEqual([]);
  });

  it('LEARN-01 refuses to change or end what has ended, and assignments of another organisation', async () => {
    await assign({ people: [learner.userId] });
    const [own] = await ownOf(learner);
    const path = `${organisation.path}/assignments/${own?.id}`;
    const foreign = await seatedOrganisation(portal, 'manager');
    const elsewhere = `${foreign.path}/assignments/${own?.id}`;
    const dueOn = await dayIn(40);
    expect((await foreign.owner.delete(elsewhere)).body.code).toBe('learning.assignment-not-found');
    expect((await foreign.owner.patch(elsewhere, { dueOn })).status).toBe(404);
    expect((await foreign.owner.patch(`${foreign.path}/learning/${free}`, { dueOn })).status).toBe(404);
    expect((await manager.patch(path, { dueOn: await dayIn(-1) })).body.code).toBe('learning.due-day');
    expect((await ownOf(learner))[0]).toEqual(own);
    expect((await manager.delete(path)).status).toBe(200);
    expect((await manager.delete(path)).status).toBe(404);
    expect((await manager.patch(path, { dueOn })).status).toBe(404);
  });
});

describe('assigning', () => {
  it('LEARN-01 assigns to people, roles and all; what is assigned already stays as it is, also under parallel calls', async () => {
    await rows(`update users set role_affiliation = 'executive_leader' where id = $1`, [other.userId]);
    expect((await assign({ roles: ['executive_leader'], refreshMonths: 12 })).body).toEqual({
      assigned: 1,
      alreadyAssigned: 0,
      withoutSeat: 0,
    });
    const [first] = await ownOf(other);
    expect(first).toEqual({
      id: expect.any(Number),
      resourceId: free,
      title: 'A free report',
      type: 'report',
      status: 'not_started',
      dueOn: await dayIn(30),
      completedAt: null,
      isEarlierVersion: false,
      validUntil: null,
      refreshMonths: 12,
      asksConfirmation: false,
      check: null,
      assignedAt: expect.stringMatching(/Z$/),
      organisation: 'Northmere Council',
      imageUrl: null,
      rappPrinciples: expect.any(Array),
      onlineProductId: null,
      completionPercentage: 0,
      canConfirm: false,
      canOpen: true,
      earlierCompletedAt: null,
    });
    const answers = await Promise.all([assign({ all: true }), assign({ all: true }), assign({ all: true })]);
    expect(answers.map(({ body }) => body.assigned).sort()).toEqual([0, 0, 3]);
    expect((await ownOf(other))[0]).toEqual(first);
    expect((await list()).headers['x-total-count']).toBe('4');
    expect(await auditOf('assign-learning')).toHaveLength(2);
  });

  it('LEARN-01 counts people without a seat by what the organisation gives, and the person reads that a seat is missing', async () => {
    await insertGrant(portal.database, { userId: learner.userId, resourceId: paid });
    await insertPurchase(portal.database, { userId: manager.userId, resourceId: paid });
    const people = [learner.userId, other.userId, manager.userId];
    expect((await assign({ people })).body).toEqual({ assigned: 3, alreadyAssigned: 0, withoutSeat: 0 });
    const both = { people, resourceIds: [free, paid] };
    expect((await assign(both)).body).toEqual({ assigned: 3, alreadyAssigned: 3, withoutSeat: 3 });
    const canOpen = async (person: Person) =>
      (await ownOf(person)).flatMap((own) => (own.resourceId === paid ? own.canOpen : []));
    expect([await canOpen(learner), await canOpen(other)]).toEqual([[true], [false]]);
    await organisation.give(1, paid);
    const seat = { kind: 'resource', resourceId: paid, people: [other.userId] };
    expect((await manager.post(`${organisation.path}/seats/assign`, seat)).status).toBe(200);
    expect((await assign(both)).body.withoutSeat).toBe(2);
    expect(await canOpen(other)).toEqual([true]);
    await organisation.give(3);
    const plan = { kind: 'plan', people };
    expect((await manager.post(`${organisation.path}/seats/assign`, plan)).status).toBe(200);
    expect((await assign(both)).body.withoutSeat).toBe(2);
    const subscribed = (await insertResource(portal.database, { access_type: 'subscription', price_minor: 900 })).id;
    expect((await assign({ people, resourceIds: [subscribed] })).body.withoutSeat).toBe(0);
  });

  it('LEARN-08 names the people whose seats do not open what they have to complete, with the kind of seat they need', async () => {
    const lacking = async (by: Person = manager) => by.get<WithoutSeat>(`${organisation.path}/learning/without-seat`);
    expect([(await lacking(learner)).status, (await lacking(organisation.owner)).status]).toEqual([403, 200]);
    expect((await lacking()).body).toEqual({ people: 0, resources: [] });
    const subscribed = (await insertResource(portal.database, { access_type: 'subscription', price_minor: 900 })).id;
    // The organisation does not learn of a grant or a purchase.
    await insertGrant(portal.database, { userId: learner.userId, resourceId: paid });
    await assign({ people: [learner.userId, other.userId], resourceIds: [free, paid] });
    await assign({ people: [other.userId], resourceIds: [subscribed] });
    const kinds = async () =>
      (await lacking()).body.resources.map(({ resourceId, kind, userIds }) => ({ resourceId, kind, userIds }));
    expect(await kinds()).toEqual([
      { resourceId: paid, kind: 'resource', userIds: [learner.userId, other.userId] },
      { resourceId: subscribed, kind: 'plan', userIds: [other.userId] },
    ]);
    const { people, resources } = (await lacking()).body;
    expect([people, resources[0]?.people, resources[0]?.names.length]).toEqual([2, 2, 2]);
    await organisation.give(1, paid);
    await organisation.give(1);
    for (const seat of [{ kind: 'resource', resourceId: paid }, { kind: 'plan' }]) {
      await manager.post(`${organisation.path}/seats/assign`, { ...seat, people: [other.userId] });
    }
    expect(await kinds()).toEqual([{ resourceId: paid, kind: 'resource', userIds: [learner.userId] }]);
    await updateResource(portal.database, paid, { is_published: false });
    expect(await kinds()).toEqual([]);
    await updateResource(portal.database, paid, { is_published: true });
    await finish(learner, paid);
    expect(await kinds()).toEqual([]);
  });

  it('LEARN-01 a due date is changed and an assignment ended for one person or for all of a resource', async () => {
    await assign({ all: true });
    const [later, latest] = [await dayIn(60), await dayIn(90)];
    const [own] = await ownOf(learner);
    expect((await manager.patch(`${organisation.path}/assignments/${own?.id}`, { dueOn: later })).status).toBe(200);
    expect((await list(`?userId=${learner.userId}`)).body.map(({ dueOn }) => dueOn)).toEqual([later]);
    expect((await ownOf(other))[0]?.dueOn).not.toBe(later);
    const resource = `${organisation.path}/learning/${free}`;
    expect((await manager.patch(resource, { dueOn: latest })).body).toEqual({ changed: 4 });
    expect((await ownOf(other))[0]?.dueOn).toBe(latest);
    expect((await manager.delete(`${organisation.path}/assignments/${own?.id}`)).status).toBe(200);
    expect(await ownOf(learner)).toEqual([]);
    expect((await manager.delete(resource)).body).toEqual({ changed: 3 });
    expect((await list()).body).toEqual([]);
    expect(await auditOf('end-assignments')).toEqual([
      { member_user_id: learner.userId, before: { resourceId: free, people: 1, dueOn: latest }, after: null },
      { member_user_id: null, before: { resourceId: free, people: 3 }, after: null },
    ]);
    expect((await assign({ people: [learner.userId] })).body.assigned).toBe(1);
  });
});

describe('completing', () => {
  it('LEARN-02 goes from not started over in progress to completed, and back by nothing', async () => {
    await assign({ people: [learner.userId] });
    expect(await statusesOf(learner)).toEqual(['not_started']);
    await learner.post('/api/user/sessions', { resourceId: free, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
    expect(await statusesOf(learner)).toEqual(['in_progress']);
    await finish(learner);
    expect(await statusesOf(learner)).toEqual(['completed']);
    expect((await list()).body[0]).toMatchObject({ status: 'completed', dueOn: null, completedAt: expect.any(String) });
    await finish(learner, free, false);
    expect(await statusesOf(learner)).toEqual(['completed']);
  });

  it('LEARN-02 the organisation knows of nothing that was done before the assignment until the person says so, once', async () => {
    const product = await insertProduct(portal.database);
    const tool = (await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id })).id;
    await finish(learner);
    await rows(
      `insert into progress_sessions (user_id, resource_id, started_at, completion_percentage) values ($1, $2, now(), 90)`,
      [learner.userId, tool],
    );
    await rows('update progress_sessions set completion_percentage = 100 where resource_id = $1', [tool]);
    await assign({ people: [learner.userId, other.userId], resourceIds: [free, tool] });
    expect(await statusesOf(learner)).toEqual(['not_started', 'not_started']);
    const [first, second] = await ownOf(learner);
    expect([first?.earlierCompletedAt, second?.earlierCompletedAt]).toEqual([expect.any(String), expect.any(String)]);
    expect((await ownOf(other)).map(({ earlierCompletedAt }) => earlierCompletedAt)).toEqual([null, null]);
    const share = (person: Person, id = first?.id) => person.post(`/api/user/assignments/${id}/earlier-completion`, {});
    for (const person of [manager, other]) expect((await share(person)).status).toBe(404);
    expect((await share(other, (await ownOf(other))[0]?.id)).status).toBe(404);
    expect(await statusesOf(learner)).toEqual(['not_started', 'not_started']);
    expect((await share(learner)).status).toBe(200);
    expect((await share(learner)).status).toBe(404);
    const shared = (await ownOf(learner)).find(({ id }) => id === first?.id);
    expect(shared).toMatchObject({
      status: 'completed',
      completedAt: first?.earlierCompletedAt,
      earlierCompletedAt: null,
    });
    expect((await list(`?userId=${learner.userId}&status=completed`)).body.map(({ id }) => id)).toEqual([first?.id]);
  });

  it('LEARN-02 opening and completing again on the day of a private completion counts, by mark, position and tool', async () => {
    const tool = await insertTool(portal.database);
    const article = (await insertResource(portal.database, { type: 'article' })).id;
    await insertArticle(portal.database, article, 'Words to read.');
    const open = (resourceId: number) =>
      learner.post('/api/user/sessions', { resourceId, sessionData: { startTime: new Date().toISOString() } });
    const completing: Record<number, () => Promise<unknown>> = {
      [free]: () => finish(learner),
      [article]: () =>
        learner.put(`/api/resources/${article}/reading-position`, { unit: 'block', position: 4, length: 4 }),
      [tool.resourceId]: async () =>
        portal.visitor().send({
          method: 'PUT',
          url: '/api/tool-session',
          headers: { authorization: `Bearer ${await tokenFor(learner, tool)}` },
          payload: { sessionData: {}, completionPercentage: 100 },
        }),
    };
    for (const complete of Object.values(completing)) await complete();
    await assign({ people: [learner.userId], resourceIds: Object.keys(completing).map(Number) });
    const before = await list();
    expect(before.body.map(({ status }) => status)).toEqual(['not_started', 'not_started', 'not_started']);
    const own = await ownOf(learner);
    expect(own.find(({ resourceId }) => resourceId === tool.resourceId)?.onlineProductId).toBe(tool.onlineProductId);
    expect(own.find(({ resourceId }) => resourceId === article)?.onlineProductId).toBeNull();
    for (const [id, complete] of Object.entries(completing)) {
      const statusOf = async () => (await list(`?resourceId=${id}`)).body.map(({ status }) => status);
      await open(Number(id));
      expect([id, await statusOf()]).toEqual([id, ['in_progress']]);
      await complete();
      await complete();
      expect([id, await statusOf()]).toEqual([id, ['completed']]);
    }
    expect(await rows('select from completions where user_id = $1', [learner.userId])).toHaveLength(6);
  });

  it('LEARN-02 an earlier completion that a refresh would ask for again, or that is to be confirmed, is not offered', async () => {
    await finish(learner);
    await rows(`update completions set completed_at = now() - interval '7 months' where user_id = $1`, [
      learner.userId,
    ]);
    await assign({ people: [learner.userId], refreshMonths: 6 });
    const [stale] = await ownOf(learner);
    expect(stale?.earlierCompletedAt).toBeNull();
    const path = `/api/user/assignments/${stale?.id}/earlier-completion`;
    expect((await learner.post(path, {})).status).toBe(404);
    await manager.delete(`${organisation.path}/learning/${free}`);
    await assign({ people: [learner.userId], asksConfirmation: true });
    expect((await ownOf(learner))[0]).toMatchObject({ earlierCompletedAt: null, canConfirm: true });
  });

  it('LEARN-02 an assignment is overdue from the day after the due date, by the database’s clock', async () => {
    await assign({ people: [learner.userId], dueOn: await dayIn(0) });
    expect(await statusesOf(learner)).toEqual(['not_started']);
    await age(1);
    expect((await list()).body[0]).toMatchObject({ status: 'overdue', overdueDays: 1, overdueReminders: 1 });
    await finish(learner);
    expect((await list()).body[0]).toMatchObject({ status: 'completed', overdueDays: 0 });
  });

  it('LEARN-02 a new version does not undo a completion; it is shown as completed on an earlier one', async () => {
    await assign({ people: [learner.userId] });
    await finish(learner);
    await updateResource(portal.database, free, { title: 'Another title' });
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', isEarlierVersion: false });
    await updateResource(portal.database, free, { video_url: 'https://example.org/new.mp4' });
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', isEarlierVersion: true });
    await finish(learner);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', isEarlierVersion: false });
  });

  it('LEARN-02 asks for the confirmation, which no other person can give, and which needs the resource gone through', async () => {
    await assign({ people: [learner.userId], asksConfirmation: true });
    const [own] = await ownOf(learner);
    const confirm = (person: Person) => person.post(`/api/user/assignments/${own?.id}/confirmation`, {});
    expect((await confirm(manager)).body.code).toBe('learning.assignment-not-found');
    expect((await confirm(learner)).body.code).toBe('learning.not-completed');
    await finish(learner);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'in_progress', canConfirm: true });
    expect((await confirm(other)).status).toBe(404);
    expect(await statusesOf(learner)).toEqual(['in_progress']);
    const answers = await Promise.all([confirm(learner), confirm(learner)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', canConfirm: false });
    await assign({ people: [other.userId] });
    expect((await other.post(`/api/user/assignments/${(await ownOf(other))[0]?.id}/confirmation`, {})).status).toBe(
      404,
    );
  });

  it('LEARN-02 a newer version that is confirmed later on the same day counts instead of the older one', async () => {
    await assign({ people: [learner.userId], asksConfirmation: true });
    const [own] = await ownOf(learner);
    const confirm = () => learner.post(`/api/user/assignments/${own?.id}/confirmation`, {});
    await finish(learner);
    await updateResource(portal.database, free, { video_url: 'https://example.org/new.mp4' });
    // Both versions are completed before the older one is confirmed, as by two concurrent calls.
    const older = await rows('select id from completions where user_id = $1', [learner.userId]);
    await finish(learner);
    await rows('update completions set confirmed_at = now() where id = $1', [older[0]?.id]);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', isEarlierVersion: true });
    await rows('update completions set confirmed_at = now() where user_id = $1 and id <> $2', [
      learner.userId,
      older[0]?.id,
    ]);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', isEarlierVersion: false });
    expect((await confirm()).status).toBe(200);
    await expectInvariants(portal.database);
  });

  it('LEARN-02 a refresh makes it due again after its months, and completing it again completes it again', async () => {
    await assign({ people: [learner.userId], refreshMonths: 6 });
    await finish(learner);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed', validUntil: expect.any(String) });
    await age(190);
    const [expired] = await ownOf(learner);
    expect(expired).toMatchObject({ status: 'overdue', dueOn: expired?.validUntil });
    await finish(learner);
    expect((await ownOf(learner))[0]).toMatchObject({ status: 'completed' });
  });

  it('ORG-06 assignments end when their person is removed or leaves, and completing later changes nothing', async () => {
    await assign({ all: true });
    expect((await manager.delete(`${organisation.path}/people/${learner.userId}`)).status).toBe(200);
    expect((await other.delete(`${organisation.path}/people/${other.userId}`)).status).toBe(200);
    expect([await ownOf(learner), await ownOf(other)]).toEqual([[], []]);
    const before = await everything();
    await finish(learner);
    expect(await everything()).toEqual(before);
    expect((await list()).body.map(({ userId }) => userId)).not.toContain(learner.userId);
    expect((await learner.get(`${organisation.path}/assignments`)).status).toBe(404);
  });

  it('ORG-06 an assignment and the removal of its person at the same time leave no live assignment behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await organisation.add('learner');
      await Promise.all([
        assign({ people: [person.userId] }),
        organisation.owner.delete(`${organisation.path}/people/${person.userId}`),
      ]);
      expect(await ownOf(person)).toEqual([]);
    }
  });
});

describe('lists and counts', () => {
  it('LEARN-06 lists overdue ones first, by status, resource, person and search, on pages', async () => {
    await assign({ all: true, dueOn: await dayIn(1) });
    await age(3);
    await insertPurchase(portal.database, { userId: learner.userId, resourceId: paid });
    await assign({ people: [learner.userId], resourceIds: [paid] });
    await finish(manager);
    const of = async (query: string) => {
      const { body, headers } = await list(query);
      return [body.map(({ userId, status }) => `${userId} ${status}`), headers['x-total-count']];
    };
    const [overdue, one, two] = [organisation.owner, learner, other].map(({ userId }) => `${userId} overdue`);
    expect(await of('')).toEqual([
      [overdue, one, two, `${learner.userId} not_started`, `${manager.userId} completed`],
      '5',
    ]);
    expect(await of('?page=2&pageSize=2')).toEqual([[two, `${learner.userId} not_started`], '5']);
    expect(await of('?status=overdue')).toEqual([[overdue, one, two], '3']);
    expect(await of('?status=completed')).toEqual([[`${manager.userId} completed`], '1']);
    expect(await of('?status=not_started')).toEqual([[`${learner.userId} not_started`], '1']);
    expect(await of('?status=in_progress')).toEqual([[], '0']);
    expect(await of(`?resourceId=${paid}`)).toEqual([[`${learner.userId} not_started`], '1']);
    expect(await of(`?userId=${other.userId}`)).toEqual([[two], '1']);
    expect((await list('?status=late')).status).toBe(400);
    const [{ email }] = await rows('select email from users where id = $1', [other.userId]);
    expect(await of(`?search=${encodeURIComponent(email)}`)).toEqual([[two], '1']);
    expect(await of(`?search=${encodeURIComponent(email)}&userId=${learner.userId}`)).toEqual([[], '0']);
  });

  it('LEARN-06 ORG-10 counts completion by role and resource, and shows nothing else of a person', async () => {
    await rows(`update users set role_affiliation = 'project_manager' where id = any ($1)`, [
      [learner.userId, other.userId],
    ]);
    await assign({ people: [learner.userId, other.userId, manager.userId], refreshMonths: 12 });
    await finish(learner);
    await other.post('/api/user/sessions', { resourceId: free, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
    const counts = { assigned: 2, completed: 1, inProgress: 1, notStarted: 0, overdue: 0 };
    const rest = { assigned: 1, completed: 0, inProgress: 0, notStarted: 1, overdue: 0 };
    const all = { assigned: 3, completed: 1, inProgress: 1, notStarted: 1, overdue: 0 };
    const { body } = await manager.get<LearningSummary>(`${organisation.path}/learning`);
    expect(body).toEqual({
      total: { ...all, overduePeople: 0 },
      roles: expect.arrayContaining([
        { role: 'project_manager', people: 2 },
        { role: null, people: 2 },
      ]),
      resources: [
        {
          resourceId: free,
          title: 'A free report',
          type: 'report',
          ...all,
          nextDueOn: await dayIn(30),
          refreshes: [12],
          asksConfirmation: false,
          byRole: expect.arrayContaining([
            { role: 'project_manager', ...counts },
            { role: null, ...rest },
          ]),
        },
      ],
      resourceCount: 1,
    });
    const ids = [learner, other, organisation.owner].map(({ userId }) => `userId=${userId}`).join('&');
    const people = await manager.get(`${organisation.path}/learning/people?${ids}`);
    expect(people.body).toEqual(
      expect.arrayContaining([
        { userId: learner.userId, assigned: 1, completed: 1, overdue: 0 },
        { userId: other.userId, assigned: 1, completed: 0, overdue: 0 },
      ]),
    );
    expect(people.body).toHaveLength(2);
    const shown = Object.keys((await list()).body[0] ?? {}).sort();
    expect(shown).toEqual(
      [
        'asksConfirmation',
        'check',
        'assignedAt',
        'completedAt',
        'dueOn',
        'email',
        'id',
        'isEarlierVersion',
        'lastReminderOn',
        'name',
        'overdueDays',
        'overdueReminders',
        'refreshMonths',
        'resourceId',
        'status',
        'title',
        'type',
        'userId',
        'validUntil',
      ].sort(),
    );
  });

  it('LEARN-06 gives the same as a CSV file that a spreadsheet does not run', async () => {
    await rows(`update users set first_name = '=HYPERLINK(1)', last_name = 'Marchbrook' where id = $1`, [
      learner.userId,
    ]);
    await assign({ people: [learner.userId, other.userId], dueOn: await dayIn(1) });
    await finish(other);
    await age(3);
    const answer = await manager.get(`${organisation.path}/assignments/csv?search=marchbrook`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.raw.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("'=HYPERLINK(1) Marchbrook,");
    expect(lines[1]).toContain(`,A free report,${free},Overdue,`);
    expect((await manager.get(`${organisation.path}/assignments/csv`)).raw.toString().trim().split('\n')).toHaveLength(
      3,
    );
    expect((await learner.get(`${organisation.path}/assignments/csv`)).status).toBe(403);
  });
});
