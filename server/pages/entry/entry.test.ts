import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { OpenInvitation, Organisation } from '#contract/organisations/organisations.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

type Person = Client & { userId: number };
type Rejection = { code?: string; message: string };

const mailsTo = (email: string) => portal.sentMails.filter(({ to }) => to === email);
const accountsOf = (email: string) =>
  portal.rows('select email_verified_at is not null as verified from users where email = $1', [email]);

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `newcomer-${addresses}@example.org`;
};

const person = { firstName: 'Edda', lastName: 'Lindqvale', password: 'portal-demo', organization: '' };

/** Registers a member with this address, who does not verify it. */
async function memberOf(email: string): Promise<Client> {
  const client = portal.visitor();
  expect((await client.post('/api/register', { ...person, email })).status).toBe(201);
  return client;
}

/** Makes an organisation invite an address. */
async function invited(email = newAddress()) {
  const owner: Person = await verifiedMember(portal);
  const name = `Northmere ${owner.userId}`;
  const { body } = await owner.post<Organisation>('/api/organisations', { name });
  const path = `/api/organisations/${body.id}`;
  expect((await owner.post(`${path}/invitations`, { emails: [email], role: 'manager' })).status).toBe(201);
  await portal.runJobs();
  const secret = /\/invitation\?token=([\w-]{43})/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
  return { id: body.id, name, path, owner, email, link: { kind: 'invitation', secret } as const };
}

/** Makes a member pay for a gift and sends it to an address. */
async function given(email = newAddress()) {
  const [payer, resourceId]: [Person, number] = [await portal.member(), await portal.addResource()];
  const gift = { email, message: 'Start with chapter 4', deliverOn: new Date().toISOString().slice(0, 10) };
  const opened = await payer.post<{ clientSecret: string }>('/api/create-payment-intent', { resourceId, gift });
  await portal.pay(opened.body.clientSecret);
  await portal.runWebhooks();
  for (const { id } of await portal.rows('select id from gifts')) await portal.runTask('send-gift', { giftId: id });
  const secret = /\/gift\?secret=([\w-]{43})/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
  return { payer, resourceId, email, link: { kind: 'gift', secret } as const };
}

const registering = (client: Client, form: { email: string; link: object }) =>
  client.post<CurrentUser & Rejection>('/api/register-by-link', { ...person, ...form });

