import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, Webhook, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { allEventTypes, maxWebhooks, organisationEventTypes } from '#contract/operations/webhooks.ts';
import { provenOrganisation } from '#tests/support/company.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { beginPath, pathOf, readText, textStep } from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { type Receiver, startReceiver, verified } from '#tests/support/receiver.ts';

type Rejection = { code?: string; message: string };

let portal: TestPortal;
let administrator: Person;
let receiver: Receiver;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await rows('delete from webhooks');
  await receiver.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

const ofPortal = '/api/admin/webhooks';

async function register(
  person: Person,
  path: string,
  types: readonly string[],
): Promise<{ id: number; secret: string; path: string }> {
  const form = { url: receiver.url, types };
  const { status, body } = await person.post<WebhookWithSecret>(path, form);
  expect(status).toBe(201);
  return { id: body.webhook.id, secret: body.secret, path: `${path}/${body.webhook.id}` };
}

const show = async (person: Person, path: string, id: number) =>
  (await person.get<Webhook[]>(path)).body.find((webhook) => webhook.id === id);
const deliveriesOf = async (person: Person, path: string, query = '') =>
  (await person.get<Delivery[]>(`${path}/deliveries${query}`)).body;

/** Makes every waiting delivery due now, however long its pause is, and sends it. */
async function tryAgain(): Promise<void> {
  await rows(`update webhook_deliveries set next_at = now() where status = 'waiting'`);
  await rows('update webhooks set paused_until = null');
  await rows(`update graphile_worker._private_jobs set run_at = now()`);
  await portal.runJobs();
}

