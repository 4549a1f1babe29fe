import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessDecision } from '#contract/commerce/access.ts';
import type { Seat, SeatPool } from '#contract/commerce/seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
/** A second node: another app with its own connections to the same database. */
let other: TestPortal;
let closeOther: () => Promise<void>;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  const database = openDatabase(portal.database.addresses.service, { log: () => {} });
  other = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' }, { database });
  closeOther = () => database.close();
});
afterEach(() => expectInvariants(portal.database));
afterAll(async () => {
  await other.close();
  await closeOther();
  await portal.close();
});

type Rejection = { code?: string; message: string };

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const forSale = async () =>
  (await insertResource(portal.database, { access_type: 'purchase', price_minor: 2400, title: 'Procurement Checks' }))
    .id;
const ofResource = (resourceId: number) => ({ kind: 'resource', resourceId });
const opens = async (client: Client, resourceId: number) =>
  (await client.get<AccessDecision>(`/api/resources/${resourceId}/access`)).body.hasAccess;
const poolsOf = async (client: Client, path: string) => (await client.get<SeatPool[]>(`${path}/seat-pools`)).body;
const seatsOf = async (client: Client, path: string, query = '') =>
  (await client.get<Seat[]>(`${path}/seats${query}`)).body;
const inUse = async (id: number) =>
  (
    await rows(
      `select count(*)::integer as n from seats s join seat_lots l on l.id = s.lot_id
       where l.organisation_id = $1 and s.user_id is not null and s.returned_at is null`,
      [id],
    )
  )[0].n;
const idsOf = (people: readonly Person[]) => people.map(({ userId }) => userId);

