import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/identity/api-keys.ts';
import type { Organisation, OrganisationRole } from '#contract/organisations/organisations.ts';
import { scopesOf } from '#contract/scopes.ts';
import type { Client } from '#tests/support/client.ts';
import { requireSignIn } from '#tests/support/connections.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

type Person = Client & { userId: number };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const emailOf = async ({ userId }: Person) => (await rows('select email from users where id = $1', [userId]))[0].email;

async function organisationWith(...roles: OrganisationRole[]) {
  const owner: Person = await verifiedMember(portal);
  const { id } = (await owner.post<Organisation>('/api/organisations', { name: 'Northmere Council' })).body;
  const others: Person[] = [];
  for (const role of roles) {
    const person: Person = await verifiedMember(portal);
    await rows('insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)', [
      person.userId,
      id,
      role,
    ]);
    others.push(person);
  }
  return { id, path: `/api/organisations/${id}`, owner, others };
}

const codeOf = async (token: string, url: string) => (await new Program(portal.app, token).get(url)).body.code;

describe('the keys of an organisation', () => {
  it('APIKEY-02 APIKEY-05 the keys are those of the organisation’s owners, and reach its own addresses alone', async () => {
    const { id, path, owner, others } = await organisationWith('manager', 'learner');
    const { path: foreign, owner: stranger } = await organisationWith();
    for (const person of [...others, stranger]) {
      expect([403, 404]).toContain((await person.get(`${path}/keys`)).status);
      const form = { name: 'A key', scopes: ['organisation:read'], expiresInDays: 30 };
      expect([403, 404]).toContain((await person.post(`${path}/keys`, form)).status);
    }
    const { key, token } = await makeKey(owner, `${path}/keys`, scopesOf('organisation'));
    expect(token).toMatch(/^rapp_o_/);
    const program = new Program(portal.app, token);
    expect((await program.get(`${path}/people`)).body).toHaveLength(3);
    expect((await program.get(`${foreign}/people`)).status).toBe(404);
    for (const url of ['/api/user', '/api/user/certificates', '/api/resources']) {
      expect([url, await codeOf(token, url)]).toEqual([url, 'keys.not-by-key']);
    }
    const { token: personal } = await makeKey(owner, '/api/user/keys', scopesOf('member'));
    expect(await codeOf(personal, `${path}/people`)).toBe('keys.not-by-key');
    expect((await stranger.delete(`${foreign}/keys/${key.id}`)).body.code).toBe('keys.not-found');
    expect((await owner.get<ApiKey[]>(`${path}/keys`)).body.map((one) => one.id)).toEqual([key.id]);
    expect(id).toBeGreaterThan(0);
  });

  it('APIKEY-05 lives on when its person leaves, acts for another owner, and is taken over within 14 days', async () => {
    const { path, owner, others } = await organisationWith('owner', 'manager');
    const [second, manager] = others as [Person, Person];
    await rows(`update users set first_name = 'Ben', last_name = 'Second' where id = $1`, [second.userId]);
    const { key, token } = await makeKey(owner, `${path}/keys`, ['organisation:read']);
    const takeOver = (person: Client) => person.post(`${path}/keys/${key.id}/take-over`);
    expect((await takeOver(second)).body.code).toBe('keys.not-found');
    expect((await owner.delete(`${path}/people/${owner.userId}`)).status).toBe(200);
    // At once, before any job has run.
    expect(await codeOf(token, `${path}/people`)).toBeUndefined();
    portal.sentMails.length = 0;
    await portal.runJobs();
    const mailed = portal.sentMails.filter(({ subject }) => subject.startsWith('An API key needs a new owner'));
    expect(mailed.map(({ to }) => to)).toEqual([await emailOf(second)]);
    expect(mailed[0]?.text).toContain(key.start);
    const [waiting] = (await second.get<ApiKey[]>(`${path}/keys`)).body;
    const days = (Date.parse(String(waiting?.endsUnlessTakenOverAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14);
    for (const person of [manager, owner]) expect([403, 404]).toContain((await takeOver(person)).status);
    expect((await takeOver(second)).status).toBe(200);
    const [taken] = (await second.get<ApiKey[]>(`${path}/keys`)).body;
    expect(taken).toMatchObject({ id: key.id, start: key.start, endsUnlessTakenOverAt: null });
    expect(key).toMatchObject({ madeBy: 'Mira Tollander', takenOverBy: null });
    expect(taken).toMatchObject({ madeBy: 'Mira Tollander', takenOverBy: 'Ben Second' });
    await rows(`update api_keys set created_at = created_at - interval '15 days' where id = $1`, [key.id]);
    await portal.runJobs();
    expect(await codeOf(token, `${path}/people`)).toBeUndefined();
  });

  it('APIKEY-05 only reads while it waits for another owner: who made it cannot let himself in again', async () => {
    const { id, path, owner, others } = await organisationWith('owner');
    const [second] = others as [Person];
    const { key, token } = await makeKey(owner, `${path}/keys`, ['organisation:read', 'organisation:write']);
    const { token: kept } = await makeKey(second, `${path}/keys`, ['organisation:write']);
    expect((await second.delete(`${path}/people/${owner.userId}`)).status).toBe(200);
    const invite = async (secret: string) => {
      const form = { emails: [await emailOf(owner)], role: 'learner', message: null };
      return new Program(portal.app, secret).post(`${path}/invitations`, form);
    };
    const rejected = async () => {
      const { status, body } = await invite(token);
      expect([status, body.code, body.message]).toEqual([
        403,
        'keys.waits',
        'The person who made this key is no owner of the organisation any more. It only reads until an owner takes it over.',
      ]);
      expect(await rows('select id from organisation_invitations where organisation_id = $1', [id])).toEqual([]);
      expect(await codeOf(token, `${path}/people`)).toBeUndefined();
    };
    // At once, and when the owners were mailed.
    await rejected();
    await portal.runJobs();
    await rejected();
    // The key does not work either when its creator is back as a learner or an owner, until an owner has taken it over.
    for (const role of ['learner', 'owner']) {
      await rows(
        `insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)
         on conflict (user_id) do update set role = excluded.role`,
        [owner.userId, id, role],
      );
      await rejected();
    }
    await rows('delete from organisation_people where user_id = $1', [owner.userId]);
    expect((await second.post(`${path}/keys/${key.id}/take-over`)).status).toBe(200);
    for (const secret of [token, kept]) expect((await invite(secret)).body.code).not.toBe('keys.waits');
    expect(await rows('select id from organisation_invitations where organisation_id = $1', [id])).toHaveLength(1);
  });

  it('APIKEY-03 invites learners alone, because a manager or owner would stay when the key has ended', async () => {
    const { path, owner } = await organisationWith();
    const { token } = await makeKey(owner, `${path}/keys`, ['organisation:write']);
    const program = new Program(portal.app, token);
    const invite = (role: OrganisationRole) =>
      program.post(`${path}/invitations`, { emails: [`${role}@example.net`], role, message: null });
    for (const role of ['owner', 'manager'] as const) {
      expect((await invite(role)).body.code).toBe('keys.not-by-key');
    }
    expect((await owner.get(`${path}/invitations`)).body).toEqual([]);
    expect((await invite('learner')).status).toBe(201);
  });

  it('APIKEY-05 SSO-10 works after it was taken over in a session of the required company sign-in', async () => {
    const { id, path, owner, others } = await organisationWith('owner');
    const [second] = others as [Person];
    const { key, token } = await makeKey(owner, `${path}/keys`, ['organisation:read']);
    const connection = await requireSignIn(portal, { organisationId: id, domain: 'required.example' });
    await rows(`update users set email = 'p' || id || '@required.example' where id = $1`, [second.userId]);
    await rows(
      `insert into connection_sessions (session_id, connection_id, through, subject, ends_at)
       select id, $2, 'provider', 's', now() + interval '1 hour' from sign_in_sessions where user_id = $1`,
      [second.userId, connection],
    );
    expect((await owner.delete(`${path}/people/${owner.userId}`)).status).toBe(200);
    await portal.runJobs();
    expect(await codeOf(token, `${path}/people`)).toBe('keys.refused');
    expect((await second.post(`${path}/keys/${key.id}/take-over`)).status).toBe(200);
    expect(await codeOf(token, `${path}/people`)).toBeUndefined();
  });

  it('APIKEY-05 ends after 14 days when no owner takes it over, and a person who is a manager now counts as gone', async () => {
    const { path, owner, others } = await organisationWith('owner');
    const [second] = others as [Person];
    const { key, token } = await makeKey(owner, `${path}/keys`, ['organisation:read']);
    expect((await second.patch(`${path}/people/${owner.userId}`, { role: 'manager' })).status).toBe(200);
    await portal.runJobs();
    const leftAgo = (time: string) =>
      rows(`update api_keys set left_at = now() - $2::interval where id = $1 and left_at is not null returning id`, [
        key.id,
        time,
      ]);
    expect(await leftAgo('13 days 23 hours')).toHaveLength(1);
    expect(await codeOf(token, `${path}/people`)).toBeUndefined();
    await leftAgo('14 days');
    expect(await codeOf(token, `${path}/people`)).toBe('keys.refused');
    // It can no longer be taken over, even before the job has deleted it.
    const late = await second.post(`${path}/keys/${key.id}/take-over`);
    expect([late.status, late.body.code]).toEqual([404, 'keys.not-found']);
    expect(await codeOf(token, `${path}/people`)).toBe('keys.refused');
    await rows(`select graphile_worker.add_job('delete-ended-keys')`);
    await portal.runJobs();
    expect((await second.get(`${path}/keys`)).body).toEqual([]);
    const ended = await rows(`select action from audit_log where object = 'key' and object_id = $1 order by id`, [
      String(key.id),
    ]);
    expect(ended.map(({ action }) => action)).toEqual(['create', 'end']);
  });

  it('APIKEY-05 lives on when the account of its person is deleted, and ends when the organisation closes', async () => {
    const { path, owner, others } = await organisationWith('owner');
    const [second] = others as [Person];
    const { token } = await makeKey(owner, `${path}/keys`, ['organisation:read']);
    const administrator = await portal.administrator();
    expect((await administrator.delete(`/api/users/${owner.userId}`)).status).toBe(200);
    await portal.runJobs();
    expect(await codeOf(token, `${path}/people`)).toBeUndefined();
    const closed = await second.send({ method: 'DELETE', url: path, payload: { name: 'Northmere Council' } });
    expect(closed.status).toBe(200);
    expect(await codeOf(token, `${path}/people`)).toBe('keys.refused');
  });
});
