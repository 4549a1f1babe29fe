import { refundSecondUse } from '#server/commerce/purchases/fulfil-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { claimPaidCard, findPaidUse, releaseUse } from '../actions.ts';
import type { PromoJobDeps } from './promo-deps.ts';

/**
 * Claims the code of a paid purchase for its card (PROMO-21). When another person has used the code with the card, the
 * purchase is refunded and its use released. Safe to run twice.
 * @throws StripeOutage when Stripe does not respond
 */
export async function claimCard(ctx: FlowContext, deps: PromoJobDeps, attemptId: number): Promise<void> {
  const { stripe, claims, portal } = deps;
  const use = await findPaidUse(ctx, attemptId);
  if (!use) return;
  const intent = await nullIfMissing(
    stripe.call(ctx, (api) => api.paymentIntents.retrieve(use.intentId, { expand: ['latest_charge'] })),
  );
  const charge = intent?.latest_charge;
  const cardPrint = typeof charge === 'object' ? charge?.payment_method_details?.card?.fingerprint : null;
  if (!cardPrint) return;
  await ctx.transaction(async (inner) => {
    if (await claimPaidCard(inner, claims, { ...use, cardPrint })) return;
    if (!(await refundSecondUse(inner, attemptId, portal))) return;
    await releaseUse(inner, use.id);
    const { codeId: objectId, userId: memberId } = use;
    await audit(inner, { action: 'refuse-checkout', object: 'promo-code', objectId, memberId, after: { attemptId } });
  });
}
