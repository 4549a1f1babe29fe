import { workThrough } from '#server/features/payments/flows.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import * as actions from '../actions.ts';
import * as attempts from '../attempt-actions.ts';
import type { Attempt } from '../rules.ts';
import { cancelPayment, type PaymentDeps, syncPayment } from './sync-payment.ts';

/**
 * Syncs every payment whose final state the portal may have missed, and makes the due refunds. What it changes is in
 * the audit log; in a healthy portal that is nothing.
 * @param atStart also syncs payments opened a moment ago, because the portal was down
 * @throws StripeOutage when Stripe does not answer; the next run continues
 */
export async function reconcilePurchases(
  ctx: FlowContext,
  deps: PaymentDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const unfinished = await attempts.listUnfinished(ctx, atStart);
  const due = await actions.listDue(ctx);
  await workThrough(
    [
      ...unfinished.map((attempt) => () => reconcileOne(ctx, deps, attempt)),
      ...due.map(
        ({ id }) =>
          () =>
            issueRefund(ctx, deps, id),
      ),
    ],
    (work) => work(),
    'Some payments could not be reconciled',
  );
}

async function reconcileOne(
  ctx: FlowContext,
  deps: PaymentDeps,
  attempt: Attempt & { isAbandoned: boolean },
): Promise<void> {
  if (attempt.isAbandoned) await ctx.transaction((inner) => attempts.giveUpAttempt(inner, attempt));
  if (attempt.isAbandoned || attempt.status === 'superseded') return cancelPayment(ctx, deps, attempt);
  if (attempt.intentId === null) return;
  const synced = await syncPayment(ctx, deps, attempt.intentId);
  if (!synced || synced.status === attempt.status) return;
  const { id: objectId, userId: memberId, status: before } = attempt;
  await ctx.transaction((inner) =>
    audit(inner, { action: 'reconcile', object: 'payment', objectId, memberId, before, after: synced.status }),
  );
}

/**
 * Makes a due refund at Stripe, once however often it is tried. It syncs first, because the payment may have been
 * refunded or disputed at Stripe.
 * @throws StripeOutage, or StripeRefusal when Stripe refuses the refund: the job is retried and then fails for good
 */
export async function issueRefund(ctx: FlowContext, deps: PaymentDeps, refundId: number): Promise<void> {
  const due = await actions.findDue(ctx, refundId);
  if (!due) return;
  await syncPayment(ctx, deps, due.intentId);
  const refund = await ctx.transaction((inner) => actions.claimDueRefund(inner, refundId));
  if (!refund) return;
  const { id: installation } = await getInstallation(ctx.db);
  const { intentId, amountMinor } = refund;
  const metadata = { installation, refundId: String(refundId) };
  const idempotencyKey = `${installation}:refund:${refundId}:${amountMinor}`;
  await deps.stripe.call((api) =>
    api.refunds.create(
      { payment_intent: intentId, amount: amountMinor, reason: 'duplicate', metadata },
      { idempotencyKey },
    ),
  );
  await syncPayment(ctx, deps, intentId);
}
