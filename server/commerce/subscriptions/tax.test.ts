import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { StartedTrial } from '#contract/commerce/promotions.ts';
import type { OpenSubscription } from '#contract/commerce/subscriptions.ts';
import type { ChangedPlan, PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import type { TaxMode } from '#contract/tax.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { codeMaker, completeCheckout, letDaysPass, openCheckout, redeemCode } from '#tests/support/promotions.ts';
import { addSubscriptionResource, subscriptionOf } from '#tests/support/subscriptions.ts';
import { ensurePrice } from './flows/prices.ts';

let portal: PayingPortal;
let inclusive: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { TAX: 'exclusive' } });
  inclusive = await createPayingPortal({ variables: { TAX: 'inclusive' } });
});
afterEach(async () => {
  for (const one of [portal, inclusive]) {
    await one.control('POST /sandbox/tax', { pending: false });
    await one.runWebhooks();
    await one.expectLedgersMatch();
  }
});
afterAll(async () => {
  await portal.close();
  await inclusive.close();
});

const details = '/api/user/billing-details';

async function memberIn(at: PayingPortal, place: object | null) {
  const member = await at.member();
  await at.database.pool.query('update users set email_verified_at = now() where id = $1', [member.userId]);
  if (place) expect((await member.put(details, place)).status).toBe(200);
  return member;
}

type Opened = OpenSubscription & { code?: string; message?: string };
const open = (member: Client, resourceId: number, plan = 'monthly') =>
  member.post<Opened>('/api/create-subscription', { plan, resourceId });

/** Subscribes a member and makes the first payment. */
async function subscribed(at: PayingPortal, place: object, plan = 'monthly') {
  const [member, resourceId] = [await memberIn(at, place), await addSubscriptionResource(at)];
  const { body: opened } = await open(member, resourceId, plan);
  await at.pay(opened.clientSecret);
  await at.runWebhooks();
  const subscription = await subscriptionOf(member);
  return {
    member,
    resourceId,
    opened,
    id: opened.id,
    stripeId: subscription?.stripeSubscriptionId ?? '',
    subscription,
  };
}

const documentsOf = (at: PayingPortal, { userId }: { userId: number }) =>
  at.rows(
    'select id, kind, total_minor as total, tax_minor as tax, taxes from documents where user_id = $1 order by id',
    [userId],
  );

const countSubscriptions = async () =>
  (await portal.stripe.subscriptions.list({ status: 'all', limit: 100 })).data.length;

