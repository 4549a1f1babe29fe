import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerBank, pathOf, textAt, typedCard } from './testing/checkout.ts';
import { type RawAnswer, useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(sandbox);
});

const returnUrl = 'https://portal.example.org/billing';
const openPortal = async (customer: string, extra: Stripe.BillingPortal.SessionCreateParams = {}) => {
  const params = { customer, return_url: returnUrl, ...extra };
  return pathOf((await sandbox.stripe.billingPortal.sessions.create(params)).url);
};
const click = async (path: string, action: string, subject: string): Promise<Response> =>
  fetch(`${sandbox.address}${path}/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ subject }),
    redirect: 'manual',
  });

type Member = { customer: string; subscription: string; path: string };

async function member(extra: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Member> {
  const { id: customer } = await shop.customer('pm_card_visa');
  const items = [{ price: shop.monthly.id }];
  const subscription = await sandbox.stripe.subscriptions.create({ customer, items, ...extra });
  return { customer, subscription: subscription.id, path: await openPortal(customer) };
}
const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id);
const add = (path: string, number: string): Promise<RawAnswer> => sandbox.post(`${path}/card`, typedCard(number));
const cardsOf = async (customer: string) => (await sandbox.stripe.customers.listPaymentMethods(customer)).data;
const defaultOf = async (customer: string) => {
  const found = await sandbox.stripe.customers.retrieve(customer);
  return found.deleted ? null : found.invoice_settings.default_payment_method;
};

describe('opening the customer portal', () => {
  test('BILL-18 the customer portal without saved settings is refused in the words the portal looks for', async () => {
    const { id: customer } = await shop.customer();
    await sandbox.control('POST', 'portal-settings', { saved: false });
    await expect(openPortal(customer)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: undefined,
      message: expect.stringMatching(/^No configuration provided .* customer portal settings in test mode at /),
    });
    expect((await sandbox.stripe.billingPortal.configurations.list({ is_default: true })).data).toEqual([]);
    await sandbox.stop();
    await sandbox.start();
    expect(await sandbox.control('GET', 'portal-settings')).toEqual({ saved: false });
    expect(await sandbox.control('POST', 'portal-settings', { saved: true })).toEqual({ saved: true });
    expect(await openPortal(customer)).toMatch(/^\/portal\/bps_/);
  });

  test('BILL-01 gives an address under the portal that leads back to where it was opened', async () => {
    const { id: customer } = await shop.customer();
    const session = await sandbox.stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    expect(session.url).toBe(`https://portal.example.org/sandbox/payments/portal/${session.id}`);
    const html = await (await fetch(`${sandbox.address}${pathOf(session.url)}`)).text();
    expect(html).toContain(`href="${returnUrl}"`);
    expect(html).toContain('Test payments');
    expect(html).not.toMatch(/<style|style=|<script>|\son\w+=/);
    await expect(openPortal('cus_unknown')).rejects.toMatchObject({ param: 'customer' });
    await expect(openPortal(customer, { return_url: 'javascript:1' })).rejects.toMatchObject({ param: 'return_url' });
    expect((await textAt(sandbox, '/portal/bps_unknown')).status).toBe(404);
  });

  test('offers what its configuration names, nothing else', async () => {
    const { customer, subscription } = await member();
    const { configurations } = sandbox.stripe.billingPortal;
    const made = await configurations.create({ features: { invoice_history: { enabled: true } }, name: 'Bills only' });
    expect(made).toMatchObject({ is_default: false, active: true, name: 'Bills only' });
    const path = await openPortal(customer, { configuration: made.id });
    const { text } = await textAt(sandbox, path);
    expect(text).toContain('Invoice history');
    expect(text).not.toContain('Cancel plan');
    expect(text).not.toContain('Add a card');
    expect((await click(path, 'cancel', subscription)).status).toBe(400);
    expect((await add(path, '4242424242424242')).status).toBe(400);
    expect(await read(subscription)).toMatchObject({ cancel_at: null });
    const updated = await configurations.update(made.id, {
      features: { subscription_cancel: { enabled: true, mode: 'immediately' } },
    });
    expect(await configurations.retrieve(made.id)).toEqual(expect.objectContaining({ features: updated.features }));
    await click(path, 'cancel', subscription);
    expect(await read(subscription)).toMatchObject({ status: 'canceled' });
    await expect(openPortal(customer, { configuration: 'bpc_unknown' })).rejects.toMatchObject({
      param: 'configuration',
    });
  });
});

