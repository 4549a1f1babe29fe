import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { Client } from './client.ts';
import { insertResource } from './factories.ts';
import type { PayingPortal } from './payments.ts';
import { verifiedMember } from './promotions.ts';

type Prices = { monthlyPriceMinor?: number | null; annualPriceMinor?: number | null; isPublished?: boolean };

/** Adds a published resource that is sold by subscription, by default at 12.50 a month and 120.00 a year. */
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

/** Opens the subscribe page as the browser does; the amount in the request is ignored. */
export function begin(member: Client, resourceId: number, plan = 'monthly') {
  return member.post<Begun>('/api/create-subscription', { plan, resourceId, amount: 0.01 });
}

export async function subscriptionOf(member: Client): Promise<Subscription | null> {
  return (await member.get<Subscription | null>('/api/user/subscription')).body;
}

/**
 * Registers a member whose first payment was made and whose webhooks have arrived; the browser has reported nothing.
 */
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

/** Returns the portal's access decision about a resource for the member. */
export async function accessOf(member: Client, resourceId: number) {
  return (await member.get<{ hasAccess: boolean; reason: string }>(`/api/resources/${resourceId}/access`)).body;
}

/** Moves the sandbox's clock to a time, and waits for the webhooks of everything until then. */
export async function passTo({ control, runWebhooks }: PayingPortal, time: Date): Promise<void> {
  const { now } = await control<{ now: number }>('GET /sandbox/clock');
  await control('POST /sandbox/advance', { days: (time.getTime() / 1000 - now) / 86_400 });
  await runWebhooks();
}

/**
 * Moves the sandbox's clock to `days` after the end of a subscription's period. A fixed number of days would not do,
 * because months differ by up to three days, in which a failed payment is tried again.
 */
export async function passRenewal(portal: PayingPortal, stripeId: string, { days = 1 } = {}): Promise<void> {
  const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
  const seconds = items.data[0]?.current_period_end ?? 0;
  await passTo(portal, new Date((seconds + days * 86_400) * 1000));
}
