import { refundUse } from '#server/commerce/purchases/fulfil-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { claimPaidCard, findPaidAttempt, keepCustomer, releaseUse } from '../actions.ts';
import type { PromoJobDeps } from './promo-deps.ts';

/**
 * Claims the code of a paid purchase for its card (PROMO-21), and records the payer as a customer (PROMO-19). When the
 * code may not be used with the card, the purchase is refunded and its use released. Safe to run twice.
 * @throws StripeOutage when Stripe does not respond
 */
export async function claimCard(ctx: FlowContext, deps: PromoJobDeps, attemptId: number): Promise<void> {
  const { stripe, claims, portal } = deps;
  const paid = await findPaidAttempt(ctx, attemptId);
  if (!paid) return;
  const { userId, use, intentId } = paid;
  const intent = await nullIfMissing(
    stripe.call(ctx, (api) => api.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })),
  );
  const charge = intent?.latest_charge;
  const cardPrint = typeof charge === 'object' ? charge?.payment_method_details?.card?.fingerprint : null;
  await ctx.transaction(async (inner) => {
    const refund = use && cardPrint ? await claimPaidCard(inner, claims, { use, userId, cardPrint }) : null;
    await keepCustomer(inner, claims, { userId, cardPrints: cardPrint ? [cardPrint] : [] });
    if (!use || !refund || !(await refundUse(inner, attemptId, { why: refund, portal }))) return;
    await releaseUse(inner, use.id);
    const { codeId: objectId } = use;
    const deed = { action: 'refuse-checkout', object: 'promo-code', objectId, memberId: userId } as const;
    await audit(inner, { ...deed, after: { attemptId } });
  });
}
