import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import type { Subscription } from '../rules.ts';
import { endSurplus } from './end-subscription.ts';
import { followSubscription, type SubscriptionDeps } from './settle-subscription.ts';

/**
 * Looks at every subscription that may have changed without our hearing of it, and ends those that are too many. In a
 * healthy portal it finds nothing; what it finds stands in the audit log.
 * @param atStart takes all that have not ended: the portal was down
 * @throws StripeOutage when the provider does not answer: the next run goes on
 */
export async function reconcileSubscriptions(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const failures: unknown[] = [];
  for (const row of await actions.listUnfinished(ctx, atStart)) {
    try {
      await follow(ctx, deps, row);
    } catch (error) {
      if (error instanceof StripeOutage) throw error;
      // One that cannot be followed must not hide the others behind it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some subscriptions could not be reconciled');
}

async function follow(ctx: FlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  const { id, userId: memberId, status: before, stripeSubscriptionId: stripeId } = row;
  if (stripeId === null) return;
  const settled = await followSubscription(ctx, deps, stripeId);
  if (settled && settled.status !== before) {
    await ctx.transaction((inner) =>
      audit(inner, {
        action: 'reconcile',
        object: 'subscription',
        objectId: id,
        memberId,
        before,
        after: settled.status,
      }),
    );
  }
  if (settled?.isSurplus) await endSurplus(ctx, deps, id);
}