describe('a subscription with tax', () => {
  it('TAX-12 a subscription is refused in every way of beginning while the country of the member is not known, and nothing begins', async () => {
    const [member, resourceId] = [await memberIn(portal, null), await addSubscriptionResource(portal)];
    const code = await (await codeMaker(portal))();
    const before = await countSubscriptions();
    const asked = { plan: 'monthly', resourceId };
    const rejected = { status: 409, body: { code: 'payments.place-needed' } };
    expect(await open(member, resourceId)).toMatchObject(rejected);
    expect(await redeemCode(member, code.code)).toMatchObject(rejected);
    await member.post('/api/promo-codes/validate', { code: code.code });
    expect(await member.post('/api/promo-codes/redeem', { promoCodeId: code.id, textVersion })).toMatchObject(rejected);
    expect(await countSubscriptions()).toBe(before);
    expect(await portal.rows('select * from subscriptions where user_id = $1', [member.userId])).toEqual([]);
    expect((await member.post('/api/create-subscription/with-credit', { ...asked, textVersion })).status).toBe(409);
  });

  it('TAX-12 does not begin while Stripe Tax is not active, and says that nothing was charged', async () => {
    const [member, resourceId] = [await memberIn(portal, { country: 'GB' }), await addSubscriptionResource(portal)];
    const before = await countSubscriptions();
    await portal.control('POST /sandbox/tax', { pending: true });
    const rejected = await open(member, resourceId);
    expect(rejected).toMatchObject({ status: 503, body: { code: 'payments.tax-failed' } });
    expect(rejected.body.message).toContain('You have not been charged');
    expect(await countSubscriptions()).toBe(before);
    await portal.control('POST /sandbox/tax', { pending: false });
    expect((await open(member, resourceId)).body).toMatchObject({ amount: 15 });
  });

  it('TAX-12 the tax is added to exclusive prices, shown, charged, renewed and printed with its own rate', async () => {
    const { member, opened, subscription } = await subscribed(portal, { country: 'GB', postcode: 'EH6 6JJ' });
    expect(opened).toMatchObject({
      amount: 15,
      tax: { isIncluded: false, net: 12.5, tax: 2.5, country: 'GB', parts: [{ name: 'VAT', percent: '20' }] },
    });
    expect(subscription).toMatchObject({ status: 'active', amount: 12.5, taxMode: 'exclusive' });
    const started = portal.sentMails.findLast(({ subject }) => subject === 'Your subscription has started');
    expect(started?.text).toContain('£12.50 per month plus tax');
    expect(started?.text).toContain('for £15.00');
    expect((await member.put(details, { country: 'DE' })).status).toBe(200);
    await letDaysPass(portal, 32);
    const vat = (country: string, percent: string, amountMinor: number) => ({
      taxes: [{ name: 'VAT', country, percent, amountMinor }],
      tax: amountMinor,
    });
    expect(await documentsOf(portal, member)).toMatchObject([
      { kind: 'invoice', total: 1500, ...vat('GB', '20', 250) },
      { kind: 'invoice', total: 1488, ...vat('DE', '19', 238) },
    ]);
  });

  it('TAX-12 the member pays an inclusive price, and the invoice shows the tax in it', {
    tags: 'long',
  }, async () => {
    const { member, opened, stripeId } = await subscribed(inclusive, { country: 'GB' });
    expect(opened).toMatchObject({ amount: 12.5, tax: { isIncluded: true, net: 10.42, tax: 2.08 } });
    const { items } = await inclusive.stripe.subscriptions.retrieve(stripeId);
    expect(items.data[0]?.price.tax_behavior).toBe('inclusive');
    expect(await documentsOf(inclusive, member)).toMatchObject([{ total: 1250, tax: 208 }]);
  });

  it('TAX-12 another country ends the unpaid attempt; its payment is refused before the charge', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await memberIn(portal, { country: 'GB' }), await addSubscriptionResource(portal)];
    const { body: first } = await open(member, resourceId);
    expect((await open(member, resourceId)).body.id).toBe(first.id);
    await member.put(details, { country: 'DE' });
    const consent = await member.post(`/api/user/subscription/${first.id}/consent`, { textVersion });
    expect(consent).toMatchObject({ status: 409, body: { code: 'payments.tax-changed' } });
    const { body: second } = await open(member, resourceId);
    expect(second).toMatchObject({ amount: 14.88, tax: { country: 'DE' } });
    expect(second.id).not.toBe(first.id);
    const states = await portal.rows('select status from subscriptions where user_id = $1 order by id', [
      member.userId,
    ]);
    expect(states).toEqual([{ status: 'incomplete_expired' }, { status: 'incomplete' }]);
  });

  it('TAX-10 TAX-12 a company with a tax id of another country pays no tax, and its invoice says so', {
    tags: 'long',
  }, async () => {
    const company = { country: 'DE', companyName: 'Harbour Trust GmbH', taxId: 'DE123456789' };
    const { member, opened } = await subscribed(portal, company);
    expect(opened).toMatchObject({ amount: 12.5, tax: { tax: 0, isReverseCharge: true } });
    const [invoice] = await documentsOf(portal, member);
    expect(invoice).toMatchObject({ total: 1250, tax: 0, taxes: [{ name: 'Reverse charge', country: 'DE' }] });
    const words = await textOfPdf((await member.get(`/api/documents/${invoice?.id}`)).raw);
    expect(words).toContain('Reverse charge: the buyer accounts for the tax.');
  });

  it('TAX-10 TAX-12 a tax id that the authority does not know leaves the customer: renewals are taxed, and saving it again changes nothing', {
    tags: 'long',
  }, async () => {
    const company = { companyName: 'Harbour Trust GmbH', country: 'DE', taxId: 'DE111111111' };
    const { member, stripeId } = await subscribed(portal, company);
    // Stripe applies the reverse charge while the id is being checked.
    expect((await documentsOf(portal, member))[0]).toMatchObject({ total: 1250, tax: 0 });
    await portal.control('POST /sandbox/advance', { days: 0.01 });
    await portal.runWebhooks();
    const shown = { taxId: 'DE111111111', taxIdStatus: 'unverified' };
    expect((await member.get(details)).body).toMatchObject(shown);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const idsAtStripe = async () => (await portal.stripe.customers.listTaxIds(String(customer))).data.length;
    expect(await idsAtStripe()).toBe(0);
    const again = await member.put(details, { ...company, purchaseOrder: 'PO 7' });
    expect(again).toMatchObject({ status: 200, body: { ...shown, purchaseOrder: 'PO 7' } });
    expect(await idsAtStripe()).toBe(0);
    await letDaysPass(portal, 32);
    await portal.runWebhooks();
    expect((await documentsOf(portal, member)).at(-1)).toMatchObject({ total: 1488, tax: 238 });
    // Another id is checked again.
    await member.put(details, { ...company, taxId: 'DE123456789' });
    expect([(await member.get(details)).body, await idsAtStripe()]).toMatchObject([{ taxIdStatus: 'pending' }, 1]);
  });

  it('TAX-11 TAX-12 a refund in two parts takes the tax back to the last penny', { tags: 'long' }, async () => {
    const { member } = await subscribed(portal, { country: 'GB' });
    const [row] = await portal.rows('select stripe_payment_intent_id as id from invoices where user_id = $1', [
      member.userId,
    ]);
    for (const amount of [700, 800]) {
      await portal.stripe.refunds.create({ payment_intent: row?.id, amount });
      await portal.runWebhooks();
    }
    expect(await documentsOf(portal, member)).toMatchObject([
      { kind: 'invoice', total: 1500, tax: 250 },
      { kind: 'credit_note', total: 700, tax: 117 },
      { kind: 'credit_note', total: 800, tax: 133 },
    ]);
  });

  it('TAX-12 SUBSCR-21 a change of plan shows and charges the difference with its tax', { tags: 'long' }, async () => {
    const { member, id } = await subscribed(portal, { country: 'GB' });
    const { body: shown } = await member.get<PlanPreview>(
      `/api/user/subscription/${id}/plan-preview?plan=annual&when=now`,
    );
    expect(shown).toMatchObject({ price: 120, unused: 12.5, tax: 21.5, dueNow: 129 });
    const { body: changed } = await member.post<ChangedPlan>(`/api/user/subscription/${id}/plan`, {
      plan: 'annual',
      when: 'now',
      prorationDate: shown.prorationDate,
    });
    expect(changed).toMatchObject({ payUrl: null });
    await portal.runWebhooks();
    expect((await documentsOf(portal, member)).at(-1)).toMatchObject({ total: 12_900, tax: 2150 });
  });

  it('TAX-12 PROMO-06 PROMO-07 a trial and a checkout of a code are taxed when they are charged', {
    tags: 'long',
  }, async () => {
    const newCode = await codeMaker(portal);
    const onTrial = await memberIn(portal, { country: 'GB' });
    expect((await redeemCode(onTrial, (await newCode()).code)).status).toBe(200);
    await portal.runWebhooks();
    const trial = await subscriptionOf(onTrial);
    expect(trial).toMatchObject({ status: 'trialing', taxMode: 'exclusive' });
    const atCheckout = await memberIn(portal, { country: 'DE' });
    const url = await openCheckout(atCheckout, await newCode());
    expect(await completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin))).toBe(200);
    await letDaysPass(portal, 91);
    expect(await documentsOf(portal, atCheckout)).toMatchObject([
      { total: 1070, tax: 171, taxes: [{ name: 'VAT', country: 'DE', percent: '19' }] },
    ]);
  });

  it('TAX-12 TRIAL-02 free days are refused without a country; after them the tax is added, or is in the price', async () => {
    const modes = [
      { at: portal, place: { country: 'GB' }, amount: 12.5, total: 1500, tax: 250 },
      { at: inclusive, place: { country: 'GB' }, amount: 12.5, total: 1250, tax: 208 },
      { at: inclusive, place: { country: 'DE', taxId: 'DE123456789' }, amount: 12.5, total: 1250, tax: 0 },
    ];
    for (const { at, place, amount, total, tax } of modes) {
      const [member, resourceId] = [await memberIn(at, null), await addSubscriptionResource(at)];
      await at.rows('update resources set trial_days = 7, trial_needs_card = true where id = $1', [resourceId]);
      const start = () => member.post<StartedTrial>('/api/start-trial', { resourceId, plan: 'monthly', textVersion });
      expect(await start()).toMatchObject({ status: 409, body: { code: 'payments.place-needed' } });
      expect(await subscriptionOf(member)).toBeNull();
      expect((await member.put(details, place)).status).toBe(200);
      const { body } = await start();
      const url = String(body.checkoutUrl).replace(/^https?:\/\/[^/]+/, at.origin);
      expect(await completeCheckout(url)).toBe(200);
      await at.runWebhooks();
      expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', amount });
      expect(await documentsOf(at, member)).toEqual([]);
      await letDaysPass(at, 8);
      expect(await subscriptionOf(member)).toMatchObject({ status: 'active' });
      expect(await documentsOf(at, member)).toMatchObject([{ kind: 'invoice', total, tax }]);
    }
  });

  it('TAX-12 TRIAL-02 free days without a card end uncharged and untaxed, and the preview of the next charge has the tax', {
    tags: 'long',
  }, async () => {
    for (const [at, due] of [
      [portal, 1500],
      [inclusive, 1250],
    ] as const) {
      const [member, resourceId] = [await memberIn(at, { country: 'GB' }), await addSubscriptionResource(at)];
      await at.rows('update resources set trial_days = 14, trial_needs_card = false where id = $1', [resourceId]);
      const { status } = await member.post('/api/start-trial', { resourceId, plan: 'monthly', textVersion });
      expect(status).toBe(200);
      await at.runWebhooks();
      const trial = await subscriptionOf(member);
      const next = await at.stripe.invoices.createPreview({ subscription: trial?.stripeSubscriptionId ?? '' });
      expect(next.amount_due).toBe(due);
      await letDaysPass(at, 15);
      expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled' });
      expect(await documentsOf(at, member)).toEqual([]);
    }
  });

  it('TAX-12 SUBSCR-18 a credit that covers the price without its tax does not cover the first period', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await memberIn(portal, { country: 'GB' }), await addSubscriptionResource(portal)];
    const { paymentIntentId } = await portal.openPayment(member, await portal.addResource());
    const { customer } = await portal.stripe.paymentIntents.retrieve(paymentIntentId);
    await portal.stripe.customers.update(String(customer), { balance: -1250 });
    expect((await open(member, resourceId)).body).toMatchObject({ amount: 15 });
    await portal.stripe.customers.update(String(customer), { balance: -1500 });
    const other = await addSubscriptionResource(portal);
    expect(await open(member, other)).toMatchObject({ status: 409, body: { code: 'subscriptions.credit-covers' } });
  });
});