describe('a plan at the portal', () => {
  test('a plan at the portal is shown with its price, state and card', async () => {
    const { path } = await member();
    const { text } = await textAt(sandbox, path);
    expect(text).toContain('Premium Active £8.99 per month Renews on');
    expect(text).toContain('Visa ending in 4242');
  });

  test('a plan at the portal is cancelled by a time, as Stripe’s portal does, and renewed by clearing it', async () => {
    const { subscription, path } = await member();
    expect((await textAt(sandbox, `${path}?cancel=${subscription}`)).text).toContain('You can use it until');
    const answer = await click(path, 'cancel', subscription);
    expect(answer.status).toBe(303);
    const { text } = await textAt(sandbox, new URL(answer.headers.get('location') ?? '', `http://x${path}/`).pathname);
    expect(text).toContain('Ends soon');
    const ending = await read(subscription);
    expect(ending).toMatchObject({ cancel_at_period_end: false, status: 'active' });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect(await sandbox.eventTypesOf(() => click(path, 'cancel', subscription))).toEqual([]);
    expect(await sandbox.eventTypesOf(() => click(path, 'renew', subscription))).toEqual([
      'customer.subscription.updated',
    ]);
    expect(await read(subscription)).toMatchObject({ cancel_at: null, canceled_at: null });
  });

  test('renews a plan at the portal that the API had set to end with its period', async () => {
    const { subscription, path } = await member();
    await sandbox.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await click(path, 'renew', subscription);
    expect(await read(subscription)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  test('a plan at the portal of another customer is out of reach', async () => {
    const [mine, other] = [await member(), await member()];
    expect((await click(mine.path, 'cancel', other.subscription)).status).toBe(404);
    const [card] = await cardsOf(other.customer);
    expect((await click(mine.path, 'remove', card?.id ?? '')).status).toBe(404);
    expect((await click(mine.path, 'default', card?.id ?? '')).status).toBe(404);
    expect(await read(other.subscription)).toMatchObject({ cancel_at: null });
    expect(await cardsOf(other.customer)).toHaveLength(1);
  });
});

describe('cards at the portal', () => {
  test('cards at the portal are added, made default for the plan as well, and removed', async () => {
    const { customer, subscription, path } = await member();
    const [old] = await cardsOf(customer);
    await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: old?.id ?? '' });
    expect((await add(path, '5555555555554444')).body).toMatchObject({
      redirect: expect.stringMatching(/done=added$/),
    });
    const [added] = await cardsOf(customer);
    expect(await defaultOf(customer)).toBe(old?.id);

    expect((await click(path, 'remove', old?.id ?? '')).status).toBe(400);
    expect(await cardsOf(customer)).toHaveLength(2);
    const types = await sandbox.eventTypesOf(() => click(path, 'default', added?.id ?? ''));
    expect(types).toEqual(['customer.updated', 'customer.subscription.updated']);
    expect(await defaultOf(customer)).toBe(added?.id);
    expect(await read(subscription)).toMatchObject({ default_payment_method: added?.id });
    await click(path, 'remove', old?.id ?? '');
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([added?.id]);
  });

  test('the first one becomes the default, also after the bank’s question', async () => {
    const { id: customer } = await shop.customer();
    const path = await openPortal(customer);
    expect(await add(path, '4000000000000002')).toMatchObject({ status: 402 });
    const asked = await add(path, '4000002500003155');
    await answerBank(sandbox, asked, 'fail');
    expect((await sandbox.post(`${path}/finish`, {})).status).toBe(402);
    await answerBank(sandbox, await add(path, '4000002500003155'), 'complete');
    expect((await sandbox.post(`${path}/finish`, {})).status).toBe(200);
    const [card] = await cardsOf(customer);
    expect(await defaultOf(customer)).toBe(card?.id);
  });

  test('a detached card is no plan’s card any more', async () => {
    const { customer, subscription } = await member();
    const [card] = await cardsOf(customer);
    await sandbox.stripe.subscriptions.update(subscription, { default_payment_method: card?.id ?? '' });
    await sandbox.stripe.paymentMethods.detach(card?.id ?? '');
    expect(await read(subscription)).toMatchObject({ default_payment_method: null });
    expect(await defaultOf(customer)).toBeNull();
  });
});
