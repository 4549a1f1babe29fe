import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertArticle, insertGrant, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, verifiedMember } from '#tests/support/promotions.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { deleted } from './erasure-store.ts';
import { listOwnParts } from './own-data-store.ts';

type Person = Client & { userId: number };

let portal: PayingPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const userOf = async (id: number) => (await portal.rows('select * from users where id = $1', [id]))[0];
const deletedAddress = expect.stringMatching(/^deleted-[0-9a-f-]{36}@deleted\.invalid$/);
const deleteOwn = (client: Client, payload: object = { password: 'portal-demo' }) =>
  client.send({ method: 'DELETE', url: '/api/user', payload });

describe('who is refused', () => {
  it('PERM-01 PERM-02 refuses to delete an account for visitors and other members', async () => {
    const [one, other] = [await portal.member(), await portal.member()];
    expect((await portal.visitor().delete(`/api/users/${one.userId}`)).status).toBe(401);
    expect((await other.delete(`/api/users/${one.userId}`)).status).toBe(403);
    expect((await deleteOwn(portal.visitor())).status).toBe(401);
    expect((await userOf(one.userId))?.deleted_at).toBeNull();
  });

  it('SET-16 refuses callers without the password of the account', async () => {
    const member = await portal.member();
    const before = await userOf(member.userId);
    expect(await deleteOwn(member, { password: 'not-my-password' })).toMatchObject({
      status: 403,
      body: { code: 'accounts.wrong-password' },
    });
    expect((await deleteOwn(member, {})).status).toBe(400);
    expect(await userOf(member.userId)).toEqual(before);
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('SET-19 refuses to delete an account without a password whose sign-in is over 15 minutes old', async () => {
    const member = await portal.member();
    await portal.rows('update users set password_hash = null where id = $1', [member.userId]);
    const age = (minutes: number) =>
      portal.rows(`update sign_in_sessions set signed_in_at = now() - make_interval(mins => $2) where user_id = $1`, [
        member.userId,
        minutes,
      ]);
    await age(16);
    expect(await deleteOwn(member, {})).toMatchObject({ status: 403, body: { code: 'accounts.confirm-sign-in' } });
    await age(1);
    expect((await deleteOwn(member, {})).status).toBe(200);
  });

  it('ADM-USER-14 refuses to delete the last administrator, and the own account in the list of users', async () => {
    expect(await administrator.delete(`/api/users/${administrator.userId}`)).toMatchObject({
      status: 409,
      body: { code: 'privacy.own-account' },
    });
    expect(await deleteOwn(administrator)).toMatchObject({
      status: 409,
      body: { code: 'accounts.last-administrator' },
    });
    expect((await administrator.get('/api/users')).status).toBe(200);
  });

  it('ADM-USER-13 says that an unknown account does not exist', async () => {
    const administrator = await portal.administrator();
    expect(await administrator.delete('/api/users/2147483647')).toMatchObject({
      status: 404,
      body: { code: 'accounts.not-found' },
    });
  });

  it('ADM-USER-14 refuses one of the last two administrators who delete each other at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await portal.rows(`update users set role = 'user'`);
      const [one, other] = [await portal.administrator(), await portal.administrator()];
      const answers = await Promise.all([
        one.delete(`/api/users/${other.userId}`),
        other.delete(`/api/users/${one.userId}`),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await portal.rows(`select id from users where role = 'administrator'`)).toHaveLength(1);
    }
    administrator = await portal.administrator();
  });
});

describe('a deleted account', () => {
  it('ADM-USER-13 SET-15 a deleted account ends its sign-ins and its subscription, and keeps what was paid', async () => {
    const { member, id, stripeId } = await subscribe(portal);
    const [{ email }] = (await portal.rows('select email from users where id = $1', [member.userId])) as [
      { email: string },
    ];
    const invoices = await portal.rows('select id, total_minor, paid_minor from invoices where user_id = $1', [
      member.userId,
    ]);
    expect(invoices).not.toEqual([]);
    const { id: resourceId } = await insertResource(portal.database);
    const { attempt_id } = await insertPurchase(portal.database, { userId: member.userId, resourceId });
    await portal.rows(`update payment_attempts set paid_with = 'Visa ending 4242' where id = $1`, [attempt_id]);
    const paid = () =>
      portal.rows('select amount_received_minor, paid_with from payment_attempts where id = $1', [attempt_id]);
    const [before] = await paid();
    expect((await administrator.delete(`/api/users/${member.userId}`)).status).toBe(200);
    expect(await paid()).toEqual([{ ...before, paid_with: null }]);
    expect((await member.get('/api/user')).status).toBe(401);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
    expect(await portal.stripe.subscriptions.retrieve(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await portal.rows('select status from subscriptions where id = $1', [id])).toEqual([{ status: 'canceled' }]);
    expect(
      await portal.rows('select id, total_minor, paid_minor from invoices where user_id = $1', [member.userId]),
    ).toEqual(invoices);
    expect((await administrator.delete(`/api/users/${member.userId}`)).status).toBe(404);
    const again = { email, password: 'portal-demo', firstName: 'Mira', lastName: 'Tollander' };
    expect((await portal.visitor().post('/api/register', again)).status).toBe(201);
  });

  it('SET-15 a deleted account ends its subscription also when the provider does not answer at the moment', {
    tags: 'long',
  }, async () => {
    const { member, stripeId } = await subscribe(portal);
    await portal.control('POST /sandbox/faults', {
      kind: 'fail',
      status: 500,
      path: `/v1/subscriptions/${stripeId}`,
      times: 20,
    });
    const answer = await deleteOwn(member);
    expect(answer.status).toBe(200);
    expect(member.cookies.session).toBeUndefined();
    await portal.control('DELETE /sandbox/faults');
    await portal.runTask('reconcile-customers');
    expect(await portal.stripe.subscriptions.retrieve(stripeId)).toMatchObject({ status: 'canceled' });
  });

  const customerOf = async (userId: number) =>
    (await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [userId]))[0]
      ?.id as string;

  it('SET-15 a deleted account has no customer, open checkout or open payment left at Stripe, and other members keep theirs', async () => {
    const { member } = await subscribe(portal);
    const { member: other } = await subscribe(portal);
    const [customer, others] = [await customerOf(member.userId), await customerOf(other.userId)];
    const book = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    const { body: payment } = await member.post('/api/create-payment-intent', { resourceId: book.id });
    const session = await portal.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer,
      success_url: 'https://portal.example.org/',
    });
    const code = await (await codeMaker(portal))({});
    await portal.rows(
      `insert into subscriptions (promo_code_id, user_id, plan, amount_minor, currency, begins_with, is_duplicate,
         stripe_session_id, checkout_url)
       values ($1, $2, 'monthly', 899, 'GBP', 'checkout', true, $3, 'https://checkout.example.org')`,
      [code.id, member.userId, session.id],
    );

    expect((await deleteOwn(member)).status).toBe(200);

    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await portal.stripe.customers.retrieve(others)).toMatchObject({ email: expect.stringContaining('@') });
    expect((await portal.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    const [intentId] = String(payment.clientSecret).split('_secret_');
    expect((await portal.stripe.paymentIntents.retrieve(intentId ?? '')).status).toBe('canceled');
    expect(await customerOf(member.userId)).toBeNull();
    expect(await customerOf(other.userId)).toBe(others);
  });

  it('SET-15 the customer of a deleted account is deleted by a job when Stripe did not answer', {
    tags: 'long',
  }, async () => {
    const { member } = await subscribe(portal);
    const customer = await customerOf(member.userId);
    const fault = { kind: 'fail', status: 500, path: `/v1/customers/${customer}`, times: 20 };
    await portal.control('POST /sandbox/faults', fault);
    expect((await deleteOwn(member)).status).toBe(200);
    await portal.control('DELETE /sandbox/faults');
    expect(await portal.stripe.customers.retrieve(customer)).not.toHaveProperty('deleted');
    await portal.runTask('reconcile-customers');
    await portal.runTask('reconcile-customers');
    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  });

  it('PROF-05 ADM-USER-06 a new name and address reach the customer at Stripe, and no other customer', {
    tags: 'long',
  }, async () => {
    const { member } = await subscribe(portal);
    const { member: other } = await subscribe(portal);
    const customer = await customerOf(member.userId);
    const before = await portal.stripe.customers.retrieve(await customerOf(other.userId));
    const name = { firstName: 'Ottilie', lastName: 'Vance' };
    expect((await member.patch('/api/user/profile', name)).status).toBe(200);
    const user = (await administrator.get(`/api/users/${member.userId}`)).body;
    const moved = { ...user, email: 'ottilie.vance@example.org' };
    expect((await administrator.put(`/api/users/${member.userId}`, moved)).status).toBe(200);
    await portal.runTask('reconcile-customers');
    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({
      name: 'Ottilie Vance',
      email: 'ottilie.vance@example.org',
    });
    expect(await portal.stripe.customers.retrieve(await customerOf(other.userId))).toEqual(before);
  });

  it('SET-15 an address that was taken first stops no deletion', async () => {
    const member = await portal.member();
    const first = await portal.member();
    await portal.rows('update users set email = $2 where id = $1', [
      first.userId,
      `deleted-${member.userId}@deleted.invalid`,
    ]);
    expect((await deleteOwn(member)).status).toBe(200);
    expect(await userOf(member.userId)).toMatchObject({ email: deletedAddress, first_name: 'Deleted' });
    expect(await userOf(first.userId)).toMatchObject({ deleted_at: null, first_name: 'Mira' });
  });

  it('ADM-USER-13 a deleted account is named nowhere any more', async () => {
    const { member, resourceId } = await subscribe(portal);
    const { userId } = member;
    const [{ email }] = (await portal.rows('select email from users where id = $1', [userId])) as [{ email: string }];
    await administrator.put(`/api/users/${userId}`, { firstName: 'Quillon', lastName: 'Marchbrook', email });
    await insertGrant(portal.database, { userId, resourceId });
    await insertArticle(portal.database, resourceId, 'Words to read.');
    await member.put(`/api/resources/${resourceId}/reading-position`, { unit: 'block', position: 3, length: 12 });
    expect(await portal.rows('select position from reading_positions')).toEqual([{ position: 3 }]);
    expect((await member.put(`/api/resources/${resourceId}/saved`, {})).status).toBe(200);
    expect((await portal.visitor().post('/api/forgot-password', { email })).status).toBe(200);
    await portal.runJobs();
    expect((await administrator.delete(`/api/users/${userId}`)).status).toBe(200);
    expect(
      await portal.rows('select email, first_name, organization, password_hash from users where id = $1', [userId]),
    ).toEqual([{ email: deletedAddress, first_name: 'Deleted', organization: null, password_hash: null }]);
    const tables = await portal.rows(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const found = await portal.rows(`select * from "${name}" as row where row::text ilike $1 or row::text ilike $2`, [
        `%${email}%`,
        '%Quillon%',
      ]);
      expect([name, found]).toEqual([name, []]);
    }
    expect(await portal.rows('select * from reading_positions')).toEqual([]);
    for (const table of deleted) {
      expect([table, await portal.rows(`select * from ${table} where user_id = $1`, [userId])]).toEqual([table, []]);
    }
    expect(
      await portal.rows(
        `select action, before, after from audit_log where object = 'user' and object_id = $1 order by id`,
        [String(userId)],
      ),
    ).toEqual([
      { action: 'update', before: 'erased', after: 'erased' },
      { action: 'delete', before: 'user', after: null },
    ]);
  });
});

