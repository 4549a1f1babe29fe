import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { OpenPayment } from '#contract/commerce/purchases.ts';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import type { Answer, Client } from './client.ts';
import type { PayingPortal } from './payments.ts';
import { type codeMaker, completeCheckout, redeemCode, verifiedMember } from './promotions.ts';

/** Returns random numbers from a seed (mulberry32), and choices by them. */
export function chooser(seed: number) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const oneOf = <One>(values: readonly One[]): One => values[Math.floor(random() * values.length)] as One;
  return { random, oneOf, chance: (share: number) => random() < share };
}

export type Chooser = ReturnType<typeof chooser>;
type Member = Client & { userId: number };

/** Portal, catalogue and source of random choices that all lives share. */
export type Shop = {
  portal: PayingPortal;
  administrator: Client;
  choose: Chooser;
  newCode: Awaited<ReturnType<typeof codeMaker>>;
  free: number;
  subscribed: number;
  trials: { withCard: number; withoutCard: number };
};

/**
 * A member with the payments and suspensions from which the model of access derives what is open; it reads nothing
 * else.
 */
export type Life = {
  member: Member;
  isErased: boolean;
  /** One-off payments with the resources they open; a null intent cost nothing. */
  bought: { intent: string | null; opens: number[] }[];
  /** Stripe's ids of the subscriptions that an administrator suspended; later subscriptions are not suspended. */
  suspended: Set<string>;
  done: string[];
};

type Step = () => Promise<unknown>;

/** Life with its steps. The recipient of its gift is a life without steps of its own. */
export type Person = { life: Life; steps: Step[]; recipient: Life | null };

const places = [
  { country: 'GB', postcode: 'EH6 6JJ' },
  { country: 'GB' },
  { country: 'DE' },
  { country: 'FR' },
  { country: 'US', postcode: '10001' },
  { country: 'DE', companyName: 'Harbour Trust GmbH', taxId: 'DE123456789' },
];

async function newLife({ portal, choose }: Shop): Promise<Life> {
  const member = await verifiedMember(portal);
  accepted(await member.put('/api/user/billing-details', choose.oneOf(places)));
  return { member, isErased: false, bought: [], suspended: new Set(), done: [] };
}

/**
 * Returns a response that a member may get: success, or a rejection with a reason. Throws for a status of 500 or above.
 */
function accepted<Body>(answer: Answer<Body>): Answer<Body> {
  if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_card_createDispute',
  'pm_card_createDisputeInquiry',
  'pm_card_threeDSecure2Required',
];
const accounts = ['00012345', '90012345', '22222227', '33333335', '55555559'];

