import { customerOf, forgetCustomer } from '#server/features/payments/flows.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { isMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { getPayer } from '../actions.ts';

/** Who pays at the provider, and the card to name when the customer has one but no default (PROMO-09). */
export type Payer = { customer: string; card: string | null };

/**
 * The member's customer at the provider, made when there is none.
 * @throws StripeOutage when the provider does not answer
 */
export async function payerOf(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<Payer> {
  const payer = await getPayer(ctx, userId);
  const customer = await customerOf(ctx, stripe, payer);
  try {
    return { customer, card: await cardOf(stripe, customer) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    // The provider has lost the customer, and with it the cards: another one is made.
    await forgetCustomer(ctx, customer);
    return { customer: await customerOf(ctx, stripe, payer), card: null };
  }
}

async function cardOf(stripe: StripeGateway, customerId: string): Promise<string | null> {
  const customer = await stripe.call((api) => api.customers.retrieve(customerId));
  if (customer.deleted || customer.invoice_settings.default_payment_method) return null;
  const cards = await stripe.call((api) => api.customers.listPaymentMethods(customerId, { limit: 1 }));
  return cards.data[0]?.id ?? null;
}
