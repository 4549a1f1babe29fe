import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as checkouts from '../checkout-actions.ts';
import type { Checkout } from '../rules.ts';
import { syncCheckout } from './sync-checkout.ts';

/**
 * Syncs the open checkouts, in case an event of their end was lost. In a healthy portal it finds nothing;
 * what it finds stands in the audit log.
 * @throws StripeOutage when the provider does not answer: the next run goes on
 */
export async function reconcileCheckouts(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const checkout of await checkouts.listWaiting(ctx)) {
    try {
      await reconcileOne(ctx, deps, checkout);
    } catch (error) {
      if (error instanceof StripeOutage) throw error;
      // One that cannot be synced must not hide the others behind it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some checkouts could not be reconciled');
}

async function reconcileOne(ctx: FlowContext, deps: SubscriptionDeps, { id, sessionId }: Checkout): Promise<void> {
  // Its address was never given out, so nobody can complete it.
  if (sessionId === null) return ctx.transaction((inner) => checkouts.expireCheckout(inner, id));
  const after = await syncCheckout(ctx, deps, sessionId);
  if (after !== 'complete') return;
  await ctx.transaction((inner) =>
    audit(inner, { action: 'reconcile', object: 'promo-checkout', objectId: id, before: 'open', after }),
  );
}
