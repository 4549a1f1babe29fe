import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  AdminOrganisation,
  AdminOrganisationDetail,
  SeatLot,
} from '#contract/organisations/organisations-admin.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  administrator = await portal.administrator();
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

type Rejection = { code?: string; message: string };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const emailOf = async ({ userId }: Person): Promise<string> =>
  (await rows('select email from users where id = $1', [userId]))[0].email;
const all = '/api/admin/organisations';

describe('making an organisation', () => {
  it('ORG-07 refuses a name that says nothing, an unknown or unverified owner, and one who is in an organisation', async () => {
    const { owner } = await seatedOrganisation(portal);
    const [unverified, free]: [Person, Person] = [await portal.member(), await verifiedMember(portal)];
    const cases: [object, number, string][] = [
      [{ name: ' ', ownerEmail: await emailOf(free) }, 400, 'Name is required'],
      [{ name: 'New', ownerEmail: '' }, 400, 'Owner’s email is required'],
      [{ name: 'New', ownerEmail: 'unknown@example.org' }, 404, 'No member has verified this email address.'],
      [{ name: 'New', ownerEmail: await emailOf(unverified) }, 404, 'No member has verified this email address.'],
      [{ name: 'New', ownerEmail: await emailOf(owner) }, 409, 'This member is in an organisation already.'],
    ];
    const before = await rows('select count(*) from organisations');
    for (const [form, status, message] of cases) {
      const reply = await administrator.post<Rejection>(all, form);
      expect([reply.status, reply.body.message]).toEqual([status, message]);
    }
    expect(await rows('select count(*) from organisations')).toEqual(before);
    const made = await administrator.post<AdminOrganisation>(all, {
      name: 'New',
      ownerEmail: (await emailOf(free)).toUpperCase(),
    });
    expect([made.status, made.body]).toMatchObject([201, { name: 'New', people: 1, seats: 0, closedAt: null }]);
    expect((await free.get('/api/user/organisation')).body).toMatchObject({ id: made.body.id, role: 'owner' });
    expect(made.body.confirmedAt).toBeTypeOf('string');
  });
});

describe('the list', () => {
  it('ORG-07 refuses unknown values, and finds organisations by name and owner over three pages', async () => {
    for (const query of ['state=ended', 'page=0', 'pageSize=201', `search=${'x'.repeat(101)}`]) {
      expect([query, (await administrator.get(`${all}?${query}`)).status]).toEqual([query, 400]);
    }
    const made: number[] = [];
    for (const name of ['Zeal 100% A', 'Zeal 100% B', 'Zeal 1000 C']) {
      const owner: Person = await verifiedMember(portal);
      made.push((await owner.post<{ id: number }>('/api/organisations', { name })).body.id);
      if (name.endsWith('C'))
        await rows(`update users set last_name = 'Zeal 100% Owner' where id = $1`, [owner.userId]);
    }
    const found: number[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body, headers } = await administrator.get<AdminOrganisation[]>(
        `${all}?search=zeal%20100%25&pageSize=1&page=${page}`,
      );
      expect(headers['x-total-count']).toBe('3');
      found.push(...body.map(({ id }) => id));
    }
    expect(found).toEqual(made.toReversed());
    const closed = await administrator.get<AdminOrganisation[]>(`${all}?search=zeal&state=closed`);
    expect(closed.body).toEqual([]);
  });
});