it('TAX-12 the portal sets the tax behaviour of a price once, replaces a price of the other behaviour, and takes any with TAX none', async () => {
  const resourceId = await addSubscriptionResource(portal);
  const price = { resourceId, plan: 'monthly' as const, amountMinor: 1250, currency: 'GBP' };
  const { stripe } = portal.dependencies;
  if (!stripe) throw new Error('The portal takes payments');
  const priceWith = async (taxMode: TaxMode) => {
    const id = await ensurePrice(
      jobContext(portal.database, 'test'),
      { stripe, taxMode },
      { price, name: 'Workspace' },
    );
    return { id, behaviour: (await portal.stripe.prices.retrieve(id)).tax_behavior };
  };
  const unsaid = await priceWith('none');
  expect(unsaid.behaviour).toBe('unspecified');
  const set = await priceWith('exclusive');
  expect(set).toEqual({ id: unsaid.id, behaviour: 'exclusive' });
  expect(await priceWith('exclusive')).toEqual(set);
  expect(await priceWith('none')).toEqual(set);
  const replaced = await priceWith('inclusive');
  expect(replaced.behaviour).toBe('inclusive');
  expect(replaced.id).not.toBe(set.id);
  expect((await portal.stripe.prices.retrieve(set.id)).tax_behavior).toBe('exclusive');
});