describe('registering by a link', () => {
  it('ENTRY-02 refuses another address, unknown links and taken addresses, and opens no account', async () => {
    const [{ email, link, path, owner }, gift] = [await invited(), await given()];
    const other = newAddress();
    const unknown = 'a'.repeat(43);
    const cases: [object, string][] = [
      [{ email: other, link }, 'entry.link-for-other'],
      [{ email: other, link: gift.link }, 'entry.link-for-other'],
      [{ email, link: { ...link, secret: unknown } }, 'organisations.invitation-unknown'],
      [{ email, link: { kind: 'gift', secret: unknown } }, 'purchases.gift-unknown'],
      [{ email, link: { ...link, kind: 'order' } }, 'request.invalid'],
      [{ email, link: { ...link, secret: 'short' } }, 'request.invalid'],
    ];
    for (const [form, code] of cases) {
      const reply = await registering(portal.visitor(), form as { email: string; link: object });
      expect([form, reply.body.code]).toEqual([form, code]);
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    expect([await accountsOf(email), await accountsOf(other), await accountsOf(gift.email)]).toEqual([[], [], []]);
    const taken = await invited((await owner.get<CurrentUser>('/api/user')).body.email);
    expect((await registering(portal.visitor(), taken)).body.code).toBe('accounts.email-taken');
    expect((await owner.get<unknown[]>(`${path}/invitations`)).body).toHaveLength(1);
  });

  it('ENTRY-02 a registration by an invitation verifies the address, joins and sends no other mail; the link works once', async () => {
    const { id, email, link } = await invited();
    const client = portal.visitor();
    const reply = await registering(client, { email: email.toUpperCase(), link });
    expect([reply.status, reply.body]).toMatchObject([201, { emailVerified: true }]);
    expect((await client.get<Organisation>('/api/user/organisation')).body).toMatchObject({ id, role: 'manager' });
    await portal.runJobs();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email.toUpperCase())).toEqual([]);
    const again = await registering(portal.visitor(), { email, link });
    expect(again.body.code).toBe('organisations.invitation-unknown');
  });

  it('ENTRY-02 a registration by a gift verifies the address and makes the new member its owner', async () => {
    const { email, link, resourceId } = await given();
    const client = portal.visitor();
    expect((await registering(client, { email, link })).body.emailVerified).toBe(true);
    expect((await accessOf(client, resourceId)).hasAccess).toBe(true);
    await portal.runJobs();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await registering(portal.visitor(), { email: newAddress(), link })).body.code).toBe('entry.link-for-other');
  });

  it('ENTRY-02 a gift of more than 14 days ago verifies no address, but can be redeemed', async () => {
    const { email, link, resourceId } = await given();
    await portal.rows(`update gifts set sent_at = sent_at - interval '15 days' where email = $1`, [email]);
    expect((await registering(portal.visitor(), { email, link })).body.code).toBe('entry.link-for-other');
    expect(await accountsOf(email)).toEqual([]);
    const client = await memberOf(email);
    expect((await client.post('/api/gifts/redeem', { secret: link.secret })).status).toBe(200);
    expect((await accessOf(client, resourceId)).hasAccess).toBe(true);
    expect(await accountsOf(email)).toEqual([{ verified: false }]);
  });

  it.each(['invited', 'domains'])(
    'ENTRY-02 SETUP-07 an organisation that is not confirmed opens no portal closed to others (%s), and neither does a gift',
    async (registration) => {
      const [administrator, unknown, proven, gift, known] = [
        await portal.administrator(),
        await invited(),
        await invited(),
        await given(),
        await invited(),
      ];
      await portal.rows('update organisations set confirmed_at = now() where id = $1', [known.id]);
      // Anybody can prove a domain of their own.
      await portal.rows(
        `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
         values ($1, $2, repeat('s', 43), now())`,
        [proven.id, `${registration}.example`],
      );
      const registrationDomains = ['northmere.example'];
      const set = await administrator.put('/api/admin/portal-settings', { registration, registrationDomains });
      expect(set.status).toBe(200);
      try {
        for (const { link } of [unknown, proven]) {
          const seen = await portal.visitor().post<OpenInvitation>('/api/invitations/open', { token: link.secret });
          expect(seen.body.mayRegister).toBe(false);
        }
        for (const { email, link } of [unknown, proven, gift]) {
          expect((await registering(portal.visitor(), { email, link })).status).toBe(403);
          expect(await accountsOf(email)).toEqual([]);
        }
        expect((await registering(portal.visitor(), known)).status).toBe(201);
      } finally {
        await administrator.put('/api/admin/portal-settings', { registration: 'open', registrationDomains: [] });
      }
    },
  );
});

