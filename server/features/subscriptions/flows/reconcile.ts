import { workThrough } from '#server/features/payments/flows.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import * as actions from '../actions.ts';
import type { Subscription } from '../rules.ts';
import { endDuplicate } from './end-subscription.ts';
import { reconcileSubscription, type SubscriptionDeps } from './sync-subscription.ts';

/**
 * Syncs every subscription with a change that the portal may have missed, and ends duplicates. What it changes is in
 * the audit log; in a healthy portal that is nothing.
 * @param atStart also syncs the others that have not ended, because the portal was down
 * @throws StripeOutage when Stripe does not answer; the next run continues
 */
export async function reconcileSubscriptions(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const rows = await actions.listUnfinished(ctx, atStart);
  await workThrough(rows, (row) => reconcileOne(ctx, deps, row), 'Some subscriptions could not be reconciled');
}

async function reconcileOne(ctx: FlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  const { id, userId: memberId, status: before, stripeSubscriptionId: stripeId } = row;
  if (stripeId === null) return;
  const synced = await reconcileSubscription(ctx, deps, stripeId);
  if (synced && synced.status !== before) {
    await ctx.transaction((inner) =>
      audit(inner, {
        action: 'reconcile',
        object: 'subscription',
        objectId: id,
        memberId,
        before,
        after: synced.status,
      }),
    );
  }
  if (synced?.isDuplicate) await endDuplicate(ctx, deps, id);
}
