import type { CompletePurchase, Purchase } from '#contract/purchases.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import { type PurchaseDeps, takeCall } from './open-payment.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * Syncs an own payment at once and records the purchase. What the browser says about the
 * payment proves nothing (CHECKOUT-09). Repeating it gives the same purchase.
 * @throws purchases.payment-unknown, not-paid, returned, unconfirmed, payments-off, request.too-many
 */
export async function completePurchase(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  asked: CompletePurchase,
): Promise<Purchase> {
  const { stripe, portal } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeCall(ctx, deps);
  const recorded = await actions.findCompleted(ctx, asked);
  if (recorded) return recorded;
  try {
    await syncPayment(ctx, { stripe, portal }, asked.paymentIntentId);
  } catch (error) {
    // The member may well have been charged, so the provider's usual sentence would be wrong here.
    throw error instanceof StripeOutage ? fail('purchases.unconfirmed') : error;
  }
  const purchase = await actions.findCompleted(ctx, asked);
  if (!purchase) throw fail('purchases.not-paid');
  return purchase;
}