describe('a link that others have', () => {
  it('ENTRY-02 a gift that a member with another address opened verifies no address any more', async () => {
    const { email, link } = await given();
    const reader = await portal.member();
    await reader.post('/api/gifts/open', { secret: link.secret });
    expect((await registering(portal.visitor(), { email, link })).body.code).toBe('entry.link-for-other');
    expect(await accountsOf(email)).toEqual([]);
    const friend = await portal.member();
    expect((await friend.post('/api/gifts/redeem', { secret: link.secret })).status).toBe(200);
  });

  it('ENTRY-01 a gift that is over shows neither its message nor its address', async () => {
    const { email, link, resourceId } = await given();
    const shown = async () => (await portal.visitor().post<OpenGift>('/api/gifts/open', { secret: link.secret })).body;
    expect(await shown()).toMatchObject({ email, message: 'Start with chapter 4', provesAddress: true });
    expect((await registering(portal.visitor(), { email, link })).status).toBe(201);
    const over = { state: 'redeemed', resourceId, email: '', message: '', hasAccount: false, provesAddress: false };
    expect(await shown()).toMatchObject(over);
  });

  it('GIFT-03 a gift of a resource that was unpublished since is redeemed', async () => {
    const { link, resourceId } = await given();
    await portal.rows('update resources set is_published = false where id = $1', [resourceId]);
    const friend = await portal.member();
    expect((await friend.post('/api/gifts/redeem', { secret: link.secret })).status).toBe(200);
    expect((await accessOf(friend, resourceId)).hasAccess).toBe(true);
  });

  it('ENTRY-02 two registrations by one link at once make one account and send no mail', async () => {
    const { email, link } = await invited();
    const replies = await Promise.all([1, 2].map(() => registering(portal.visitor(), { email, link })));
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    await portal.runJobs();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('ENTRY-02 keeps the invitations to an address when an account that never verified it is deleted', async () => {
    const { email, link } = await invited();
    const stranger = await memberOf(email);
    const payload = { password: person.password };
    expect((await stranger.send({ method: 'DELETE', url: '/api/user', payload })).status).toBe(200);
    expect((await registering(portal.visitor(), { email, link })).status).toBe(201);
  });
});

describe('a link and an account', () => {
  it('ENTRY-01 shows anyone with a link for whom and what it is, and uses nothing up', async () => {
    const [{ email, link, name, owner }, gift] = [await invited(), await given()];
    const opened = () => portal.visitor().post<OpenInvitation>('/api/invitations/open', { token: link.secret });
    const inviter = (await owner.get<CurrentUser>('/api/user')).body;
    const shown = {
      company: null,
      message: null,
      organisation: name,
      role: 'manager',
      email,
      hasAccount: false,
      mayRegister: true,
    };
    const invitedBy = { name: `${inviter.firstName} ${inviter.lastName}`, role: 'owner' };
    expect((await opened()).body).toEqual({ ...shown, invitedBy });
    await portal.rows('update organisation_people set role = $1 where user_id = $2', ['learner', owner.userId]);
    expect((await opened()).body).toEqual({ ...shown, invitedBy: null });
    const visitor = portal.visitor();
    const reply = await visitor.post<OpenGift>('/api/gifts/open', { secret: gift.link.secret });
    expect(reply.body).toMatchObject({ email: gift.email, hasAccount: false, provesAddress: true, state: 'sent' });
    expect((await visitor.post('/api/gifts/open', { secret: 'a'.repeat(43) })).status).toBe(404);
    expect((await visitor.post('/api/invitations/open', { token: 'a'.repeat(43) })).status).toBe(404);
    await memberOf(email);
    expect((await opened()).body.hasAccount).toBe(true);
  });

  it('ENTRY-02 an account of the address verifies it by accepting or redeeming; another one does not', async () => {
    const [invitation, gift] = [await invited(), await given()];
    const [own, other, recipient] = [
      await memberOf(invitation.email),
      await portal.member(),
      await memberOf(gift.email),
    ];
    const accept = (client: Client) =>
      client.post<Rejection>('/api/invitations/accept', { token: invitation.link.secret });
    expect((await accept(other)).body.code).toBe('organisations.invitation-for-other');
    expect(await accountsOf(invitation.email)).toEqual([{ verified: false }]);
    expect((await accept(own)).status).toBe(200);
    expect((await recipient.post('/api/gifts/redeem', { secret: gift.link.secret })).status).toBe(200);
    expect(await accountsOf(invitation.email)).toEqual([{ verified: true }]);
    expect(await accountsOf(gift.email)).toEqual([{ verified: true }]);
    const stranger: Person = await portal.member();
    const { link } = await given();
    expect((await stranger.post('/api/gifts/redeem', { secret: link.secret })).status).toBe(200);
    expect((await stranger.get<CurrentUser>('/api/user')).body.emailVerified).toBe(false);
  });

  it('ENTRY-04 a person with another address asks the inviter once, and owners when the inviter may not invite', async () => {
    const { email, link, owner, id } = await invited();
    const [own, other] = [await memberOf(email), await portal.member()];
    const ask = (client: Client, secret: string = link.secret) =>
      client.post<Rejection>('/api/invitations/ask', { token: secret });
    expect((await ask(own)).body.code).toBe('organisations.invitation-is-own');
    expect((await ask(owner)).body.code).toBe('organisations.already-in-one');
    expect((await ask(other, 'a'.repeat(43))).body.code).toBe('organisations.invitation-unknown');
    expect((await ask(portal.visitor())).status).toBe(401);
    const [inviter, asking] = [
      (await owner.get<CurrentUser>('/api/user')).body.email,
      (await other.get<CurrentUser>('/api/user')).body.email,
    ];
    await portal.runJobs();
    const asked = (to: string) => mailsTo(to).filter(({ subject }) => subject.includes('asks to be invited'));
    expect(asked(inviter)).toEqual([]);
    for (const reply of [await ask(other), await ask(other)]) {
      expect(reply.body.message).toBe('We have asked for an invitation to your email address.');
    }
    await portal.runJobs();
    const [mail, ...more] = asked(inviter);
    expect([mail?.text.includes(`that was sent to ${email}, and asks you to invite ${asking} instead`), more]).toEqual([
      true,
      [],
    ]);
    const second: Person = await verifiedMember(portal);
    await portal.rows(`update organisation_people set role = 'learner' where user_id = $1`, [owner.userId]);
    await portal.rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'owner')`, [
      second.userId,
      id,
    ]);
    await ask(await portal.member());
    await portal.runJobs();
    expect(asked(inviter)).toHaveLength(1);
    expect(asked((await second.get<CurrentUser>('/api/user')).body.email)).toHaveLength(1);
    expect((await other.get('/api/user/organisation')).body).toBeNull();
  });
});
