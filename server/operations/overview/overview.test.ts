import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RefundRequest } from '#contract/commerce/billing.ts';
import { awaitsAnswer, type Dispute } from '#contract/commerce/payments-admin.ts';
import type { AnalyticsActivity, AnalyticsRow } from '#contract/operations/analytics.ts';
import type { AuditEntry } from '#contract/operations/audit.ts';
import type { Overview, UnderWay } from '#contract/operations/overview.ts';
import type { System } from '#contract/operations/system.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
let office: Client & { userId: number };
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createPayingPortal();
  office = await portal.administrator();
  member = await portal.member();
});
afterAll(() => portal.close());

const overview = async () => (await office.get<Overview>('/api/admin/overview')).body;
const totalOf = async (address: string) => Number((await office.get(address)).headers['x-total-count']);
const today = async () => {
  const [row] = await portal.rows(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`);
  return row?.day;
};

/** Adds a subscription of a new member, with its recorded state. */
async function addSubscription(status: string, seenAt: string, amountMinor = 899): Promise<void> {
  const { userId } = await portal.member();
  const [row] = await portal.rows(
    `insert into subscriptions (user_id, status, amount_minor, currency, started_at, stripe_subscription_id)
     values ($1, $2, $3, 'GBP', $4, 'sub_' || gen_random_uuid()) returning id`,
    [userId, status, amountMinor, seenAt],
  );
  await portal.rows(
    'insert into subscription_states (subscription_id, status, snapshot_number, seen_at) values ($1, $2, 1, $3)',
    [row?.id, status, seenAt],
  );
}

async function addInvoice(paidMinor: number): Promise<number> {
  const [row] = await portal.rows(
    `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, stripe_payment_intent_id, status,
       description, total_minor, tax_minor, paid_minor, currency, attempt_count, issued_at, paid_at, last_snapshot_number)
     values ($1, 'in_' || gen_random_uuid(), 'sub_gone', 'pi_' || gen_random_uuid(), 'paid', 'Portal Subscription', $2,
       0, $2, 'GBP', 1, now(), now(), 1) returning id`,
    [member.userId, paidMinor],
  );
  return Number(row?.id);
}

it('ADM-09 an empty portal has 14 days of nothing, and nothing waits', async () => {
  const { days, ...rest } = await overview();
  expect(days).toHaveLength(14);
  expect(days.at(-1)?.day).toBe(await today());
  expect(days.every(({ purchases, subscriptions, refunds }) => purchases + subscriptions + refunds === 0)).toBe(true);
  expect(rest).toMatchObject({
    currency: 'GBP',
    failedPayments: { count: 0, amount: 0, since: null },
    disputes: { count: 0, amount: 0, dueBy: null },
    refundRequests: { count: 0, amount: 0, since: null },
    failedJobs: { count: 0, since: null },
    scheduled: { count: 0, next: null },
    emptySearches: { count: 0, most: [] },
    closestSearches: { count: 0, most: [] },
  });
});

it('ADM-09 money, members and subscriptions of today are the rows of their figures', async () => {
  const { id: resourceId } = await insertResource(portal.database, { access_type: 'purchase' });
  const { attempt_id: attemptId } = await insertPurchase(portal.database, { userId: member.userId, resourceId });
  await portal.rows(
    `insert into refunds (attempt_id, amount_minor, reason, status) values ($1, 500, 'at_provider', 'succeeded')`,
    [attemptId],
  );
  await addInvoice(899);
  await addSubscription('active', new Date().toISOString());
  const { days, activeMembers } = await overview();
  const day = days.at(-1);
  expect(day).toMatchObject({ purchases: 19.99, subscriptions: 8.99, refunds: 5 });
  const range = `from=${day?.day}&to=${day?.day}`;
  const { body } = await office.get<AnalyticsRow[]>(`/api/admin/analytics/rows?figure=payment&${range}`);
  expect(body.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(23.98);
  expect(day?.newSubscriptions).toBe(await totalOf(`/api/admin/analytics/rows?figure=new&${range}`));
  expect(day?.newMembers).toBe(Number((await portal.rows('select count(*) from users'))[0]?.count));
  // The member and the new subscriber have signed in; administrators do not count.
  expect(activeMembers).toEqual({ today: 2, week: 2 });
});

it('ADM-09 each number of what waits is that of the list that it opens', async () => {
  await addSubscription('past_due', '2026-01-05T00:00:00.000Z', 899);
  await addSubscription('past_due', '2026-01-03T00:00:00.000Z', 8999);
  const invoices = [await addInvoice(899), await addInvoice(899), await addInvoice(1200)];
  for (const [index, [status, dueBy]] of [
    ['needs_response', '2026-12-05T00:00:00.000Z'],
    ['warning_needs_response', '2026-12-01T00:00:00.000Z'],
    ['under_review', null],
  ].entries()) {
    await portal.rows(
      `insert into disputes (stripe_dispute_id, invoice_id, amount_minor, reason, status, due_by)
       values ('dp_' || gen_random_uuid(), $1, 899, 'fraudulent', $2, $3)`,
      [invoices[index], status, dueBy],
    );
  }
  await portal.rows(
    `insert into refund_requests (user_id, invoice_id, reason, status, decided_at, created_at) values
       ($1, $2, '', 'open', null, '2026-01-02'), ($1, $3, '', 'declined', now(), '2026-01-01')`,
    [member.userId, invoices[2], invoices[0]],
  );
  await portal.rows(
    `select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('send-mail')).id], 'Refused')`,
  );
  for (const [title, at] of [
    ['The second', '2126-12-02T09:00:00.000Z'],
    ['The first', '2126-12-01T09:00:00.000Z'],
  ]) {
    await insertResource(portal.database, { title, is_published: false, publish_at: at });
  }
  await insertResource(portal.database, { is_published: false });
  await portal.rows(
    `insert into empty_searches (day, text, searches, closest)
     select (now() at time zone 'UTC')::date - days, text, searches, closest
     from (values (0, 'copilot rules', 4, 1), (6, 'copilot rules', 2, 0), (1, 'gdpr checklist', 4, 0),
       (2, 'board minutes', 3, 3), (7, 'too old', 9, 2)) as given (days, text, searches, closest)`,
  );

  const seen = await overview();
  expect(seen).toMatchObject({
    failedPayments: { count: 2, amount: 98.98, since: '2026-01-03T00:00:00.000Z' },
    disputes: { count: 2, amount: 17.98, dueBy: '2026-12-01T00:00:00.000Z' },
    refundRequests: { count: 1, amount: 12, since: '2026-01-02T00:00:00.000Z' },
    failedJobs: { count: 1, since: expect.any(String) },
    scheduled: { count: 2, next: { title: 'The first', publishAt: '2126-12-01T09:00:00.000Z' } },
    emptySearches: {
      count: 9,
      most: [
        { text: 'copilot rules', count: 5 },
        { text: 'gdpr checklist', count: 4 },
      ],
    },
    closestSearches: {
      count: 4,
      most: [
        { text: 'board minutes', count: 3 },
        { text: 'copilot rules', count: 1 },
      ],
    },
  });

  expect(seen.failedPayments.count).toBe(await totalOf('/api/admin/subscriptions?status=past_due'));
  const disputes = (await office.get<Dispute[]>('/api/admin/disputes')).body;
  expect(seen.disputes.count).toBe(disputes.filter(({ status }) => awaitsAnswer(status)).length);
  const requests = (await office.get<RefundRequest[]>('/api/admin/refund-requests')).body;
  expect(seen.refundRequests.count).toBe(requests.filter(({ status }) => status === 'open').length);
  expect(seen.failedJobs.count).toBe((await office.get<System>('/api/admin/system')).body.failedJobs.length);
  expect(seen.scheduled.count).toBe(await totalOf('/api/admin/resources?status=scheduled'));
  const [from, to] = [seen.days.at(-7)?.day, seen.days.at(-1)?.day];
  const { body } = await office.get<AnalyticsActivity>(`/api/admin/analytics/activity?from=${from}&to=${to}`);
  expect(seen.emptySearches.most).toEqual(body.emptySearches);
  expect(seen.closestSearches.most).toEqual(body.closestSearches);
});

it('ADM-09 shows the five newest audit entries', async () => {
  for (const title of ['1', '2', '3', '4', '5', '6']) {
    const form = { type: 'report', accessType: 'free', title, description: 'What was found out.' };
    expect((await office.post('/api/admin/resources', form)).status).toBe(201);
  }
  const { changes } = await overview();
  expect(changes.map(({ name }) => name)).toEqual(['6', '5', '4', '3', '2']);
  expect(changes).toEqual((await office.get<AuditEntry[]>('/api/admin/audit-log?pageSize=5')).body);
});

it('ADM-33 lists only imports, news and invitations that are under way, and counts emails that are tried again', async () => {
  const underWay = async () => (await office.get<UnderWay>('/api/admin/under-way')).body;
  await portal.runJobs();
  const before = await underWay();
  expect(before).toMatchObject({ imports: [], news: [], invitations: [], retries: { count: 0, nextAt: null } });
  const owner = await portal.member();
  const { body: organisation } = await owner.post<{ id: number }>('/api/organisations', { name: 'Northmere' });
  await portal.rows(
    `insert into organisation_invitations (organisation_id, email, role, invited_by, secret_hash, asked_at) values
       ($1, 'old@example.org', 'learner', $2, decode(repeat('01', 32), 'hex'), now() - interval '1 day'),
       ($1, 'sent@example.org', 'learner', $2, decode(repeat('02', 32), 'hex'), now()),
       ($1, 'first@example.org', 'learner', $2, null, now() - interval '1 minute'),
       ($1, 'second@example.org', 'learner', $2, null, now())`,
    [organisation.id, owner.userId],
  );
  await portal.rows(
    `insert into news (subject, text, sent_by, recipient_count) values ('Ten new reports', 'Read them.', $1, 3)`,
    [office.userId],
  );
  await portal.rows(
    `insert into catalogue_imports (file_name, format, bytes, state, user_id, progress_done, progress_total)
     values ('spring.csv', 'csv', 10, 'importing', $1, 137, 214), ('done.csv', 'csv', 10, 'done', $1, 9, 9)`,
    [office.userId],
  );
  const after = await underWay();
  expect(after.imports.map(({ fileName, progress }) => [fileName, progress])).toEqual([
    ['spring.csv', { done: 137, total: 214 }],
  ]);
  expect(after.news).toEqual([{ id: expect.any(Number), subject: 'Ten new reports', sent: 3, total: 3 }]);
  expect(after.invitations).toEqual([
    { organisationId: organisation.id, organisation: 'Northmere', sent: 1, total: 3 },
  ]);
  await portal.rows(`select graphile_worker.add_job('send-mail', run_at := '2126-01-05T09:00:00Z')`);
  await portal.rows(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'No answer' where run_at > '2126-01-01'`,
  );
  expect((await underWay()).retries).toEqual({ count: 1, nextAt: '2126-01-05T09:00:00.000Z' });
});
