import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { Client } from './client.ts';
import { insertResource } from './factories.ts';
import type { PayingPortal } from './payments.ts';
import { verifiedMember } from './promotions.ts';

type Prices = { monthlyPriceMinor?: number | null; annualPriceMinor?: number | null; isPublished?: boolean };

/** A published resource that is sold by subscription, at 12.50 a month and 120.00 a year. */
export async function addSubscriptionResource(
  { database }: Pick<PayingPortal, 'database'>,
  { monthlyPriceMinor = 1250, annualPriceMinor = 12_000, isPublished = true }: Prices = {},
): Promise<number> {
  const { id } = await insertResource(database, {
    title: 'Bias review workspace',
    access_type: 'subscription',
    monthly_price_minor: monthlyPriceMinor,
    annual_price_minor: annualPriceMinor,
    is_published: isPublished,
  });
  return id;
}

export type Begun = { clientSecret: string; amount: number; currency: string; code?: string; message?: string };

/** Opens the subscribe page as the browser does; an amount that is sent along is ignored. */
export function begin(member: Client, resourceId: number, plan = 'monthly') {
  return member.post<Begun>('/api/create-subscription', { plan, resourceId, amount: 0.01 });
}

/** The member's subscription as the API answers it. */
export async function subscriptionOf(member: Client): Promise<Subscription | null> {
  return (await member.get<Subscription | null>('/api/user/subscription')).body;
}

/** A new member whose first payment has been made and heard of; the browser has reported nothing. */
export async function subscribe(
  portal: PayingPortal,
  { plan = 'monthly', card }: { plan?: string; card?: string } = {},
) {
  const [member, resourceId] = [await verifiedMember(portal), await addSubscriptionResource(portal)];
  const { body } = await begin(member, resourceId, plan);
  await portal.pay(body.clientSecret, card);
  await portal.runWebhooks();
  const subscription = await subscriptionOf(member);
  if (!subscription?.stripeSubscriptionId) throw new Error('The subscription did not begin');
  return { member, resourceId, id: subscription.id, stripeId: subscription.stripeSubscriptionId };
}

/** The portal's answer to the member about a resource. */
export async function accessOf(member: Client, resourceId: number) {
  return (await member.get<{ hasAccess: boolean; reason: string }>(`/api/resources/${resourceId}/access`)).body;
}

/** Moves the sandbox's clock on to a time, and lets the portal hear of all that happens until then. */
export async function passTo({ control, runWebhooks }: PayingPortal, time: Date): Promise<void> {
  const { now } = await control<{ now: number }>('GET /sandbox/clock');
  await control('POST /sandbox/advance', { days: (time.getTime() / 1000 - now) / 86_400 });
  await runWebhooks();
}

/**
 * Moves the sandbox's clock on to so many days after the renewal of a subscription. A month is up to three days shorter
 * than another, in which a failed payment is tried again.
 */
export async function passRenewal(portal: PayingPortal, stripeId: string, { days = 1 } = {}): Promise<void> {
  const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
  const seconds = items.data[0]?.current_period_end ?? 0;
  await passTo(portal, new Date((seconds + days * 86_400) * 1000));
}
