import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { stopAdvancing, voidInvoice } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import type { Store } from '../store.ts';
import { planNothing } from './timetable.ts';

/** States without a way back. */
export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/**
 * Ends a subscription now: what is owed stays owed, but nothing more is made or collected.
 * @param changes what the ending says about itself
 */
export function endSubscription(
  context: Context,
  subscription: Stripe.Subscription,
  changes: Partial<Pick<Stripe.Subscription, 'cancellation_details'>> = {},
): Stripe.Subscription {
  const { store, now } = context;
  for (const invoice of unpaidInvoices(store, subscription.id)) stopAdvancing(context, invoice);
  planNothing(context, subscription);
  const ended = store.put('subscription', {
    ...subscription,
    ...changes,
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    status: 'canceled',
  });
  emit(context, 'customer.subscription.deleted', ended);
  return ended;
}

/** Ends a subscription whose first payment never came, together with its invoice. */
export function expireSubscription(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store, now } = context;
  planNothing(context, subscription);
  const expired = store.put('subscription', { ...subscription, ended_at: now, status: 'incomplete_expired' });
  emit(context, 'customer.subscription.updated', expired, subscription);
  for (const invoice of unpaidInvoices(store, subscription.id)) voidInvoice(context, invoice);
  return expired;
}

/** Ends what a customer who is being deleted still has. */
export function endAllSubscriptions(context: Context, customerId: string): void {
  const own = context.store.all('subscription').filter(({ customer }) => idOf(customer) === customerId);
  for (const subscription of own.filter((one) => !hasEnded(one))) endSubscription(context, subscription);
}

/** Invoices of a subscription that are drafts or open, oldest first. */
function unpaidInvoices(store: Store, subscriptionId: string): Stripe.Invoice[] {
  return store
    .all('invoice')
    .filter((invoice) => idOf(invoice.parent?.subscription_details?.subscription) === subscriptionId)
    .filter(({ status }) => status === 'draft' || status === 'open');
}
