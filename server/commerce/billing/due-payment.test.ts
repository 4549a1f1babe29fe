import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, nextExpiry, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, passRenewal, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

async function pass(days: number) {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
}

const dueOf = async (member: Client) => (await member.get<Billing>('/api/user/billing')).body.duePayment;

async function mailsTo({ userId }: { userId: number }) {
  const [user] = await portal.rows('select email from users where id = $1', [userId]);
  return portal.sentMails.filter(({ to, subject }) => to === user?.email && subject.includes('payment of'));
}

/** Subscribes, replaces the card by one that fails, and lets the renewal pass. */
async function failing(card = 'pm_card_chargeCustomerFail') {
  const subscriber = await subscribe(portal);
  const { customer } = await portal.stripe.subscriptions.retrieve(subscriber.stripeId);
  const method = await portal.stripe.paymentMethods.attach(card, { customer: String(customer) });
  await portal.stripe.subscriptions.update(subscriber.stripeId, { default_payment_method: method.id });
  await passRenewal(portal, subscriber.stripeId);
  return subscriber;
}

/** Pays on the provider's page of an invoice as a browser does. */
async function payAt(url: string, number: string) {
  const { month, year } = nextExpiry();
  const form = {
    'card[number]': number,
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
    'card[cvc]': '123',
  };
  const reply = await fetch(`${url}/confirm`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: new URL(url).origin },
  });
  return reply.status;
}

const longDate = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));

describe('a renewal that could not be charged', () => {
  it('BILL-24 shows a due payment only to the member whose renewal could not be charged', {
    tags: 'long',
  }, async () => {
    const other = await subscribe(portal);
    const { member } = await failing();
    expect(await dueOf(other.member)).toBeNull();
    expect(await dueOf(member)).not.toBeNull();
    expect(await mailsTo(other.member)).toEqual([]);
  });

  it('BILL-24 shows amount, tries, next try, last day and the invoice to pay, and mails the same once per try', async () => {
    const { member, resourceId, id } = await failing();
    const due = await dueOf(member);
    expect(due).toMatchObject({ state: 'failed', amount: 12.5, currency: 'GBP', attempts: 1 });
    expect(due?.payUrl).toContain('/invoices/in_');
    const [row] = await portal.rows('select grace_ends_at from subscriptions where id = $1', [id]);
    expect(due?.accessUntil).toBe(row?.grace_ends_at.toISOString());
    expect(row?.grace_ends_at.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);

    const [mail, ...others] = await mailsTo(member);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your payment of £12.50 did not go through');
    expect(mail?.text).toContain(`Please pay by ${longDate(due?.accessUntil ?? '')}.`);
    expect(mail?.text).toContain(`We try again on ${longDate(due?.nextAttemptAt ?? '')}.`);
    expect(mail?.text).toContain(`Pay £12.50:\n${due?.payUrl}`);

    await pass(4);
    expect(await mailsTo(member)).toHaveLength(2);
    expect(await dueOf(member)).toMatchObject({ attempts: 2, accessUntil: due?.accessUntil });
    expect(await payAt(due?.payUrl ?? '', '4242424242424242')).toBe(200);
    await portal.runWebhooks();
    expect(await dueOf(member)).toBeNull();
    expect((await subscriptionOf(member))?.status).toBe('active');
  });

  it('BILL-24 after the days of grace the access is closed, and the notice says so', { tags: 'long' }, async () => {
    const { member, resourceId, id } = await failing();
    await portal.rows(`update subscriptions set grace_ends_at = now() where id = $1`, [id]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect(await dueOf(member)).toMatchObject({ state: 'failed', accessUntil: null });
  });

  it('BILL-24 a bank that asks for 3-D Secure at the renewal is answered on the invoice that mail and notice link to', {
    tags: 'long',
  }, async () => {
    const { member } = await failing('pm_card_threeDSecure2Required');
    const due = await dueOf(member);
    expect(due).toMatchObject({ state: 'authentication', amount: 12.5 });
    const [mail] = await mailsTo(member);
    expect(mail?.subject).toBe('Please confirm your payment of £12.50');
    expect(mail?.text).toContain(`Confirm the payment:\n${due?.payUrl}`);
    expect(await payAt(due?.payUrl ?? '', '4242424242424242')).toBe(200);
    await portal.runWebhooks();
    expect(await dueOf(member)).toBeNull();
    expect((await subscriptionOf(member))?.status).toBe('active');
  });

  it('SUBSCR-17 an invoice that is open when the provider ends the subscription after its last try is voided', async () => {
    const { member, stripeId } = await failing();
    const url = (await dueOf(member))?.payUrl ?? '';
    await pass(20);
    expect((await subscriptionOf(member))?.status).toBe('canceled');
    await portal.runWebhooks();
    expect((await portal.stripe.invoices.list({ subscription: stripeId, status: 'open' })).data).toEqual([]);
    expect(await dueOf(member)).toBeNull();
    expect(await payAt(url, '4242424242424242')).toBe(400);
  });
});