describe('registering', () => {
  it('HOOK-01 all owners are mailed about a new webhook, and about webhooks that go on when an owner is removed', async () => {
    const { owner, path, id } = await provenOrganisation(portal);
    const addOwner = async () => {
      const person = await portal.member();
      await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'owner')`, [
        person.userId,
        id,
      ]);
      return person;
    };
    const second = await addOwner();
    const mailsTo = async ({ userId }: { userId: number }, subject: string) => {
      await portal.runJobs();
      const [{ email }] = await rows('select email from users where id = $1', [userId]);
      return portal.sentMails.filter((mail) => mail.to === email && mail.subject === subject);
    };
    await register(second, `${path}/webhooks`, ['seat.assigned']);
    for (const one of [owner, second]) expect(await mailsTo(one, 'A webhook was added')).toHaveLength(1);
    expect((await owner.delete(`${path}/people/${second.userId}`)).status).toBe(200);
    expect(await mailsTo(second, 'Check your webhooks')).toEqual([]);
    const [warning, ...more] = await mailsTo(owner, 'Check your webhooks');
    expect(more).toEqual([]);
    expect(warning?.text).toContain(`Webhooks (${receiver.url})\nhttp://portal.test/organisation?tab=developers`);
    expect(warning?.text).not.toContain('tab=sign-in');
    const third = await addOwner();
    await third.post(`${path}/directory/tokens`, { name: 'Entra' });
    await owner.delete(`${path}/people/${third.userId}`);
    const [wider] = await mailsTo(owner, 'Check your webhooks and tokens of the directory');
    expect(wider?.text).toContain('Tokens of the directory (Entra)\nhttp://portal.test/organisation?tab=sign-in');
    expect(wider?.text).toContain('tab=developers');
  });

  it('HOOK-01 only administrators and owners register webhooks, and only with URLs that can be called', async () => {
    const organisation = await seatedOrganisation(portal, 'manager', 'learner');
    const path = `${organisation.path}/webhooks`;
    const form = { url: receiver.url, types: ['seat.assigned'] };
    const outsider = (await seatedOrganisation(portal)).owner;
    const callers: [Pick<Person, 'post'>, string, number][] = [
      [portal.visitor(), ofPortal, 401],
      [organisation.owner, ofPortal, 403],
      [portal.visitor(), path, 401],
      [outsider, path, 404],
      [administrator, path, 404],
      ...organisation.others.map((person): [Person, string, number] => [person, path, 403]),
    ];
    for (const [caller, asked, status] of callers) expect((await caller.post(asked, form)).status).toBe(status);

    const forms: [object, string][] = [
      [{ ...form, url: '' }, 'Enter the address of your program'],
      [
        { ...form, url: 'http://example.org/hook' },
        'Enter an address that begins with https://, without a user name or a fragment',
      ],
      [
        { ...form, url: 'https://user:word@example.org/' },
        'Enter an address that begins with https://, without a user name or a fragment',
      ],
      [
        { ...form, url: 'https://10.0.0.1/' },
        'The portal cannot call this address. Enter a public https address whose name can be looked up.',
      ],
      [
        { ...form, url: 'https://169.254.169.254/latest' },
        'The portal cannot call this address. Enter a public https address whose name can be looked up.',
      ],
      [
        { ...form, url: 'https://0x0a000001/' },
        'The portal cannot call this address. Enter a public https address whose name can be looked up.',
      ],
      [{ ...form, types: [] }, 'Choose at least one event'],
      [{ ...form, types: ['member.exploded'] }, 'Choose events of the list'],
      [
        { ...form, types: ['purchase.completed'] },
        'An organisation cannot receive events of type purchase.completed, because its owners cannot read what they are about.',
      ],
    ];
    for (const [asked, message] of forms) {
      const { status, body } = await organisation.owner.post<Rejection>(path, asked);
      expect([status, body.message]).toEqual([400, message]);
    }
    expect(await rows('select id from webhooks')).toEqual([]);
  });

  it('HOOK-01 an owner has at most 20 webhooks, also of calls at the same time', async () => {
    const [organisation, other] = [await seatedOrganisation(portal), await seatedOrganisation(portal)];
    const path = `${organisation.path}/webhooks`;
    for (let count = 0; count < maxWebhooks - 2; count += 1)
      await register(organisation.owner, path, ['seat.assigned']);
    const form = { url: receiver.url, types: ['seat.assigned'] };
    const answers = await Promise.all([1, 2, 3, 4].map(() => organisation.owner.post<Rejection>(path, form)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    const { body } = await organisation.owner.post<Rejection>(path, form);
    expect(body).toEqual({ code: 'webhooks.full', message: 'There are 20 webhooks already. Remove one first.' });
    const own = (await organisation.owner.get<Webhook[]>(path)).body;
    expect(own).toHaveLength(20);
    await register(other.owner, `${other.path}/webhooks`, ['seat.assigned']);
    await register(administrator, ofPortal, ['seat.assigned']);
    expect((await organisation.owner.delete(`${path}/${own[0]?.id}`)).status).toBe(200);
    await register(organisation.owner, path, ['seat.assigned']);
  });

  it('HOOK-01 webhooks of one owner are hidden from all others, and their secrets are stored sealed', async () => {
    const [one, other] = [await seatedOrganisation(portal), await seatedOrganisation(portal)];
    const webhook = await register(one.owner, `${one.path}/webhooks`, ['seat.assigned']);
    for (const path of [`${other.path}/webhooks/${webhook.id}`, `${ofPortal}/${webhook.id}`]) {
      const person = path.startsWith(ofPortal) ? administrator : other.owner;
      expect((await person.patch(path, { isOn: false })).status).toBe(404);
      expect((await person.delete(path)).status).toBe(404);
      expect((await person.post(`${path}/secret`)).status).toBe(404);
      expect((await person.get(`${path}/deliveries`)).status).toBe(404);
      expect((await person.post(`${path}/test`)).status).toBe(404);
    }
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [{ sealed_secret: sealed }] = await rows('select sealed_secret from webhooks');
    expect(sealed.includes(webhook.secret)).toBe(false);
    expect(JSON.stringify((await one.owner.get(`${one.path}/webhooks`)).body)).not.toContain('whsec_');
    expect(
      await rows(`select action from audit_log where object_id = $1 and action like '%webhook'`, [String(one.id)]),
    ).toEqual([{ action: 'create-webhook' }]);
    expect((await one.owner.post(`${webhook.path}/test`)).status).toBe(201);
    // Test calls of other people count only against their own limits.
    const counted = await rows(
      `select sum(hits)::integer as calls from limit_counters where key like '%webhook-sends%' group by key`,
    );
    expect(counted).toEqual([{ calls: 1 }, { calls: 1 }, { calls: 1 }]);
  });
});

describe('events', () => {
  it('HOOK-01 HOOK-02 events are thin messages whose signature a stranger’s verifier accepts, with two signatures for a day after a rotation', async () => {
    const { secret, path, id } = await register(administrator, ofPortal, ['member.registered']);
    expect((await show(administrator, ofPortal, id))?.secretRotatedAt).toBeNull();
    const { userId } = await portal.member({ firstName: 'Quillon' });
    await portal.runJobs();
    const [message] = receiver.received;
    if (!message) throw new Error('No message came');
    const body = verified(secret, message);
    expect(body).toEqual({
      type: 'member.registered',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      sequence: expect.any(Number),
      data: { memberId: userId },
      path: `/api/users/${userId}`,
    });
    expect(message.headers['webhook-id']).toBe(`evt_${body.sequence}`);
    expect(message.body).not.toMatch(/Quillon|@/);

    const rotated = (await administrator.post<WebhookWithSecret>(`${path}/secret`)).body;
    expect(rotated.webhook.twoSignaturesUntil).not.toBeNull();
    const [replaced] = await rows('select secret_rotated_at from webhooks where id = $1', [id]);
    expect(rotated.webhook.secretRotatedAt).toBe(replaced.secret_rotated_at.toISOString());
    await portal.member();
    await portal.runJobs();
    const [, second] = receiver.received;
    if (!second) throw new Error('No second message came');
    expect(String(second.headers['webhook-signature']).split(' ')).toHaveLength(2);
    verified(secret, second);
    verified(rotated.secret, second);

    expect((await administrator.delete(`${path}/secret`)).status).toBe(200);
    expect(
      await rows(`select action from audit_log where object = 'webhook' and object_id = $1 order by id`, [`${id}`]),
    ).toEqual([{ action: 'create' }, { action: 'rotate' }, { action: 'end-secret' }]);
    await portal.member();
    await portal.runJobs();
    const third = receiver.received[2];
    if (!third) throw new Error('No third message came');
    expect(() => verified(secret, third)).toThrow();
    verified(rotated.secret, third);
    expect((await show(administrator, ofPortal, id))?.twoSignaturesUntil).toBeNull();
  });

  it('HOOK-01 the secret before a rotation signs for 24 hours, and not after them', async () => {
    const { secret: former, path, id } = await register(administrator, ofPortal, ['member.registered']);
    const { secret } = (await administrator.post<WebhookWithSecret>(`${path}/secret`)).body;
    const pass = (time: string) =>
      rows('update webhooks set former_secret_until = former_secret_until - $1::interval', [time]);
    const nextMessage = async () => {
      receiver.received.length = 0;
      await portal.member();
      await portal.runJobs();
      const [message] = receiver.received;
      if (!message) throw new Error('No message came');
      verified(secret, message);
      return message;
    };
    await pass('23 hours 59 minutes');
    verified(former, await nextMessage());
    expect((await show(administrator, ofPortal, id))?.twoSignaturesUntil).not.toBeNull();
    await pass('1 minute');
    const after = await nextMessage();
    expect(() => verified(former, after)).toThrow('No matching signature found');
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect((await show(administrator, ofPortal, id))?.twoSignaturesUntil).toBeNull();
  });

  it('HOOK-02 webhooks of the portal get all events, and those of an organisation only events about data that its owners may read', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const other = await seatedOrganisation(portal, 'learner');
    const [learner] = organisation.others;
    const [stranger] = other.others;
    if (!learner || !stranger) throw new Error('A person is missing');
    await register(administrator, ofPortal, allEventTypes);
    const own = await startReceiver();
    const form = { url: own.url, types: organisationEventTypes };
    expect((await organisation.owner.post(`${organisation.path}/webhooks`, form)).status).toBe(201);

    const resource = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    const purchase = await insertPurchase(portal.database, { userId: learner.userId, resourceId: resource.id });
    await rows(
      `insert into refunds (attempt_id, amount_minor, reason, status) values ($1, 100, 'administrator', 'succeeded')`,
      [purchase.attempt_id],
    );
    const [{ id: subscriptionId }] = await rows(
      `insert into subscriptions (user_id, plan, amount_minor, currency, status, started_at)
       values ($1, 'monthly', 900, 'GBP', 'active', now()) returning id`,
      [learner.userId],
    );
    await rows(`update subscriptions set plan = 'annual' where id = $1`, [subscriptionId]);
    await rows(`update subscriptions set status = 'canceled', ended_at = now() where id = $1`, [subscriptionId]);
    for (const { give, path, owner, people } of [
      { ...organisation, people: [learner] },
      { ...other, people: [stranger] },
    ]) {
      await give(1, resource.id);
      const [person] = people;
      const seat = { people: [person?.userId], resourceId: resource.id };
      expect((await owner.post(`${path}/seats/assign`, { kind: 'resource', ...seat })).status).toBe(200);
      await rows(
        `insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date)`,
        [Number(path.split('/').at(-1)), person?.userId, resource.id],
      );
      await rows('insert into completions (user_id, resource_id, content_version) values ($1, $2, 1)', [
        person?.userId,
        resource.id,
      ]);
    }
    await rows('insert into knowledge_checks (resource_id, draft) values ($1, $2)', [resource.id, '{}']);
    await rows(
      `insert into knowledge_check_versions (resource_id, version, content, published_by) values ($1, 1, '{}', $2)`,
      [resource.id, administrator.userId],
    );
    await rows(
      `with begun as (insert into check_attempts (user_id, resource_id, version, day, seed, drawn, pass_mark, due_at)
         select user_id, $1, 1, current_date, decode(repeat('00', 16), 'hex'), '{q1}', 80, now() + interval '1 day'
         from unnest($2::integer[]) user_id returning 1)
       select from begun`,
      [resource.id, [learner.userId, stranger.userId]],
    );
    await rows(`update check_attempts set handed_in_at = now(), right_questions = '{q1}', awarded_questions = '{}'`);
    const way = await insertResource(portal.database, { type: 'path', path: pathOf([textStep('a')]) });
    for (const [person, { id }] of [
      [learner, organisation],
      [stranger, other],
    ] as const) {
      await rows(
        `insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date)`,
        [id, person.userId, way.id],
      );
      await beginPath(person, way.id);
      expect((await readText(person, way.id, 'a')).status).toBe(200);
    }
    const [{ id: certificateId }] = await rows('select id from certificates where user_id = $1', [learner.userId]);
    await rows(`insert into completions (user_id, resource_id, content_version) values ($1, $2, 2)`, [
      learner.userId,
      resource.id,
    ]);
    await rows('update certificates set revoked_at = now() where id = $1', [certificateId]);
    await rows(
      `insert into assessment_attempts (user_id, started_at, content_version, answers) values ($1, now(), '1', '{}')`,
      [learner.userId],
    );
    await rows(
      `with round as (insert into assessment_rounds (organisation_id, title, content_version, closes_on)
       values ($1, 'Autumn', '1', current_date) returning id)
       select id from round`,
      [organisation.id],
    );
    await rows('update assessment_rounds set closed_at = now(), invited = 0, answered = 0 where organisation_id = $1', [
      organisation.id,
    ]);
    await portal.runJobs();
    expect((await organisation.owner.delete(`${organisation.path}/people/${learner.userId}`)).status).toBe(200);
    await rows('update resources set is_published = false where id = $1', [resource.id]);
    const { userId: gone } = await portal.member();
    await rows('update users set deleted_at = now() where id = $1', [gone]);
    await portal.runJobs();

    const typesOf = ({ received }: Receiver) => new Set(received.map(({ body }) => JSON.parse(body).type));
    expect(typesOf(receiver)).toEqual(new Set(allEventTypes));
    const withoutPath = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ path }) => path === null);
    expect(withoutPath.map(({ type }) => type)).toEqual(['member.deleted']);
    expect(typesOf(own)).toEqual(new Set(organisationEventTypes));
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    const facts = bodies.flatMap(({ type, data }) => Object.entries(data).map(([name, value]) => [type, name, value]));
    expect(facts.filter(([, name, value]) => !/Id$/.test(name) || !Number.isInteger(value))).toEqual([]);
    const bought = { purchaseId: purchase.id, memberId: learner.userId, resourceId: resource.id };
    expect(bodies.filter(({ type }) => type.startsWith('purchase.')).map(({ data }) => data)).toEqual([
      bought,
      { refundId: expect.any(Number), ...bought },
    ]);
    const organisations = own.received.map(({ body }) => JSON.parse(body).data.organisationId);
    expect(new Set(organisations)).toEqual(new Set([organisation.id]));
    await own.close();
  });

  it('HOOK-02 an organisation gets events about revoked certificates of its people, not of people who have left', async () => {
    const organisation = await seatedOrganisation(portal, 'learner', 'learner');
    const [former, present] = organisation.others as [Person, Person];
    await register(administrator, ofPortal, ['certificate.revoked']);
    await register(organisation.owner, `${organisation.path}/webhooks`, ['certificate.revoked']);
    const { id: resourceId } = await insertResource(portal.database);
    for (const { userId } of [former, present]) {
      await rows(
        'insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date)',
        [organisation.id, userId, resourceId],
      );
      await rows('insert into completions (user_id, resource_id, content_version) values ($1, $2, 1)', [
        userId,
        resourceId,
      ]);
    }
    expect((await former.delete(`${organisation.path}/people/${former.userId}`)).status).toBe(200);
    for (const person of [former, present]) {
      const payload = { password: 'portal-demo', confirmation: 'DELETE' };
      expect((await person.send({ method: 'DELETE', url: '/api/user', payload })).status).toBe(200);
    }
    expect(
      await rows(
        `select organisation_id, data -> 'memberId' as member from events
         where type = 'certificate.revoked' and data @> $1 order by id`,
        [{ organisationId: organisation.id }],
      ),
    ).toEqual([
      { organisation_id: null, member: former.userId },
      { organisation_id: organisation.id, member: present.userId },
    ]);
  });

  it('HOOK-02 a refreshed certificate supersedes the one before it, and only the portal hears of another badge', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const [learner] = organisation.others as [Person];
    await register(administrator, ofPortal, ['certificate.superseded']);
    await register(organisation.owner, `${organisation.path}/webhooks`, ['certificate.superseded']);
    const { id: resourceId } = await insertResource(portal.database);
    await rows(
      `insert into assignments (organisation_id, user_id, resource_id, due_on, made_at)
       values ($1, $2, $3, current_date, now() - interval '500 days')`,
      [organisation.id, learner.userId, resourceId],
    );
    const known = async () =>
      rows(
        `select organisation_id, data from events where type = 'certificate.superseded' and data @> $1 order by id`,
        [{ organisationId: organisation.id }],
      );
    const complete = async (days: number) => {
      await rows(
        `insert into completions (user_id, resource_id, content_version, completed_at)
         values ($1, $2, 1, now() - make_interval(days => $3))`,
        [learner.userId, resourceId, days],
      );
      const [{ id }] = await rows('select id from certificates where user_id = $1 order by id desc limit 1', [
        learner.userId,
      ]);
      return Number(id);
    };
    const first = await complete(400);
    const second = await complete(30);
    // The third supersedes only the second.
    const third = await complete(0);
    const about = { organisationId: organisation.id, memberId: learner.userId, resourceId };
    const ofOrganisation = [
      { organisation_id: organisation.id, data: { certificateId: first, newCertificateId: second, ...about } },
      { organisation_id: organisation.id, data: { certificateId: second, newCertificateId: third, ...about } },
    ];
    expect(await known()).toEqual(ofOrganisation);

    const badge = `/api/user/certificates/${third}/badge`;
    for (const showName of [false, true, true]) {
      expect((await learner.put(badge, { showName, proveAddress: false })).status).toBe(200);
    }
    expect(await known()).toEqual([
      ...ofOrganisation,
      { organisation_id: null, data: { certificateId: third, ...about } },
    ]);
  });

  it('HOOK-02 a seat of a person that goes with a smaller plan is returned', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const [learner] = organisation.others as [Person];
    await register(organisation.owner, `${organisation.path}/webhooks`, ['seat.returned']);
    const resource = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    await organisation.give(2, resource.id);
    const seat = { people: [learner.userId], resourceId: resource.id };
    await organisation.owner.post(`${organisation.path}/seats/assign`, { kind: 'resource', ...seat });
    // Of two seats, the one without a person is in no event.
    const deleted = await rows(
      `delete from seats where lot_id = (select id from seat_lots where organisation_id = $1) returning id, user_id`,
      [organisation.id],
    );
    expect(deleted).toHaveLength(2);
    const data = {
      seatId: deleted.find(({ user_id: userId }) => userId === learner.userId)?.id,
      organisationId: organisation.id,
      memberId: learner.userId,
      resourceId: resource.id,
    };
    expect(
      await rows(`select data from events where type = 'seat.returned' and organisation_id = $1`, [organisation.id]),
    ).toEqual([{ data }]);
  });

  it('HOOK-03 no event is sent for a change that was rolled back, or recorded while no webhook subscribes to it', async () => {
    await register(administrator, ofPortal, ['resource.published']);
    const [before] = await rows('select count(*) from events');
    await portal.member();
    expect(await rows('select count(*) from events')).toEqual([before]);
    await expect(
      portal.database.transaction(async ({ kysely }) => {
        const values = { title: 'Lost', description: '', type: 'book', access_type: 'free' as const, currency: 'GBP' };
        await kysely
          .insertInto('resources')
          .values({ ...values, type: 'book', is_published: true })
          .execute();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await portal.runJobs();
    expect(receiver.received).toEqual([]);
  });
});

describe('delivering', () => {
  it('HOOK-04 HOOK-05 a failed delivery is retried with the same id after longer and longer pauses, and the log shows each response', async () => {
    const { path } = await register(administrator, ofPortal, ['member.registered']);
    receiver.respond = (response) =>
      response.writeHead(500, { 'content-type': `text/plain; x=${'y'.repeat(300)}` }).end(`${'é'.repeat(2000)}`);
    await rows('update webhooks set url = $1', [`${receiver.url}/in?from=learning`]);
    await portal.member();
    await portal.runJobs();
    const [first] = await deliveriesOf(administrator, path);
    expect(first).toMatchObject({ status: 'waiting', attempts: 1, responseStatus: 500, error: null });
    expect(Buffer.byteLength(first?.response ?? '')).toBeLessThanOrEqual(1026);
    expect(first).toMatchObject({
      responseType: `text/plain; x=${'y'.repeat(300)}`.slice(0, 200),
      sentPath: '/events/in?from=learning',
      sentTimestamp: Number(receiver.received[0]?.headers['webhook-timestamp']),
    });
    expect(JSON.stringify(first)).not.toContain('v1,');
    const waits: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      const [{ wait }] = await rows(`select extract(epoch from next_at - last_at) as wait from webhook_deliveries`);
      waits.push(Number(wait));
      await tryAgain();
    }
    for (const [index, seconds] of [5, 60, 600, 3600, 21_600, 86_400, 86_400].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(Math.floor(seconds * 0.8));
      expect(waits[index]).toBeLessThanOrEqual(Math.ceil(seconds * 1.2));
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(8);
    expect(await deliveriesOf(administrator, path, '?status=failed')).toHaveLength(1);

    receiver.respond = (response) => response.writeHead(204).end();
    const [failed] = await deliveriesOf(administrator, path);
    expect((await administrator.post(`${path}/deliveries/${failed?.id}/resend`)).status).toBe(200);
    await portal.runJobs();
    expect((await deliveriesOf(administrator, path))[0]).toMatchObject({ status: 'delivered', responseStatus: 204 });
    const since = { since: new Date(Date.now() - 60_000).toISOString() };
    expect((await administrator.post(`${path}/resend`, since)).body).toEqual({ deliveries: 1 });
    await portal.runJobs();
    expect(receiver.received).toHaveLength(10);
  });

  it('HOOK-04 deliveries obey Retry-After, and pause for an overloaded receiver', async () => {
    const { path } = await register(administrator, ofPortal, ['member.registered']);
    receiver.respond = (response) => response.writeHead(503, { 'retry-after': '120' }).end();
    for (let count = 0; count < 8; count += 1) await portal.member();
    await portal.runJobs();
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    const [{ wait }] = await rows(`select max(extract(epoch from paused_until - now())) as wait from webhooks`);
    expect(Number(wait)).toBeGreaterThan(100);
    const waiting = (await deliveriesOf(administrator, path)).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
    expect(Math.min(...waiting.map((at) => Date.parse(at)))).toBeGreaterThan(Date.now() + 60_000);
    receiver.respond = (response) => response.writeHead(204).end();
    // A person's test event ends the pause.
    expect((await administrator.post(`${path}/test`, {})).status).toBe(201);
    expect(await rows('select paused_until from webhooks where paused_until is not null')).toEqual([]);
    await portal.runJobs();
    expect((await deliveriesOf(administrator, path))[0]).toMatchObject({
      eventType: 'endpoint.test',
      status: 'delivered',
    });
    await tryAgain();
    expect((await deliveriesOf(administrator, path)).map(({ status }) => status)).toEqual(Array(9).fill('delivered'));
  });

  it('HOOK-04 switches a webhook off that answers 410, or that failed for five days, with mails to its owners', async () => {
    const organisation = await seatedOrganisation(portal);
    const { owner } = organisation;
    const [{ email }] = await rows('select email from users where id = $1', [owner.userId]);
    const path = `${organisation.path}/webhooks`;
    const subjects = () => portal.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);
    const webhook = await register(owner, path, ['seat.assigned']);
    await portal.runJobs();
    const before = subjects().length;
    receiver.respond = (response) => response.writeHead(500).end();
    await owner.post(`${webhook.path}/test`);
    await portal.runJobs();
    expect(subjects().slice(before)).toEqual([]);
    for (const [days, subject] of [
      [1, 'A webhook has failed for a day'],
      [2, null],
      [5, 'A webhook was switched off'],
    ] as const) {
      const known = subjects().length;
      await rows('update webhooks set failing_since = now() - make_interval(days => $1)', [days]);
      await tryAgain();
      expect(subjects().slice(known)).toEqual(subject === null ? [] : [subject]);
    }
    expect(await show(owner, path, webhook.id)).toMatchObject({ isOn: false, offReason: 'failing' });
    expect((await owner.post<Rejection>(`${webhook.path}/test`)).body.code).toBe('webhooks.off');

    expect((await owner.patch(webhook.path, { isOn: true })).body).toMatchObject({ isOn: true, failingSince: null });
    const known = subjects().length;
    receiver.respond = (response) => response.writeHead(410).end();
    await owner.post(`${webhook.path}/test`);
    await portal.runJobs();
    expect(await show(owner, path, webhook.id)).toMatchObject({ isOn: false, offReason: 'gone' });
    expect(subjects().slice(known)).toEqual(['A webhook was switched off']);
    const mail = portal.sentMails.findLast(({ to }) => to === email);
    expect(mail?.text).toContain('The program answered that it no longer exists (410).');
    expect(mail?.text).toContain(receiver.url);
    expect(mail?.text).toContain('http://portal.test/organisation?tab=developers');
  });

  it('HOOK-04 skips events whose type, webhook or organisation has ended since', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const [learner] = organisation.others;
    const path = `${organisation.path}/webhooks`;
    const webhook = await register(organisation.owner, path, ['seat.assigned']);
    await organisation.give(1);
    const assign = { kind: 'plan', resourceId: null, people: [learner?.userId] };
    expect((await organisation.owner.post(`${organisation.path}/seats/assign`, assign)).status).toBe(200);
    expect((await organisation.owner.patch(webhook.path, { types: ['round.closed'] })).status).toBe(200);
    await portal.runJobs();
    expect(receiver.received).toEqual([]);
    await rows(`update webhooks set types = '{seat.assigned}'`);
    await rows(`update events set spread_at = null where type = 'seat.assigned'`);
    await rows('update organisations set closed_at = now() where id = $1', [organisation.id]);
    await rows(`select graphile_worker.add_job('spread-events')`);
    await portal.runJobs();
    expect(receiver.received).toEqual([]);
    expect(await rows('select distinct status from webhook_deliveries')).toEqual([{ status: 'skipped' }]);
  });

  it('HOOK-02 HOOK-04 skips events about a person who left the organisation since, but for the return of the seat', async () => {
    const organisation = await seatedOrganisation(portal, 'learner', 'learner');
    const [former, present] = organisation.others as [Person, Person];
    const path = `${organisation.path}/webhooks`;
    const ofAll = await register(administrator, ofPortal, organisationEventTypes);
    const webhook = await register(organisation.owner, path, organisationEventTypes);
    const { id: resourceId } = await insertResource(portal.database);
    await organisation.give(2);
    const people = [former.userId, present.userId];
    const seats = { kind: 'plan', resourceId: null, people };
    expect((await organisation.owner.post(`${organisation.path}/seats/assign`, seats)).status).toBe(200);
    for (const userId of people) {
      await rows(
        'insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date)',
        [organisation.id, userId, resourceId],
      );
      await rows('insert into completions (user_id, resource_id, content_version) values ($1, $2, 1)', [
        userId,
        resourceId,
      ]);
    }
    receiver.respond = (response) => response.writeHead(500).end();
    await portal.runJobs();
    receiver.respond = (response) => response.writeHead(204).end();
    // The account's certificates end with it, before the membership does.
    const payload = { password: 'portal-demo', confirmation: 'DELETE' };
    expect((await former.send({ method: 'DELETE', url: '/api/user', payload })).status).toBe(200);
    receiver.received.length = 0;
    await tryAgain();
    const about = async (owner: Person, at: string) =>
      (await deliveriesOf(owner, at, '?pageSize=100'))
        .filter(({ request }) => JSON.parse(request).data.memberId === former.userId)
        .map(({ status, eventType }) => [eventType, status])
        .toSorted();
    const expected = [
      ['assignment.completed', 'skipped'],
      ['certificate.issued', 'skipped'],
      ['certificate.revoked', 'skipped'],
      ['seat.assigned', 'skipped'],
      ['seat.returned', 'delivered'],
    ];
    expect(await about(organisation.owner, webhook.path)).toEqual(expected);
    expect(new Set((await about(administrator, ofAll.path)).map(([, status]) => status))).toEqual(
      new Set(['delivered']),
    );
    const ofPresent = (await deliveriesOf(organisation.owner, webhook.path, '?pageSize=100'))
      .filter(({ request }) => JSON.parse(request).data.memberId === present.userId)
      .map(({ status }) => status);
    expect(ofPresent).toEqual(['delivered', 'delivered', 'delivered']);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await organisation.owner.post(`${webhook.path}/resend`, { since })).status).toBe(200);
    await tryAgain();
    expect(await about(organisation.owner, webhook.path)).toEqual(expected);
  });

  it('HOOK-06 says nothing of an address that leads into the network of the portal', async () => {
    const { path, id } = await register(administrator, ofPortal, ['member.registered']);
    await rows(`update webhooks set url = 'https://192.168.0.1/' where id = $1`, [id]);
    await administrator.post(`${path}/test`);
    await portal.runJobs();
    expect((await deliveriesOf(administrator, path))[0]).toMatchObject({
      attempts: 1,
      error: 'address not allowed',
      durationMs: null,
      responseStatus: null,
      response: null,
      responseType: null,
      sentPath: null,
      sentTimestamp: null,
    });
    receiver.respond = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await rows('update webhooks set url = $2 where id = $1', [id, receiver.url]);
    await tryAgain();
    expect((await deliveriesOf(administrator, path))[0]).toMatchObject({ attempts: 2, responseStatus: 302 });
  });
});