describe('giving seats', () => {
  it('ORG-07 refuses numbers out of range, no reason, a past end, drafts, and organisations that are closed or unknown', async () => {
    const { adminPath, id } = await seatedOrganisation(portal);
    const { id: resourceId } = await insertResource(portal.database);
    const { id: draft } = await insertResource(portal.database, { is_published: false });
    const form = { kind: 'resource', resourceId, seats: 5, reason: 'Pilot', endsOn: null };
    const cases: [object, number][] = [
      [{ ...form, seats: 0 }, 400],
      [{ ...form, seats: 5001 }, 400],
      [{ ...form, seats: 1.5 }, 400],
      [{ ...form, reason: ' ' }, 400],
      [{ ...form, endsOn: 'soon' }, 400],
      [{ ...form, endsOn: '2020-01-01' }, 400],
      [{ ...form, kind: 'plan' }, 400],
      [{ ...form, resourceId: null }, 400],
      [{ ...form, resourceId: 987654 }, 404],
      [{ ...form, resourceId: draft }, 404],
    ];
    for (const [body, status] of cases) {
      expect([body, (await administrator.post(`${adminPath}/seats`, body)).status]).toEqual([body, status]);
    }
    expect((await administrator.post(`${all}/987654/seats`, form)).status).toBe(404);
    expect(await rows('select id from seat_lots where organisation_id = $1', [id])).toEqual([]);
  });

  it('ORG-07 gives seats with a reason and an end, shows them, and ends them once', async () => {
    const { adminPath, id, give, owner, path } = await seatedOrganisation(portal, 'learner');
    const lot = await give(5, null, '2100-03-03');
    expect(lot).toMatchObject({
      kind: 'plan',
      title: null,
      seats: 5,
      inUse: 0,
      reason: 'For the pilot',
      endsAt: '2100-03-04T00:00:00.000Z',
      isEnded: false,
    });
    await owner.post(`${path}/seats/assign`, { kind: 'plan', all: true });
    const { body } = await administrator.get<AdminOrganisationDetail>(adminPath);
    expect(body).toMatchObject({
      id,
      people: 2,
      seats: 5,
      seatsInUse: 2,
      invited: 0,
      pools: [{ seats: 5, inUse: 2 }],
      lots: [{ id: lot.id, inUse: 2, givenBy: 'Tavia Brindlecombe' }],
    });
    expect(body.owners.map(({ userId }) => userId)).toEqual([owner.userId]);
    const { adminPath: elsewhere } = await seatedOrganisation(portal);
    expect((await administrator.delete(`${elsewhere}/seats/${lot.id}`)).status).toBe(404);
    expect((await administrator.delete(`${adminPath}/seats/${lot.id}`)).status).toBe(200);
    expect((await administrator.delete<Rejection>(`${adminPath}/seats/${lot.id}`)).body.code).toBe(
      'organisations.seats-ended',
    );
    const after = (await administrator.get<{ lots: SeatLot[]; pools: object[] }>(adminPath)).body;
    expect(after).toMatchObject({ pools: [], lots: [{ isEnded: true, inUse: 0 }] });
  });
});

describe('people and the end', () => {
  it('ORG-07 changes owners, and leaves an organisation with at least one', async () => {
    const { adminPath, owner, others } = await seatedOrganisation(portal, 'learner');
    const [learner] = others as [Person];
    const change = (person: Person, role: string) =>
      administrator.patch<Rejection>(`${adminPath}/people/${person.userId}`, { role });
    expect((await change(owner, 'learner')).body.code).toBe('organisations.last-owner');
    expect((await change(administrator, 'owner')).body.code).toBe('organisations.person-not-found');
    expect((await change(learner, 'owner')).status).toBe(200);
    expect((await change(owner, 'learner')).status).toBe(200);
    const people = await administrator.get<{ userId: number; role: string }[]>(`${adminPath}/people?role=owner`);
    expect(people.body.map(({ userId }) => userId)).toEqual([learner.userId]);
    await portal.runJobs();
    const email = await emailOf(learner);
    expect(portal.sentMails.some(({ to, subject }) => to === email && subject.startsWith('You are now an owner'))).toBe(
      true,
    );
  });

  it('ORG-07 closes an organisation with its typed name; it stays in the list as closed', async () => {
    const { adminPath, owner } = await seatedOrganisation(portal);
    const close = (name: string) =>
      administrator.send<Rejection>({ method: 'DELETE', url: adminPath, payload: { name } });
    expect((await close('Northmere')).body.code).toBe('organisations.name-differs');
    expect((await close('Northmere Council')).status).toBe(200);
    expect((await close('Northmere Council')).status).toBe(404);
    expect((await owner.get('/api/user/organisation')).body).toBeNull();
    const { body } = await administrator.get<AdminOrganisationDetail>(adminPath);
    expect([body.closedAt === null, body.people, body.owner]).toEqual([false, 0, null]);
    const form = { kind: 'plan', seats: 1, reason: 'Late' };
    expect((await administrator.post(`${adminPath}/seats`, form)).status).toBe(404);
  });
});