describe('assigning', () => {
  it('SEAT-03 PERM-02 refuses learners, outsiders, and bodies that name no person, two ways at once, or no resource', async () => {
    const { id, path, owner, others, give } = await seatedOrganisation(portal, 'learner');
    const { owner: stranger } = await seatedOrganisation(portal);
    const resourceId = await forSale();
    await give(3, resourceId);
    const [learner] = others as [Person];
    const body = { ...ofResource(resourceId), people: [learner.userId] };
    expect((await learner.post<Rejection>(`${path}/seats/assign`, body)).body.code).toBe('organisations.not-allowed');
    expect((await stranger.post<Rejection>(`${path}/seats/assign`, body)).body.code).toBe('organisations.not-found');
    const bad: [object, string][] = [
      [{ ...ofResource(resourceId) }, 'Name people, emails, or all of the organisation'],
      [{ ...body, all: true }, 'Name people, emails, or all of the organisation'],
      [{ ...body, people: [] }, 'Choose at least one person'],
      [{ ...body, people: ['x'] }, 'A person must be a number'],
      [{ ...body, people: Array.from({ length: 501 }, (_, n) => n + 1) }, 'At most 500 people can be named at once'],
      [{ kind: 'resource', all: true }, 'Seats of a resource name it, seats of the plan name none'],
      [{ kind: 'plan', resourceId, all: true }, 'Seats of a resource name it, seats of the plan name none'],
      [{ kind: 'throne', all: true }, 'kind must be resource or plan'],
      [{ ...ofResource(resourceId), all: false }, 'all must be true'],
    ];
    for (const [form, message] of bad) {
      const reply = await owner.post<Rejection>(`${path}/seats/assign`, form);
      expect([form, reply.status, reply.body.message]).toEqual([form, 400, expect.stringContaining(message)]);
    }
    expect(await inUse(id)).toBe(0);
  });

  it('SEAT-03 the assignment is all or nothing: a person or address from outside, or too few seats, assigns none and says what is short', async () => {
    const { id, path, owner, others, give } = await seatedOrganisation(portal, 'learner', 'learner', 'manager');
    const { owner: stranger } = await seatedOrganisation(portal);
    const resourceId = await forSale();
    await give(2, resourceId);
    const assign = (names: object) =>
      owner.post<Rejection>(`${path}/seats/assign`, { ...ofResource(resourceId), ...names });
    const people = idsOf(others);
    const outside = await assign({ people: [...people, stranger.userId] });
    expect([outside.status, outside.body.code]).toEqual([404, 'organisations.person-not-found']);
    const [{ email }] = await rows('select email from users where id = $1', [people[0]]);
    const unknown = await assign({ emails: [email, 'unknown@example.org'] });
    expect([unknown.status, unknown.body.message]).toEqual([409, expect.stringContaining('“unknown@example.org”')]);
    for (const names of [{ people }, { all: true }]) {
      const short = await assign(names);
      const needed = 'all' in names ? 4 : 3;
      expect([short.status, short.body.message]).toEqual([
        409,
        `${needed} of these people need a seat, and 2 can be assigned now. No seat was assigned.`,
      ]);
    }
    expect(await inUse(id)).toBe(0);
    expect(await assign({ emails: [email.toUpperCase()] })).toMatchObject({ status: 200, body: { assigned: 1 } });
    expect(await assign({ people: people.slice(0, 2) })).toMatchObject({ status: 200, body: { assigned: 1 } });
    expect(await inUse(id)).toBe(2);
    const log = await rows(
      `select action from audit_log where object = 'organisation' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(log.map(({ action }) => action)).toEqual(['create', 'give-seats', 'assign-seats', 'assign-seats']);
  });

  it('SEAT-03 50 parallel calls on two nodes never assign more seats than there are, nor two to one person', {
    tags: 'long',
  }, async () => {
    const roles = Array.from({ length: 14 }, () => 'learner' as const);
    const { id, path, owner, others, give } = await seatedOrganisation(portal, ...roles);
    const resourceId = await forSale();
    await give(4, resourceId);
    await give(5, resourceId);
    const atOther = Object.assign(new Client(other.app), { cookies: { ...owner.cookies } });
    const assign = async (client: Client, people: number[]): Promise<number> => {
      const body = { ...ofResource(resourceId), people };
      const { status } = await client.post(`${path}/seats/assign`, body);
      return status === 503 ? assign(client, people) : status;
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const chosen = [others[n % 14], others[(n * 5 + 3) % 14]] as [Person, Person];
        return assign(n % 2 === 0 ? owner : atOther, idsOf(n % 3 === 0 ? chosen : chosen.slice(0, 1)));
      }),
    );
    expect([...new Set(answers)].sort()).toEqual([200, 409]);
    expect(await inUse(id)).toBe(9);
    expect(await poolsOf(owner, path)).toMatchObject([{ resourceId, seats: 9, inUse: 9, available: 0 }]);
    const holders = (await seatsOf(owner, path)).map(({ userId }) => userId);
    expect(new Set(holders).size).toBe(9);
  });
});

describe('moving', () => {
  it('SEAT-03 a purchased seat moves once in 30 days; a first assignment and a return to the same person are no moves', async () => {
    const { path, owner, others, give } = await seatedOrganisation(portal, 'learner', 'learner', 'learner');
    const [first, second, third] = others as [Person, Person, Person];
    const resourceId = await forSale();
    await give(1, resourceId);
    const assign = ({ userId }: Person) =>
      owner.post<Rejection>(`${path}/seats/assign`, { ...ofResource(resourceId), people: [userId] });
    const takeBack = async () => {
      const [seat] = await seatsOf(owner, path);
      return owner.delete<Rejection>(`${path}/seats/${seat?.id}/person`);
    };
    expect((await assign(first)).status).toBe(200);
    expect((await seatsOf(owner, path))[0]).toMatchObject({ userId: first.userId, reassignableFrom: null });
    expect((await takeBack()).status).toBe(200);
    expect((await assign(first)).status).toBe(200);
    expect((await takeBack()).status).toBe(200);
    expect((await assign(second)).status).toBe(200);
    expect((await seatsOf(owner, path))[0]?.reassignableFrom).toMatch(/Z$/);
    expect([await opens(first, resourceId), await opens(second, resourceId)]).toEqual([false, true]);
    expect((await takeBack()).status).toBe(200);
    expect(await poolsOf(owner, path)).toMatchObject([{ seats: 1, inUse: 0, available: 0 }]);
    expect((await assign(third)).body.code).toBe('organisations.seats-short');
    expect((await assign(second)).status).toBe(200);
    expect((await takeBack()).status).toBe(200);
    await rows(`update seats set moved_at = moved_at - interval '30 days' where user_id = $1`, [second.userId]);
    expect((await assign(third)).status).toBe(200);
  });

  it('SEAT-03 a seat of the plan moves at any time; a seat that is not in use cannot be taken back', async () => {
    const { path, owner, others, give } = await seatedOrganisation(portal, 'learner', 'learner', 'learner');
    const { owner: stranger, path: elsewhere } = await seatedOrganisation(portal);
    const lot = await give(1);
    expect((await owner.delete<Rejection>(`${path}/seats/1234567/person`)).body.code).toBe(
      'organisations.seat-not-found',
    );
    for (const { userId } of others) {
      expect((await owner.post(`${path}/seats/assign`, { kind: 'plan', people: [userId] })).status).toBe(200);
      const [seat] = await seatsOf(owner, path, '?kind=plan');
      expect([seat?.userId, seat?.reassignableFrom]).toEqual([userId, null]);
      expect((await stranger.delete(`${elsewhere}/seats/${seat?.id}/person`)).status).toBe(404);
      expect((await stranger.delete(`${path}/seats/${seat?.id}/person`)).status).toBe(404);
      expect((await owner.delete(`${path}/seats/${seat?.id}/person`)).status).toBe(200);
      expect((await owner.delete(`${path}/seats/${seat?.id}/person`)).status).toBe(404);
    }
    expect(await rows('select count(*)::integer as n from seats where lot_id = $1', [lot.id])).toEqual([{ n: 1 }]);
  });
});

describe('what a seat opens', () => {
  it('SEAT-05 a seat opens its resource and the plan its resources, until they end; blocks close the plan’s', async () => {
    const { path, adminPath, administrator, owner, others, give } = await seatedOrganisation(portal, 'learner');
    const [learner] = others as [Person];
    const resourceId = await forSale();
    const { id: planned } = await insertResource(portal.database, {
      access_type: 'subscription',
      monthly_price_minor: 800,
    });
    const lots = [await give(1, resourceId), await give(2)];
    expect([await opens(learner, resourceId), await opens(learner, planned)]).toEqual([false, false]);
    await owner.post(`${path}/seats/assign`, { ...ofResource(resourceId), people: [learner.userId] });
    await owner.post(`${path}/seats/assign`, { kind: 'plan', people: [learner.userId] });
    expect([await opens(learner, resourceId), await opens(learner, planned)]).toEqual([true, true]);
    const why = async (id: number) =>
      (await administrator.get<{ because: object[] }>(`/api/admin/users/${learner.userId}/access/${id}`)).body.because;
    const seat = {
      kind: 'seat',
      id: expect.any(Number),
      seatId: expect.any(Number),
      expiresAt: null,
      organisationId: lots[0]?.id && expect.any(Number),
      organisation: 'Northmere Council',
      since: null,
      by: null,
      details: null,
    };
    expect(await why(resourceId)).toEqual([seat]);
    const purchased = await learner.get<object[]>('/api/user/library?shelf=purchased');
    expect(purchased.body).toMatchObject([
      { resource: { id: resourceId }, purchase: null, seatSince: expect.any(String) },
    ]);
    const block = { resourceId: planned, reason: 'test' };
    await administrator.post(`/api/admin/users/${learner.userId}/subscription/block-resource`, block);
    expect(await opens(learner, planned)).toBe(false);
    expect((await administrator.delete(`${adminPath}/seats/${lots[0]?.id}`)).status).toBe(200);
    expect(await opens(learner, resourceId)).toBe(false);
    await rows(`update seat_lots set ends_at = now() where id = $1`, [lots[1]?.id]);
    expect((await learner.get<Organisation>('/api/user/organisation')).body.ownSeats).toEqual([]);
    expect(await poolsOf(owner, path)).toEqual([]);
  });

  it('SEAT-05 a seat of a bundle opens its parts', async () => {
    const { path, owner, others, give } = await seatedOrganisation(portal, 'learner');
    const [learner] = others as [Person];
    const part = await forSale();
    const later = await forSale();
    const bundle = await insertResource(portal.database, {
      type: 'bundle',
      access_type: 'purchase',
      price_minor: 5000,
    });
    const add = (resourceId: number, position: number) =>
      rows('insert into bundle_parts (bundle_id, resource_id, position) values ($1, $2, $3)', [
        bundle.id,
        resourceId,
        position,
      ]);
    await add(part, 1);
    await give(1, bundle.id);
    await add(later, 2);
    await owner.post(`${path}/seats/assign`, { ...ofResource(bundle.id), people: [learner.userId] });
    const opened = [await opens(learner, bundle.id), await opens(learner, part), await opens(learner, later)];
    expect(opened).toEqual([true, true, false]);
  });

  it('SEAT-05 ORG-06 a person who is removed or leaves loses the seats, which return, and keeps a purchase of their own', async () => {
    const { id, path, owner, others, give } = await seatedOrganisation(portal, 'learner', 'learner', 'learner');
    const [buyer, removed, left] = others as [Person, Person, Person];
    const resourceId = await forSale();
    await give(4, resourceId);
    await owner.post(`${path}/seats/assign`, { ...ofResource(resourceId), all: true });
    await insertPurchase(portal.database, { userId: buyer.userId, resourceId });
    expect(await inUse(id)).toBe(4);
    expect((await owner.delete(`${path}/people/${buyer.userId}`)).status).toBe(200);
    expect((await owner.delete(`${path}/people/${removed.userId}`)).status).toBe(200);
    expect((await left.delete(`${path}/people/${left.userId}`)).status).toBe(200);
    const opened = [await opens(buyer, resourceId), await opens(removed, resourceId), await opens(left, resourceId)];
    expect(opened).toEqual([true, false, false]);
    expect(await poolsOf(owner, path)).toMatchObject([{ seats: 4, inUse: 1, available: 3 }]);
  });

  it('SEAT-03 the account of a person with a seat is deleted: the seat returns without a trace of the person', async () => {
    const { id, path, administrator, owner, others, give } = await seatedOrganisation(portal, 'learner');
    const [learner] = others as [Person];
    await give(1);
    await owner.post(`${path}/seats/assign`, { kind: 'plan', people: [learner.userId] });
    expect((await administrator.delete(`/api/users/${learner.userId}`)).status).toBe(200);
    expect(await rows('select id from seats where user_id = $1', [learner.userId])).toEqual([]);
    expect(await inUse(id)).toBe(0);
    expect(await poolsOf(owner, path)).toMatchObject([{ seats: 1, inUse: 0, available: 1 }]);
  });

  it('ORG-09 closing ends seats in 30 days, those of the plan at the end of their time, and mails their people', async () => {
    const { id, path, owner, others, give } = await seatedOrganisation(portal, 'learner', 'learner');
    const [learner, without] = others as [Person, Person];
    const resourceId = await forSale();
    await give(2, resourceId);
    await give(2, null, '2100-01-31');
    await owner.post(`${path}/seats/assign`, { ...ofResource(resourceId), people: [learner.userId] });
    const closing = { method: 'DELETE', url: path, payload: { name: 'Northmere Council' } } as const;
    expect((await owner.send(closing)).status).toBe(200);
    expect(await opens(learner, resourceId)).toBe(true);
    const ends = await rows(
      `select resource_id is null as plan, ends_at between now() + interval '29 days' and now() + interval '30 days' as soon,
         ends_at = '2100-02-01' as late from seat_lots where organisation_id = $1 order by id`,
      [id],
    );
    expect(ends).toEqual([
      { plan: false, soon: true, late: false },
      { plan: true, soon: false, late: true },
    ]);
    await portal.runJobs();
    const people = await rows('select id, email from users where id = any($1)', [[learner.userId, without.userId]]);
    const mailed = people.filter(({ email }) =>
      portal.sentMails.some(({ to, subject }) => to === email && subject === 'Northmere Council was closed'),
    );
    expect(mailed.map((person) => person.id)).toEqual([learner.userId]);
    await rows('update seat_lots set ends_at = now() where organisation_id = $1', [id]);
    expect(await opens(learner, resourceId)).toBe(false);
  });
});

describe('what is seen', () => {
  it('ORG-01 ORG-10 SEAT-03 owners and managers see seats and their people; learners their own alone', async () => {
    const { id, path, owner, others, give } = await seatedOrganisation(portal, 'manager', 'learner');
    const [manager, learner] = others as [Person, Person];
    const resourceId = await forSale();
    await give(3, resourceId, '2100-01-31');
    await give(2);
    await manager.post(`${path}/seats/assign`, { ...ofResource(resourceId), people: idsOf([manager, learner]) });
    await manager.post(`${path}/seats/assign`, { kind: 'plan', people: [learner.userId] });
    expect((await owner.get('/api/user/organisation')).body).toMatchObject({
      id,
      seats: { total: 5, inUse: 3 },
      ownSeats: [],
    });
    expect((await learner.get('/api/user/organisation')).body).toMatchObject({
      seats: null,
      ownSeats: [
        { kind: 'plan', resourceId: null, title: null },
        { kind: 'resource', resourceId, title: 'Procurement Checks' },
      ],
    });
    expect(await poolsOf(manager, path)).toEqual([
      {
        kind: 'plan',
        resourceId: null,
        title: null,
        type: null,
        rappPrinciples: [],
        imageUrl: null,
        seats: 2,
        inUse: 1,
        available: 1,
        paused: 0,
        nextEnd: null,
      },
      {
        kind: 'resource',
        resourceId,
        title: 'Procurement Checks',
        type: 'report',
        rappPrinciples: [],
        imageUrl: null,
        seats: 3,
        inUse: 2,
        available: 1,
        paused: 0,
        nextEnd: { endsAt: '2100-02-01T00:00:00.000Z', seats: 3 },
      },
    ]);
    expect((await learner.get<Rejection>(`${path}/seats`)).body.code).toBe('organisations.not-allowed');
    expect((await learner.get<Rejection>(`${path}/seat-pools`)).body.code).toBe('organisations.not-allowed');
    const without = async (thing: string | number) =>
      (await owner.get<{ userId: number }[]>(`${path}/people?withoutSeat=${thing}`)).body.map(({ userId }) => userId);
    expect((await without('plan')).sort()).toEqual(idsOf([owner, manager]).sort());
    expect(await without(resourceId)).toEqual([owner.userId]);
    expect((await owner.get(`${path}/people?withoutSeat=throne`)).status).toBe(400);
    expect(await seatsOf(owner, path)).toHaveLength(3);
    expect(await seatsOf(owner, path, `?resourceId=${resourceId}`)).toHaveLength(2);
    const page = await owner.get<Seat[]>(`${path}/seats?kind=resource&pageSize=1&page=2`);
    expect([page.body.length, page.headers['x-total-count']]).toEqual([1, '2']);
    const [{ email }] = await rows('select email from users where id = $1', [manager.userId]);
    const found = await seatsOf(owner, path, `?search=${encodeURIComponent(email.toUpperCase())}`);
    expect(found.map(({ userId }) => userId)).toEqual([manager.userId]);
    expect(await seatsOf(owner, path, '?search=%25')).toEqual([]);
    expect((await owner.get(`${path}/seats?kind=throne`)).status).toBe(400);
  });
});
