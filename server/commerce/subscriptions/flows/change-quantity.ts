import type Stripe from 'stripe';
import { sendNow } from '#server/commerce/payments/flows/sent-invoice.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { idOf } from '#server/platform/stripe/fields.ts';
import * as actions from '../actions.ts';
import { intervals, type PlanPrice, type Subscription } from '../rules.ts';
import { beginSnapshot } from '../sync-actions.ts';
import { checkAge, scheduleItem } from './change-plan.ts';
import { releaseSchedule } from './change-subscription.ts';
import { ensurePrice } from './prices.ts';
import { applySubscription, expandedParts, type SubscriptionDeps, syncSubscription } from './sync-subscription.ts';

/** A quantity of a plan and the price of each; `name` is that of the product, for a price that must be made. */
export type Quantity = { quantity: number; price: PlanPrice; name: string };

/**
 * Previews the invoice that Stripe would make now for a higher quantity of a running subscription. Changes nothing.
 */
export async function previewMore(
  ctx: MemberFlowContext,
  { stripe, taxMode }: SubscriptionDeps,
  row: Subscription,
  { quantity, price }: Quantity,
): Promise<Stripe.Invoice> {
  const { subscription, item } = await findItem(ctx, { stripe }, row);
  const product = idOf(item.price.product);
  const priceData = {
    product,
    currency: price.currency.toLowerCase(),
    unit_amount: price.amountMinor,
    recurring: { interval: intervals[price.plan] },
    ...(taxMode !== 'none' && { tax_behavior: taxMode }),
  };
  const details = {
    items: [{ id: item.id, price_data: priceData, quantity }],
    proration_behavior: 'always_invoice' as const,
  };
  return stripe.call(ctx, (api) => api.invoices.createPreview({ subscription, subscription_details: details }));
}

/**
 * Adds to the quantity at once and charges the rest of the period. With a card, Stripe makes the change only when the
 * charge succeeds; for an order by invoice, it changes at once and an invoice is sent.
 * @param prorationDate of the preview whose amounts the member saw; null charges the current amounts
 * @returns the page to pay at when the card's payment did not go through; null when the quantity is changed
 * @throws subscriptions.preview-outdated, subscriptions.not-begun
 */
export async function addQuantity(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  { prorationDate, ...wanted }: Quantity & { prorationDate: number | null },
): Promise<string | null> {
  const { stripe } = deps;
  if (prorationDate !== null) checkAge(await previewMore(ctx, deps, row, wanted), prorationDate);
  await releaseSchedule(ctx, deps, row);
  const { subscription: id, item } = await findItem(ctx, deps, row);
  const price = await ensurePrice(ctx, deps, wanted);
  const { id: installation } = await getInstallation(ctx.db);
  const snapshotNumber = await ctx.transaction(beginSnapshot);
  const parameters: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price, quantity: wanted.quantity }],
    proration_behavior: 'always_invoice',
    // Stripe allows it when a card is charged (https://docs.stripe.com/billing/subscriptions/pending-updates).
    ...(!row.order?.billing && { payment_behavior: 'pending_if_incomplete' }),
    ...(prorationDate !== null && { proration_date: prorationDate }),
    expand: expandedParts,
  };
  const idempotencyKey = `${installation}:quantity:${row.id}:${wanted.quantity}:${price}:${prorationDate ?? snapshotNumber}`;
  const subscription = await stripe.callOnce(ctx, idempotencyKey, (api) =>
    api.subscriptions.update(id, parameters, { idempotencyKey }),
  );
  await applySubscription(ctx, deps, {
    subscription,
    snapshotNumber,
    note: (inner, applied) => actions.recordChange(inner, 'change-seats', row, applied),
  });
  const { pending_update: waiting, latest_invoice: invoice } = subscription;
  if (row.order?.billing && invoice && typeof invoice === 'object') {
    await sendNow(ctx, stripe, invoice, `${installation}:more:${row.id}:${invoice.id}`);
    await syncSubscription(ctx, deps, id);
  }
  return waiting && typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null;
}

/** Schedules a lower quantity for the next period, in place of any scheduled change. */
export async function lowerQuantity(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  wanted: Quantity,
): Promise<void> {
  await releaseSchedule(ctx, deps, row);
  const { subscription: subscriptionId, item } = await findItem(ctx, deps, row);
  const present = { price: item.price.id, quantity: item.quantity ?? 1 };
  const next = { price: await ensurePrice(ctx, deps, wanted), quantity: wanted.quantity };
  await scheduleItem(ctx, deps.stripe, { subscriptionId, scheduleId: null, present, next });
  await recordQuantity(ctx, deps, row);
}

/** Cancels the quantity that was scheduled for the next period. */
export async function keepQuantity(ctx: MemberFlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  await releaseSchedule(ctx, deps, row);
  await recordQuantity(ctx, deps, row);
}

async function recordQuantity(ctx: MemberFlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  if (row.stripeSubscriptionId === null) return;
  await syncSubscription(ctx, deps, row.stripeSubscriptionId, (inner, applied) =>
    actions.recordChange(inner, 'change-seats', row, applied),
  );
}

async function findItem(
  ctx: MemberFlowContext,
  { stripe }: Pick<SubscriptionDeps, 'stripe'>,
  { stripeSubscriptionId: id }: Subscription,
): Promise<{ subscription: string; item: Stripe.SubscriptionItem }> {
  if (id === null) throw fail('subscriptions.not-begun');
  const { items } = await stripe.call(ctx, (api) => api.subscriptions.retrieve(id));
  const [item] = items.data;
  if (!item) throw fail('subscriptions.not-begun');
  return { subscription: id, item };
}
