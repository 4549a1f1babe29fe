import type { MemberContext } from './context.ts';

type Order = { attemptId: number } | { subscriptionId: number } | { promoCheckoutId: number };

/**
 * Writes down that the caller agreed to an order of his own: who, which order, which text, when by the database's clock.
 * The first press of the button counts; pressing again changes nothing.
 * @param textVersion a key of `consentTexts`
 */
export async function recordConsent(ctx: MemberContext, order: Order, textVersion: string): Promise<void> {
  await ctx.db.kysely
    .insertInto('order_consents')
    .values({
      user_id: ctx.actor.userId,
      attempt_id: 'attemptId' in order ? order.attemptId : null,
      subscription_id: 'subscriptionId' in order ? order.subscriptionId : null,
      promo_checkout_id: 'promoCheckoutId' in order ? order.promoCheckoutId : null,
      text_version: textVersion,
    })
    .onConflict((conflict) => conflict.constraint('order_consents_order_text_version_key').doNothing())
    .execute();
}
