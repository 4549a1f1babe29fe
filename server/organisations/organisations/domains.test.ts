import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type {
  Joined,
  JoinRequest,
  OrganisationDomain,
  OrganisationOffer,
} from '#contract/organisations/organisations-domains.ts';
import { createTxtLookup } from '#server/platform/dns.ts';
import { startNameServer } from '#tests/support/name-server.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { runTask } from '#tests/support/rounds.ts';

type Rejection = { code?: string; message: string };

let names: Awaited<ReturnType<typeof startNameServer>>;
let portal: TestPortal;
beforeAll(async () => {
  names = await startNameServer();
  portal = await createTestPortal({}, { lookUpTxt: createTxtLookup([names.address]) });
});
afterAll(async () => {
  await portal.close();
  await names.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const mailsTo = (email: string) => portal.sentMails.filter(({ to }) => to === email);

let domains = 0;
const newDomain = () => {
  domains += 1;
  return `northmere-${domains}.example`;
};

async function add(owner: Person, path: string, domain = newDomain()) {
  const { status, body } = await owner.post<OrganisationDomain>(`${path}/domains`, { domain });
  expect(status).toBe(201);
  return { ...body, path: `${path}/domains/${body.id}` };
}

/** An organisation whose domain is proven by its record. */
async function provenOrganisation(joining: 'off' | 'ask' | 'automatically', ...roles: 'manager'[]) {
  const organisation = await seatedOrganisation(portal, ...roles);
  const domain = await add(organisation.owner, organisation.path);
  names.set(domain.record.name, [domain.record.value]);
  expect((await organisation.owner.post(`${domain.path}/check`, {})).status).toBe(200);
  expect((await organisation.owner.patch(domain.path, { joining })).status).toBe(200);
  return { ...organisation, domain };
}

/** A member with a verified address of a domain. */
async function personOf(domain: string): Promise<Person & { email: string }> {
  const person: Person = await verifiedMember(portal);
  const email = `P${person.userId}@${domain}`;
  await rows('update users set email = $2 where id = $1', [person.userId, email]);
  return Object.assign(person, { email });
}

const offerTo = async (person: Person) =>
  (await person.get<OrganisationOffer | null>('/api/user/organisation-offer')).body;
const own = async (person: Person) => (await person.get<Organisation | null>('/api/user/organisation')).body;
const asks = async (client: Person, path: string) => (await client.get<JoinRequest[]>(`${path}/requests`)).body;

describe('proving a domain', () => {
  it('ORG-04 refuses what is no domain, domains of mail providers and of everybody, the same one twice and the 21st', async () => {
    const { owner, path } = await seatedOrganisation(portal);
    const rejections: [unknown, number, string][] = [
      ['', 400, 'Enter a domain'],
      ['northmere', 400, '“northmere” is not a domain, such as example.org.'],
      ['https://northmere.example', 400, '“https://northmere.example” is not a domain, such as example.org.'],
      ['a@northmere.example', 400, '“a@northmere.example” is not a domain, such as example.org.'],
      ['127.0.0.1', 400, '“127.0.0.1” is not a domain, such as example.org.'],
      [
        'GMAIL.com',
        400,
        '“gmail.com” gives addresses to everybody. Enter a domain that belongs to your organisation alone.',
      ],
      ['co.uk', 400, '“co.uk” gives addresses to everybody. Enter a domain that belongs to your organisation alone.'],
    ];
    for (const [domain, status, message] of rejections) {
      const rejected = await owner.post<Rejection>(`${path}/domains`, { domain });
      expect([domain, rejected.status, rejected.body.message]).toEqual([domain, status, message]);
    }
    await rows('update users set email_verified_at = null where id = $1', [owner.userId]);
    const unverified = await owner.post<Rejection>(`${path}/domains`, { domain: newDomain() });
    expect([unverified.status, unverified.body.code]).toEqual([409, 'organisations.domain-unverified-owner']);
    expect((await owner.get<OrganisationDomain[]>(`${path}/domains`)).body).toEqual([]);
    await rows('update users set email_verified_at = now() where id = $1', [owner.userId]);
    const { domain } = await add(owner, path, 'Northmere-Twice.example');
    expect(domain).toBe('northmere-twice.example');
    const twice = await owner.post<Rejection>(`${path}/domains`, { domain: 'NORTHMERE-twice.example' });
    expect([twice.status, twice.body.code]).toEqual([409, 'organisations.domain-added']);
    for (let count = 1; count < 20; count += 1) await add(owner, path);
    const full = await owner.post<Rejection>(`${path}/domains`, { domain: newDomain() });
    expect([full.status, full.body.code]).toEqual([409, 'organisations.domains-full']);
    expect((await owner.get<OrganisationDomain[]>(`${path}/domains`)).body).toHaveLength(20);
  });

  it('ORG-04 proves a domain by its TXT record and nothing else, and says when no name server answers', async () => {
    const { owner, path } = await seatedOrganisation(portal);
    const { path: one, record, provenAt } = await add(owner, path);
    expect([provenAt, record.name]).toEqual([
      null,
      expect.stringMatching(/^_portal-verification\.northmere-\d+\.example$/),
    ]);
    const check = () => owner.post<Rejection & OrganisationDomain>(`${one}/check`, {});
    expect((await check()).body.code).toBe('organisations.domain-unproven');
    names.set(record.name, ['v=spf1 -all', `${record.value}x`]);
    expect((await check()).body.code).toBe('organisations.domain-unproven');
    names.fail(record.name);
    const outage = await check();
    expect([outage.status, outage.body.code]).toEqual([503, 'organisations.dns-failed']);
    expect((await owner.patch<Rejection>(one, { joining: 'ask' })).body.code).toBe('organisations.domain-first');
    names.set(record.name, ['v=spf1 -all', record.value]);
    expect((await check()).body.provenAt).not.toBeNull();
    names.set(record.name, []);
    // The domain stays proven when the record is removed.
    expect((await check()).body.provenAt).not.toBeNull();
    expect(
      await rows(`select count(*)::integer as n from audit_log where action = 'verify-domain' and actor_user_id = $1`, [
        owner.userId,
      ]),
    ).toEqual([{ n: 1 }]);
  });

  it('ORG-04 proves a domain by the newest code that was emailed to one of its two mailboxes, within a day', async () => {
    const { owner, path } = await seatedOrganisation(portal);
    const { domain, path: one } = await add(owner, path);
    expect((await owner.post(`${one}/email`, { mailbox: 'sales' })).status).toBe(400);
    const send = async (mailbox: string) => {
      expect((await owner.post(`${one}/email`, { mailbox })).status).toBe(200);
      await portal.runJobs();
      return /: ([A-Z2-9]{5}-[A-Z2-9]{5})/.exec(mailsTo(`${mailbox}@${domain}`).at(-1)?.text ?? '')?.[1] ?? '';
    };
    const check = (code: string) => owner.post<Rejection & OrganisationDomain>(`${one}/check`, { code });
    const first = await send('admin');
    const second = await send('postmaster');
    expect(first).not.toBe(second);
    for (const code of [first, 'AAAAA-AAAAA', '']) {
      expect([code, (await check(code)).body.code]).toEqual([code, 'organisations.domain-code']);
    }
    await rows(`update organisation_domains set code_expires_at = now() where domain = $1`, [domain]);
    expect((await check(second)).body.code).toBe('organisations.domain-code');
    const third = await send('admin');
    expect((await check(third.toLowerCase())).body.provenAt).not.toBeNull();
  });

  it('ORG-04 leaves a domain to who proves it first, also when two prove it at once', { tags: 'long' }, async () => {
    const [one, other] = [await seatedOrganisation(portal), await seatedOrganisation(portal)];
    const domain = newDomain();
    const [mine, theirs] = [await add(one.owner, one.path, domain), await add(other.owner, other.path, domain)];
    names.set(mine.record.name, [mine.record.value, theirs.record.value]);
    const answers = await Promise.all([
      one.owner.post<Rejection>(`${mine.path}/check`, {}),
      other.owner.post<Rejection>(`${theirs.path}/check`, {}),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('organisations.domain-taken');
    expect(
      await rows(
        'select count(*)::integer as n from organisation_domains where domain = $1 and proven_at is not null',
        [domain],
      ),
    ).toEqual([{ n: 1 }]);
    const loser = answers[0].status === 200 ? { ...theirs, owner: other.owner } : { ...mine, owner: one.owner };
    expect((await loser.owner.patch<Rejection>(loser.path, { joining: 'ask' })).body.code).toBe(
      'organisations.domain-first',
    );
  });

  it('SSO-01 an administrator moves a proven domain to the organisation whose record it has, and to no other', async () => {
    const { domain: former, owner, path, id } = await provenOrganisation('ask');
    const next = await seatedOrganisation(portal);
    const added = await add(next.owner, next.path, former.domain);
    const administrator = await portal.administrator();
    const move = (domain: string) =>
      administrator.post<OrganisationDomain & Rejection>(`/api/admin/organisations/${next.id}/domains/move`, {
        domain,
      });
    expect((await move('elsewhere.example')).body.code).toBe('organisations.domain-not-added');
    expect((await move(former.domain)).body.code).toBe('organisations.domain-unproven');
    names.set(added.record.name, [former.record.value, added.record.value]);
    expect((await next.owner.post<Rejection>(`${added.path}/check`, {})).body.code).toBe('organisations.domain-taken');
    const provenAt = async (person: Person, at: string) =>
      (await person.get<OrganisationDomain[]>(`${at}/domains`)).body.map((one) => one.provenAt !== null);
    expect([await provenAt(owner, path), await provenAt(next.owner, next.path)]).toEqual([[true], [false]]);
    expect((await move(former.domain.toUpperCase())).body).toMatchObject({
      id: added.id,
      dnsProvenAt: expect.any(String),
    });
    expect([await provenAt(owner, path), await provenAt(next.owner, next.path)]).toEqual([[false], [true]]);
    expect(
      await rows(
        `select action, object_id::int as at from audit_log where action in ('lose-domain', 'move-domain') order by id`,
      ),
    ).toEqual([
      { action: 'lose-domain', at: id },
      { action: 'move-domain', at: next.id },
    ]);
  });
});

describe('joining by a domain', () => {
  it('ORG-04 SSO-10 offers nothing once the record of a domain was missing for 7 days, unless a mail has proven it', async () => {
    const [byRecord, byBoth, byMail] = [
      await provenOrganisation('ask'),
      await provenOrganisation('ask'),
      await provenOrganisation('ask'),
    ];
    const ids = [byRecord, byBoth, byMail].map(({ domain }) => domain.id);
    await rows(`update organisation_domains set proven_at = proven_at - interval '1 day' where id = $1`, [ids[1]]);
    await rows('update organisation_domains set dns_proven_at = null where id = $1', [ids[2]]);
    for (const { domain } of [byRecord, byBoth, byMail]) names.set(domain.record.name, []);
    const missingFor = async (days: number) => {
      await rows(
        `update organisation_domains set dns_failing_since = now() - make_interval(days => $2)
         where id = any ($1) and dns_proven_at is not null`,
        [ids, days],
      );
      await runTask(portal, 'check-domains');
      const read = async ({ owner, path }: typeof byRecord) =>
        (await owner.get<OrganisationDomain[]>(`${path}/domains`)).body[0];
      return Promise.all([byRecord, byBoth, byMail].map(read));
    };
    const proven = { provenAt: expect.any(String), joining: 'ask' };
    const failing = { ...proven, dnsProvenAt: expect.any(String), dnsFailingSince: expect.any(String) };
    const mailed = { ...proven, dnsProvenAt: null, dnsFailingSince: null };
    expect(await missingFor(6)).toMatchObject([failing, failing, mailed]);
    const lost = { provenAt: null, dnsProvenAt: null, dnsFailingSince: null, joining: 'off' };
    const owners = [byRecord, byBoth].map(({ owner }) => owner.userId);
    const mailedOwners = async () => {
      await portal.runJobs();
      return rows(
        `select u.id from mails m join users u on u.email = m.recipient where u.id = any ($1) and m.dedupe_key like 'organisation-domain-lost%'`,
        [owners],
      );
    };
    expect(await mailedOwners()).toEqual([]);
    expect(await missingFor(8)).toMatchObject([lost, mailed, mailed]);
    expect(await mailedOwners()).toEqual([{ id: owners[0] }]);
    const offers = [byRecord, byBoth, byMail].map(async ({ domain }) => offerTo(await personOf(domain.domain)));
    expect((await Promise.all(offers)).map((offer) => offer !== null)).toEqual([false, true, true]);
    const next = await seatedOrganisation(portal);
    const added = await add(next.owner, next.path, byRecord.domain.domain);
    names.set(added.record.name, [added.record.value]);
    expect((await next.owner.post(`${added.path}/check`, {})).status).toBe(200);
    expect((await byRecord.owner.post<Rejection>(`${byRecord.domain.path}/check`, {})).body.code).toBe(
      'organisations.domain-unproven',
    );
  });

  it('ORG-04 ORG-08 offers nothing to other domains, unverified addresses and people in an organisation, nor while it is off', async () => {
    const { id, domain, owner, others } = await provenOrganisation('off', 'manager');
    const near = await personOf(domain.domain);
    const join = (person: Person) => person.post<Rejection>(`/api/organisations/${id}/join`);
    expect([await offerTo(near), (await join(near)).status]).toEqual([null, 404]);
    await owner.patch(domain.path, { joining: 'ask' });
    const [other, sub, unverified] = [
      await personOf('elsewhere.example'),
      await personOf(`mail.${domain.domain}`),
      await personOf(domain.domain),
    ];
    await rows('update users set email_verified_at = null where id = $1', [unverified.userId]);
    for (const person of [other, sub, unverified]) {
      expect([await offerTo(person), (await join(person)).status]).toEqual([null, 404]);
    }
    const manager = others[0] as Person;
    await rows('update users set email = $2 where id = $1', [manager.userId, `boss@${domain.domain}`]);
    expect([await offerTo(manager), (await join(manager)).status]).toEqual([null, 409]);
    const elsewhere = await personOf(domain.domain);
    await elsewhere.post('/api/organisations', { name: 'Harbour' });
    expect([await offerTo(elsewhere), (await join(elsewhere)).status]).toEqual([null, 404]);
    expect(await asks(owner, `/api/organisations/${id}`)).toEqual([]);
  });

  it('ORG-04 a request to another organisation takes the place of an earlier one', async () => {
    const [former, next] = [await provenOrganisation('ask'), await provenOrganisation('ask')];
    const person = await personOf(former.domain.domain);
    expect((await person.post<Joined>(`/api/organisations/${former.id}/join`)).body.status).toBe('asked');
    await rows('update users set email = $2 where id = $1', [person.userId, `p${person.userId}@${next.domain.domain}`]);
    expect(await offerTo(person)).toMatchObject({ organisationId: next.id, hasAsked: false });
    expect((await person.post<Joined>(`/api/organisations/${next.id}/join`)).body.status).toBe('asked');
    expect(await asks(next.owner, next.path)).toMatchObject([{ userId: person.userId }]);
    expect([await asks(former.owner, former.path), (await offerTo(person))?.hasAsked]).toEqual([[], true]);
  });

  it('ORG-04 people ask once, owners hear of it, a manager accepts, and the new learner gets an email', async () => {
    const { id, path, domain, owner, others } = await provenOrganisation('ask', 'manager');
    const person = await personOf(domain.domain);
    const offer = { organisationId: id, name: 'Northmere Council', domain: domain.domain, joining: 'ask' };
    expect(await offerTo(person)).toEqual({ ...offer, hasAsked: false });
    const answers = await Promise.all([1, 2].map(() => person.post<Joined>(`/api/organisations/${id}/join`)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'asked'],
      [200, 'asked'],
    ]);
    expect(await offerTo(person)).toEqual({ ...offer, hasAsked: true });
    await portal.runJobs();
    const [{ email: ownerAddress }] = await rows('select email from users where id = $1', [owner.userId]);
    // The owner's first mail was the one that verified the address.
    expect(
      mailsTo(ownerAddress)
        .map(({ subject }) => subject)
        .slice(1),
    ).toEqual(['Mira Tollander asks to join Northmere Council']);
    const manager = others[0] as Person;
    expect(await asks(manager, path)).toEqual([
      { userId: person.userId, name: 'Mira Tollander', email: person.email, askedAt: expect.any(String) },
    ]);
    expect(await own(person)).toBeNull();
    expect((await manager.post(`${path}/requests/${person.userId}/accept`)).status).toBe(200);
    expect((await manager.post(`${path}/requests/${person.userId}/accept`)).status).toBe(404);
    expect(await own(person)).toMatchObject({ id, role: 'learner' });
    expect([await asks(manager, path), await offerTo(person)]).toEqual([[], null]);
    await portal.runJobs();
    expect(mailsTo(person.email).map(({ subject }) => subject)).toContain('You are now in Northmere Council');
  });

  it('ORG-04 each owner of an organisation with more than 200 hears of it', async () => {
    const { id, domain } = await provenOrganisation('ask');
    await rows(
      `with made as (insert into users (email, first_name, last_name)
         select 'owner.' || n || '@many.example', 'Owner', n::text from generate_series(1, 201) n returning id)
       insert into organisation_people (user_id, organisation_id, role) select id, $1, 'owner' from made`,
      [id],
    );
    await (await personOf(domain.domain)).post(`/api/organisations/${id}/join`);
    const [{ count }] = await rows(
      `select count(*)::integer as count from mails where dedupe_key like 'organisation-request:%' and recipient like 'owner.%@many.example'`,
      [],
    );
    expect(count).toBe(201);
  });

  it('ORG-04 a quoted local part that names a domain is not of that domain', async () => {
    const { domain, owner, path } = await provenOrganisation('ask');
    const outsider = await personOf(domain.domain);
    await rows('update users set email = $2 where id = $1', [outsider.userId, `"a@${domain.domain}@"@evil.example`]);
    expect(await offerTo(outsider)).toBeNull();
    expect(await asks(owner, path)).toEqual([]);
    await owner.patch(domain.path, { joining: 'automatically' });
    await portal.runJobs();
    expect(await own(outsider)).toBeNull();
  });

  it('ORG-03 joining by a domain, and being declined, end the invitations of that organisation and of no other', async () => {
    const { id, path, domain, owner } = await provenOrganisation('ask');
    const other = await seatedOrganisation(portal);
    const [asking, declined] = [await personOf(domain.domain), await personOf(domain.domain)];
    const led = await personOf(domain.domain);
    const invitation = { emails: [asking.email, declined.email, led.email], role: 'manager' };
    for (const [by, where] of [
      [owner, path],
      [other.owner, other.path],
    ] as const) {
      expect((await by.post(`${where}/invitations`, invitation)).status).toBe(201);
    }
    for (const person of [asking, declined]) await person.post(`/api/organisations/${id}/join`);
    expect((await owner.post(`${path}/requests/${asking.userId}/accept`)).status).toBe(200);
    expect((await owner.delete(`${path}/requests/${declined.userId}`)).status).toBe(200);
    await owner.patch(domain.path, { joining: 'automatically' });
    await letIn();
    expect(await own(led)).toMatchObject({ id, role: 'learner' });
    const waiting = async (by: Person, where: string) => (await by.get<unknown[]>(`${where}/invitations`)).body.length;
    expect([await waiting(owner, path), await waiting(other.owner, other.path)]).toEqual([0, 3]);
  });

  it('ORG-04 a person who was declined, left or was removed is not led in again, and an address of another domain ends a request', async () => {
    const { id, path, domain, owner } = await provenOrganisation('ask');
    const [declined, moved] = [await personOf(domain.domain), await personOf(domain.domain)];
    for (const person of [declined, moved]) await person.post(`/api/organisations/${id}/join`);
    await rows('update users set email = $2 where id = $1', [moved.userId, 'moved@elsewhere.example']);
    expect((await asks(owner, path)).map(({ userId }) => userId)).toEqual([declined.userId]);
    expect((await owner.post(`${path}/requests/${moved.userId}/accept`)).status).toBe(404);
    expect((await owner.delete(`${path}/requests/${declined.userId}`)).status).toBe(200);
    expect([await offerTo(declined), await own(moved)]).toEqual([null, null]);
    expect((await declined.post(`/api/organisations/${id}/join`)).status).toBe(404);
    await owner.patch(domain.path, { joining: 'automatically' });
    const [left, removed] = [await personOf(domain.domain), await personOf(domain.domain)];
    for (const person of [left, removed]) {
      expect((await person.post<Joined>(`/api/organisations/${id}/join`)).body.status).toBe('joined');
    }
    expect((await left.delete(`${path}/people/${left.userId}`)).status).toBe(200);
    expect((await owner.delete(`${path}/people/${removed.userId}`)).status).toBe(200);
    await letIn();
    for (const person of [declined, left, removed])
      expect([await own(person), await offerTo(person)]).toEqual([null, null]);
    // Another account that takes over the address of a former member is not let in either.
    const again = [await verifiedMember(portal), await verifiedMember(portal)];
    for (const [place, { email, userId }] of [left, removed].entries()) {
      await rows('update users set email = $2 where id = $1', [userId, `moved-${userId}@elsewhere.example`]);
      await rows('update users set email = $2 where id = $1', [again[place]?.userId, email]);
    }
    await letIn();
    for (const person of again) expect([await own(person), await offerTo(person)]).toEqual([null, null]);
  });

  it('ORG-04 lets everybody of a domain in automatically, once, with an email and an entry in the audit log', async () => {
    const { id, domain, owner, path } = await provenOrganisation('automatically');
    const people = [await personOf(domain.domain), await personOf(domain.domain)];
    const busy = await personOf(domain.domain);
    await busy.post('/api/organisations', { name: 'Harbour' });
    const unverified = await personOf(domain.domain);
    await rows('update users set email_verified_at = null where id = $1', [unverified.userId]);
    await letIn();
    await letIn();
    for (const person of people) expect(await own(person)).toMatchObject({ id, role: 'learner' });
    expect(await own(busy)).toMatchObject({ name: 'Harbour' });
    expect(await own(unverified)).toBeNull();
    for (const { email, userId } of people) {
      expect(mailsTo(email).filter(({ subject }) => subject === 'You are now in Northmere Council')).toHaveLength(1);
      const noted = await rows(
        `select count(*)::integer as n from audit_log where action = 'join' and member_user_id = $1`,
        [userId],
      );
      expect(noted).toEqual([{ n: 1 }]);
    }
    // People who joined stay members when the domain is removed, and no one joins through it any more.
    expect((await owner.delete(domain.path)).status).toBe(200);
    const late = await personOf(domain.domain);
    await letIn();
    expect([await own(late), (await own(owner))?.people]).toEqual([null, 3]);
    expect((await owner.get<OrganisationDomain[]>(`${path}/domains`)).body).toEqual([]);
  });

  it('ORG-04 ORG-09 closing an organisation gives its domain back', async () => {
    const { id, owner, domain } = await provenOrganisation('ask');
    const person = await personOf(domain.domain);
    await person.post(`/api/organisations/${id}/join`);
    expect(
      (await owner.send({ method: 'DELETE', url: `/api/organisations/${id}`, payload: { name: 'Northmere Council' } }))
        .status,
    ).toBe(200);
    expect(await offerTo(person)).toBeNull();
    const next = await seatedOrganisation(portal);
    const again = await add(next.owner, next.path, domain.domain);
    names.set(again.record.name, [again.record.value]);
    expect((await next.owner.post(`${again.path}/check`, {})).status).toBe(200);
  });
});

/** Runs the job that is due every five minutes. */
async function letIn(): Promise<void> {
  await rows(`select graphile_worker.add_job('join-by-domain')`);
  await portal.runJobs();
}
