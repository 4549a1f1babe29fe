import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Dispute } from '#contract/commerce/payments-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const disputes = async () => (await administrator.get<Dispute[]>('/api/admin/disputes')).body;
const stripeDispute = async (intent: string) => {
  const [dispute] = (await portal.stripe.disputes.list({ payment_intent: intent })).data;
  if (!dispute) throw new Error('there is no dispute');
  return dispute;
};
const mailsAbout = async (words: string) => {
  const [admin] = await portal.rows('select email from users where id = $1', [administrator.userId]);
  return portal.sentMails.filter(({ to, subject }) => to === admin?.email && subject.includes(words));
};
const dayOf = (seconds: number | null) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date((seconds ?? 0) * 1000));

it('PERM-01 BILL-25 the disputes are refused to visitors and members, and are an empty list at first', async () => {
  expect((await portal.visitor().get('/api/admin/disputes')).status).toBe(401);
  expect((await (await portal.member()).get('/api/admin/disputes')).status).toBe(403);
  expect(await disputes()).toEqual([]);
});

it('BILL-25 a dispute is listed with member, amount and due date, mailed once to each administrator, and shown as lost', async () => {
  const second = await portal.administrator();
  const { paymentIntentId, member } = await portal.paid({ card: 'pm_card_createDispute', priceMinor: 3000 });
  await portal.runWebhooks();
  const dispute = await stripeDispute(paymentIntentId);
  const dueBy = dispute.evidence_details.due_by;
  expect(await disputes()).toEqual([
    expect.objectContaining({
      id: dispute.id,
      memberId: member.userId,
      description: 'Hiring with care',
      amount: 30,
      currency: 'GBP',
      reason: dispute.reason,
      status: 'needs_response',
      dueBy: new Date((dueBy ?? 0) * 1000).toISOString(),
      url: null,
    }),
  ]);
  // A second event about the same state, and the same job again, send nothing more.
  await portal.stripe.disputes.update(dispute.id, { metadata: { seen: 'yes' } });
  await portal.runWebhooks();
  await portal.runTask('mail-dispute', { disputeId: dispute.id });
  const [mail, ...more] = await mailsAbout('A payment of £30.00 is disputed');
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`You can answer until ${dayOf(dueBy)}`);
  const [other] = await portal.rows('select email from users where id = $1', [second.userId]);
  expect(
    portal.sentMails.filter(({ to, subject }) => to === other?.email && subject.includes('disputed')),
  ).toHaveLength(1);
  const [payer] = await portal.rows('select email from users where id = $1', [member.userId]);
  expect(portal.sentMails.some(({ to, subject }) => to === payer?.email && subject.includes('disputed'))).toBe(false);

  await portal.stripe.disputes.close(dispute.id);
  await portal.runWebhooks();
  expect((await disputes()).map(({ status }) => status)).toEqual(['lost']);
  expect(await mailsAbout('A payment of £30.00 is disputed')).toHaveLength(1);
});

it('BILL-25 an inquiry that becomes a dispute is two mails, and comes first until it is answered', {
  tags: 'long',
}, async () => {
  const former = await portal.paid({ card: 'pm_card_createDispute', priceMinor: 3900 });
  const { id: lost } = await portal.stripe.disputes.close((await stripeDispute(former.paymentIntentId)).id);
  const { paymentIntentId } = await portal.paid({ card: 'pm_card_createDisputeInquiry', priceMinor: 4100 });
  await portal.runWebhooks();
  const dispute = await stripeDispute(paymentIntentId);
  expect((await mailsAbout('asks about a payment of £41.00'))[0]?.text).toContain('A refund settles the inquiry.');
  await portal.control(`POST /sandbox/disputes/${dispute.id}`, { status: 'needs_response' });
  await portal.runWebhooks();
  expect(await mailsAbout('A payment of £41.00 is disputed')).toHaveLength(1);
  const statuses = async () =>
    (await disputes()).filter(({ id }) => [dispute.id, lost].includes(id)).map(({ status }) => status);
  expect(await statuses()).toEqual(['needs_response', 'lost']);
  await portal.stripe.disputes.update(dispute.id, { evidence: { product_description: 'A guide' } });
  await portal.runWebhooks();
  expect(await statuses()).toEqual(['under_review', 'lost']);
});

it('BILL-25 a dispute of a subscription’s payment names the subscription; without webhooks the hourly comparison finds it', {
  tags: 'long',
}, async () => {
  await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
  const { member } = await subscribe(portal, { card: 'pm_card_createDispute' });
  await portal.runTask('reconcile-with-stripe');
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  const found = (await disputes()).find(({ memberId }) => memberId === member.userId);
  expect(found).toMatchObject({
    description: 'RAPP Learning Subscription',
    amount: 12.5,
    status: 'needs_response',
  });
  expect(await mailsAbout('A payment of £12.50 is disputed')).toHaveLength(1);
});

it('BILL-25 a dispute that the version before recorded gets its due date from the hourly comparison', {
  tags: 'long',
}, async () => {
  const { paymentIntentId } = await portal.paid({ card: 'pm_card_createDispute', priceMinor: 5200 });
  await portal.runWebhooks();
  const { id } = await stripeDispute(paymentIntentId);
  await portal.rows('update disputes set due_by = null where stripe_dispute_id = $1', [id]);
  await portal.runTask('reconcile-with-stripe');
  expect((await disputes()).find((one) => one.id === id)?.dueBy).not.toBeNull();
  expect(await mailsAbout('A payment of £52.00 is disputed')).toHaveLength(1);
});