/** Pays as a browser does: by a card, Link or a debit; sometimes declined first, or never. */
async function pay({ portal, choose }: Shop, clientSecret: string, life: Life, account?: string): Promise<void> {
  const way = account ? 'debit' : choose.oneOf(['card', 'card', 'card', 'link', 'debit', 'never']);
  life.done.push(`pays by ${way}`);
  if (way === 'never') return;
  if (way !== 'card' || choose.chance(0.2)) await portal.pay(clientSecret, 'pm_card_chargeDeclined');
  if (way === 'card') {
    const { body } = await portal.pay(clientSecret, choose.oneOf(cards));
    if (body.status !== 'requires_action') return;
    const outcome = choose.oneOf(['complete', 'complete', 'fail']);
    const intent = await portal.stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '');
    const step = new URL(intent.next_action?.redirect_to_url?.url ?? '').pathname.split('/three-d-secure/')[1];
    await fetch(`http://127.0.0.1:${portal.sandbox.port}/three-d-secure/${step}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
    return;
  }
  const billing_details = { name: 'Mira Tollander', email: 'mira@example.org' };
  const method = await portal.stripe.paymentMethods.create(
    way === 'link'
      ? { type: 'link', billing_details }
      : {
          type: 'bacs_debit',
          bacs_debit: { account_number: account ?? choose.oneOf(accounts), sort_code: '108800' },
          billing_details,
        },
  );
  const online = { ip_address: '203.0.113.7', user_agent: 'a test' };
  await portal.stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: method.id,
    ...(way === 'debit' && { mandate_data: { customer_acceptance: { type: 'online', online } } }),
    return_url: `${portal.origin}/payment-success`,
  });
}

/** Returns the steps of a member who buys, in this order; other members' steps run in between. */
export async function buyer(shop: Shop): Promise<Person> {
  const { portal, administrator, choose } = shop;
  const life = await newLife(shop);
  const { member, done } = life;
  const what = choose.oneOf(['one', 'one', 'one', 'bundle', 'gift', 'code', 'free code']);
  const price = 100 + Math.floor(choose.random() * 9000);
  let parts: number[] = [];
  let resourceId = 0;
  let intent: string | null = null;
  const recipient = what === 'gift' ? await newLife(shop) : null;
  const open: Step = async () => {
    resourceId = await portal.addResource({ priceMinor: price });
    if (what === 'bundle') {
      parts = [resourceId, await portal.addResource()];
      const form = { type: 'bundle', accessType: 'purchase', title: 'All of it', description: 'Two guides.' };
      const sent = { ...form, price: (price / 100).toFixed(2), isPublished: true, partIds: parts };
      resourceId = (await administrator.post<{ id: number }>('/api/admin/resources', sent)).body.id;
    }
    const discountValue = what === 'free code' ? 100 : 15;
    const code = what.endsWith('code') ? await shop.newCode({ promoType: 'discount', discountValue }) : null;
    const email = `recipient-of-${member.userId}@example.org`;
    const gift = recipient && { email, message: '', deliverOn: new Date().toISOString().slice(0, 10) };
    const { status, body } = accepted(
      await member.post<OpenPayment>('/api/create-payment-intent', { resourceId, promoCode: code?.code, gift }),
    );
    done.push(`opens ${what}: ${status}`);
    if (status !== 200) return;
    intent = body.clientSecret?.split('_secret_')[0] ?? null;
    const opens = what === 'gift' ? [] : [resourceId, ...parts];
    life.bought.push({ intent, opens });
    if (body.clientSecret) await pay(shop, body.clientSecret, life);
    if (intent && choose.chance(0.3)) {
      accepted(await member.post('/api/complete-purchase', { resourceId, paymentIntentId: intent }));
    }
  };
  const refund: Step = async () => {
    const list = await administrator.get<MemberPurchase[]>(`/api/admin/users/${member.userId}/purchases`);
    const [purchase] = list.body;
    const how = choose.oneOf(['none', 'part', 'whole', 'dashboard']);
    if (!purchase || how === 'none') return;
    done.push(`is refunded: ${how}`);
    if (how === 'dashboard') {
      // Stripe rejects a refund of a payment that is disputed or already refunded.
      await portal.stripe.refunds.create({ payment_intent: intent ?? '', amount: 30 }).catch(() => undefined);
      return;
    }
    const amount = how === 'part' ? Math.max(1, Math.floor(purchase.leftMinor / 3)) : null;
    const address = `/api/admin/users/${member.userId}/purchases/${purchase.id}/refund`;
    accepted(await administrator.post(address, { amount }));
  };
  const give: Step = async () => {
    const [mail] = portal.sentMails.filter(({ to }) => to === `recipient-of-${member.userId}@example.org`);
    const secret = /\/gift\?secret=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    if (!recipient || !secret) return;
    const { status } = accepted(await recipient.member.post('/api/gifts/redeem', { secret }));
    done.push(`the gift is redeemed: ${status}`);
    if (status === 200) recipient.bought.push({ intent, opens: [resourceId] });
  };
  const contest = () => moveDispute(shop, life, intent);
  const steps = [
    open,
    give,
    refund,
    contest,
    refund,
    contest,
    contest,
    ...(choose.chance(0.2) ? [erase(shop, life)] : []),
  ];
  return { life, steps: choose.chance(0.3) ? steps.slice(0, 3) : steps, recipient };
}

/** Makes the bank's next decision about a dispute of a payment, if there is one. */
async function moveDispute({ portal, choose }: Shop, { done }: Life, intent: string | null): Promise<void> {
  if (!intent) return;
  const [dispute] = (await portal.stripe.disputes.list({ payment_intent: intent })).data;
  const next: Record<string, string[]> = {
    warning_needs_response: ['warning_closed', 'needs_response'],
    needs_response: ['lost', 'won', 'under_review'],
    under_review: ['lost', 'won'],
    lost: ['appeal_needs_response'],
    appeal_needs_response: ['won', 'lost'],
  };
  const choices = next[dispute?.status ?? ''];
  if (!dispute || !choices) return;
  const status = choose.oneOf(choices);
  done.push(`its dispute becomes ${status}`);
  await portal.control(`POST /sandbox/disputes/${dispute.id}`, { status });
}

const erase =
  ({ administrator }: Shop, life: Life): Step =>
  async () => {
    const { status } = accepted(await administrator.delete(`/api/users/${life.member.userId}`));
    life.done.push(`is erased: ${status}`);
    life.isErased = status === 200;
  };

/**
 * Returns a member who subscribes by a debit that succeeds, and leaves the rest to the clock: the bank, renewals, and
 * their end.
 */
export async function debitor(shop: Shop): Promise<Person> {
  const life = await newLife(shop);
  const begin: Step = async () => {
    const asked = { plan: 'monthly', resourceId: shop.subscribed };
    const { status, body } = accepted(
      await life.member.post<{ clientSecret?: string }>('/api/create-subscription', asked),
    );
    life.done.push(`begins by debit: ${status}`);
    if (body.clientSecret) await pay(shop, body.clientSecret, life, '00012345');
  };
  return { life, steps: [begin], recipient: null };
}

/** Ends some of the subscriptions with a payment under way, at Stripe or by an administrator. */
export async function endUnderWay({ portal, administrator, choose }: Shop, people: readonly Person[]): Promise<void> {
  const open = await portal.stripe.invoices.list({ status: 'open', limit: 100 });
  for (const { id: invoice, parent, billing_reason: reason } of open.data) {
    const subscription = parent?.subscription_details?.subscription;
    const { data } = await portal.stripe.invoicePayments.list({ invoice, expand: ['data.payment.payment_intent'] });
    const isUnderWay = data.some(({ payment: { payment_intent: intent } }) => {
      return typeof intent === 'object' && intent.status === 'processing';
    });
    // A payment is under way for five or ten days, so with these shares most first payments succeed and most renewals
    // meet an end.
    const share = reason === 'subscription_create' ? 0.05 : 0.4;
    if (!subscription || !isUnderWay || !choose.chance(share)) continue;
    const [owner] = await portal.rows('select user_id as id from subscriptions where stripe_subscription_id = $1', [
      String(subscription),
    ]);
    const life = people.map((one) => one.life).find(({ member }) => member.userId === owner?.id);
    const way = life ? choose.oneOf(['Stripe', 'the administrator']) : 'Stripe';
    life?.done.push(`is ended by ${way} while a payment is under way`);
    if (way === 'Stripe') await portal.stripe.subscriptions.cancel(String(subscription)).catch(() => undefined);
    else accepted(await administrator.delete(`/api/admin/users/${owner?.id}/subscription`));
  }
}

/** Returns the steps of a member who subscribes: one of the ways to begin, then steps in any order. */
export async function subscriber(shop: Shop): Promise<Person> {
  const { portal, administrator, choose } = shop;
  const life = await newLife(shop);
  const { member, done } = life;
  const plan = choose.oneOf(['monthly', 'monthly', 'annual']);
  const asked = { plan, resourceId: shop.subscribed };
  const say = <Body>(what: string, answer: Answer<Body>) => {
    done.push(`${what}: ${answer.status}`);
    return accepted(answer);
  };
  const current = async () => (await member.get<Subscription | null>('/api/user/subscription')).body;
  const atCheckout = async (url: string | null | undefined) => {
    if (!url || choose.chance(0.2)) return;
    const number = choose.oneOf(['4242424242424242', '4242424242424242', '4000000000000341']);
    await completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin), number);
  };
  const begin: Record<string, Step> = {
    payment: async () => {
      const { body } = say('begins', await member.post<{ clientSecret?: string }>('/api/create-subscription', asked));
      if (body.clientSecret) await pay(shop, body.clientSecret, life);
    },
    credit: async () => {
      const resourceId = await portal.addResource({ priceMinor: 500 });
      const opened = await member.post<OpenPayment>('/api/create-payment-intent', { resourceId });
      if (opened.body.clientSecret)
        life.bought.push({ intent: opened.body.clientSecret.split('_secret_')[0] ?? '', opens: [resourceId] });
      const [row] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
        member.userId,
      ]);
      await portal.stripe.customers.update(row?.id, { balance: -20_000 });
      say('begins with credit', await member.post('/api/create-subscription/with-credit', { ...asked, textVersion }));
    },
    code: async () => {
      const { code } = await shop.newCode({ freeAccessDays: 14 });
      say('redeems a code', await redeemCode(member, code));
    },
    'code at the checkout': async () => {
      const made = await shop.newCode({ promoType: 'discount', discountValue: 25 });
      await member.post('/api/promo-codes/validate', { code: made.code });
      const sent = { promoCodeId: made.id, textVersion };
      await atCheckout(
        say('opens a checkout', await member.post<{ checkoutUrl?: string }>('/api/promo-codes/redeem', sent)).body
          .checkoutUrl,
      );
    },
    'free days': async () => {
      const resourceId = choose.oneOf([shop.trials.withCard, shop.trials.withoutCard]);
      const sent = { ...asked, resourceId, textVersion };
      await atCheckout(
        say('starts free days', await member.post<{ checkoutUrl?: string | null }>('/api/start-trial', sent)).body
          .checkoutUrl,
      );
    },
  };
  const later: Record<string, (own: string, subscription: Subscription) => Promise<unknown>> = {
    cancel: async (own) => say('cancels', await member.post(`${own}/cancel`, {})),
    reactivate: async (own) => say('takes the cancellation back', await member.post(`${own}/reactivate`)),
    pause: async (own) => say('pauses', await member.post(`${own}/pause`, { months: 1 })),
    'end the pause': async (own) => say('ends the pause', await member.delete(`${own}/pause`)),
    'switch the plan': async (own, { plan: before }) => {
      const wanted = before === 'annual' ? 'monthly' : 'annual';
      const when = choose.oneOf(['now', 'now', 'period_end']);
      const shown = await member.get<PlanPreview>(`${own}/plan-preview?plan=${wanted}&when=${when}`);
      if (shown.status !== 200) return;
      const { prorationDate } = shown.body;
      say(`switches to ${wanted} ${when}`, await member.post(`${own}/plan`, { plan: wanted, when, prorationDate }));
    },
    'be suspended': async (_, { id, stripeSubscriptionId }) => {
      const { status } = say(
        'is suspended',
        await administrator.post(`/api/admin/subscriptions/${id}/suspend`, { reason: 'A test.' }),
      );
      if (status === 200 && stripeSubscriptionId) life.suspended.add(stripeSubscriptionId);
    },
    'be let in again': async (_, { id, stripeSubscriptionId }) => {
      const { status } = say(
        'is let in again',
        await administrator.post(`/api/admin/subscriptions/${id}/reactivate`, {}),
      );
      if (status === 200 && stripeSubscriptionId) life.suspended.delete(stripeSubscriptionId);
    },
    'be refunded': async (_, { id }) =>
      say(
        'is refunded',
        await administrator.post(`/api/admin/subscriptions/${id}/refund`, { amount: choose.oneOf([null, 1]) }),
      ),
    'be removed': async () =>
      say('is removed', await administrator.delete(`/api/admin/users/${member.userId}/subscription`)),
    'be cancelled at Stripe': async (_, { stripeSubscriptionId: stripeId }) => {
      done.push('is cancelled at Stripe');
      if (stripeId) await portal.stripe.subscriptions.cancel(stripeId).catch(() => undefined);
    },
    'be contested': async () => {
      const [invoice] = await portal.rows(
        'select stripe_payment_intent_id as intent from invoices where user_id = $1 and stripe_payment_intent_id is not null order by id limit 1',
        [member.userId],
      );
      await moveDispute(shop, life, invoice?.intent ?? null);
    },
    'begin again': async () => begin.payment?.(),
  };
  const rare = ['be removed', 'be cancelled at Stripe'];
  const names = Object.keys(later).flatMap((name) => Array<string>(rare.includes(name) ? 1 : 3).fill(name));
  const next: Step = async () => {
    if (life.isErased) return;
    const subscription = await current();
    if (!subscription) return begin.payment?.();
    const name = choose.oneOf(names);
    await later[name]?.(`/api/user/subscription/${subscription.id}`, subscription);
  };
  const first =
    begin[choose.oneOf(['payment', 'payment', 'payment', 'credit', 'code', 'code at the checkout', 'free days'])];
  const steps = [first ?? next, ...Array<Step>(5).fill(next), ...(choose.chance(0.1) ? [erase(shop, life)] : [])];
  return { life, steps, recipient: null };
}