describe('an address and an organisation that were a person’s own', () => {
  const emailOf = async (userId: number) => String((await userOf(userId))?.email);
  const mailsTo = (email: string) =>
    portal.rows('select user_id as owner, subject from mails where recipient = $1 order by id', [email]);
  const move = async (userId: number, email: string) => {
    const user = (await administrator.get(`/api/users/${userId}`)).body;
    expect((await administrator.put(`/api/users/${userId}`, { ...user, email })).status).toBe(200);
  };
  const own = async (client: Person) => {
    const parts = await listOwnParts(portal.database.db, client.userId);
    return parts.find(({ name }) => name === 'mails')?.rows.map(({ recipient }) => recipient) ?? [];
  };

  it('SET-13 SET-15 exports and forgets the mails of the own time with an address that moved to another person, and no others', async () => {
    const first = await portal.member();
    const address = await emailOf(first.userId);
    await portal.runJobs();
    await move(first.userId, `first-${first.userId}@example.org`);
    const second = await portal.member();
    const former = await emailOf(second.userId);
    await move(second.userId, address);
    await portal.runJobs();
    const mails = await mailsTo(address);
    expect(new Set(mails.map(({ owner }) => owner))).toEqual(new Set([first.userId, second.userId]));
    const count = (userId: number) => mails.filter(({ owner }) => owner === userId).length;
    expect((await own(first)).filter((to) => to === address)).toHaveLength(count(first.userId));
    expect(new Set(await own(second))).toEqual(new Set([former, address]));
    expect((await own(second)).filter((to) => to === address)).toHaveLength(count(second.userId));
    expect((await administrator.delete(`/api/users/${second.userId}`)).status).toBe(200);
    expect(new Set((await mailsTo(address)).map(({ owner }) => owner))).toEqual(new Set([first.userId]));
    expect((await administrator.delete(`/api/users/${first.userId}`)).status).toBe(200);
    expect(await mailsTo(address)).toEqual([]);
    expect(await mailsTo(former)).toEqual([]);
  });

  it('SET-15 forgets the name of an organisation that its only person closed, in the audit log too', async () => {
    const name = 'Brindlewick Consulting';
    const holding = async () => {
      const tables = ['organisations', 'audit_log', 'certificates'];
      const found = await Promise.all(
        tables.map((table) => portal.rows(`select id from ${table} t where t::text ilike '%brindlewick%'`)),
      );
      return tables.filter((_, index) => found[index]?.length);
    };
    for (const closesFirst of [true, false]) {
      const person = await verifiedMember(portal);
      const { id } = (await person.post<{ id: number }>('/api/organisations', { name })).body;
      if (closesFirst) {
        const closed = await person.send({ method: 'DELETE', url: `/api/organisations/${id}`, payload: { name } });
        expect(closed.status).toBe(200);
      }
      expect(await holding()).toContain('audit_log');
      expect((await deleteOwn(person)).status).toBe(200);
      expect(await holding()).toEqual([]);
      const kept = await portal.rows(
        `select action from audit_log where object = 'organisation' and object_id = $1 order by id`,
        [String(id)],
      );
      expect(kept.map(({ action }) => action)).toEqual(['create', 'close']);
    }
  });

  it('SET-15 keeps the name of an organisation that has other people', async () => {
    const owner = await verifiedMember(portal);
    const { id } = (await owner.post<{ id: number }>('/api/organisations', { name: 'Fellmoor Together' })).body;
    const other = await portal.member();
    await portal.rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'owner')`, [
      other.userId,
      id,
    ]);
    expect((await deleteOwn(owner)).status).toBe(200);
    expect(await portal.rows('select name from organisations where id = $1', [id])).toEqual([
      { name: 'Fellmoor Together' },
    ]);
    expect(
      await portal.rows(`select after from audit_log where object = 'organisation' and object_id = $1`, [String(id)]),
    ).toEqual([{ after: { name: 'Fellmoor Together' } }]);
  });
});

it('each table that refers to members is either emptied of a deleted one or kept for a reason', async () => {
  const kept = [
    // The account's row and its sign-ins are blanked; the other tables are about money.
    'sign_in_sessions',
    'payment_attempts',
    'purchases',
    'gifts',
    'subscriptions',
    'order_consents',
    'cancel_offers',
    'promo_redemptions',
    'promo_checkouts',
    'stripe_customers',
    'invoices',
    'refund_requests',
    // Invoices and credit notes remain as they were issued, because tax law requires them.
    'documents',
    'reconciliation_discrepancies',
    // A job of the erasure removes the row with its archive.
    'data_exports',
    // Files of the catalogue lose the name of their uploader with the account.
    'catalogue_imports',
    // The member's keys are deleted; those of an organisation wait for another owner.
    'api_keys',
    // The record of a directory stays inactive, without names and addresses, until the directory deletes it.
    'organisation_directory_people',
    // The end of access by a directory stays as numbers, without the person.
    'organisation_offboardings',
    // Seats of organisations return without their person.
    'seats',
    // Certificates are revoked and lose person, name and completion; their public page shows that they are revoked.
    'certificates',
    // Records which account answered in shown results, without its answers: without the record, later results could
    // reveal the answers of few people.
    'assessment_round_shown',
  ];
  const rows = await portal.rows(
    `select distinct conrelid::regclass::text as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where contype = 'f' and confrelid = 'users'::regclass and attname = 'user_id'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...kept, ...deleted].sort());
});

it('the audit log takes no change but that', async () => {
  const { userId } = await portal.member();
  const named = { firstName: 'A', lastName: 'B', email: `living-${userId}@example.org` };
  await administrator.put(`/api/users/${userId}`, named);
  const living = (await (await verifiedMember(portal)).post('/api/organisations', { name: 'Living' })).body;
  for (const statement of [
    `update audit_log set action = 'none'`,
    `update audit_log set before = '"erased"', after = '"erased"' where object_id = '${userId}'`,
    `update audit_log set after = after - 'name' where object = 'organisation' and object_id = '${living.id}'`,
    `delete from audit_log`,
    `truncate audit_log`,
  ]) {
    await expect(portal.database.owner.query(statement)).rejects.toThrow('The audit log cannot be changed');
  }
});
