import type Stripe from 'stripe';
import { labelOf } from '#server/commerce/payments/method-rules.ts';
import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../payment-method-actions.ts';
import { findCustomerOfMethod } from '../payment-method-store.ts';

type KeptMethod = actions.MethodsSnapshot['methods'][number];

/**
 * Fetches a customer's payment methods from Stripe, records them, and claims their cards for the member's trials and
 * codes. Does nothing for a customer that is not a member's.
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncPaymentMethods(
  ctx: FlowContext,
  deps: PromoJobDeps,
  stripeCustomerId: string,
): Promise<void> {
  const { stripe, claims } = deps;
  const snapshotNumber = await ctx.transaction((inner) => actions.beginSnapshot(inner, stripeCustomerId));
  if (snapshotNumber === null) return;
  const methods = await fetchMethods(ctx, stripe, stripeCustomerId);
  await ctx.transaction((inner) => actions.applyMethods(inner, { stripeCustomerId, snapshotNumber, methods, claims }));
}

/** Returns the customer of a payment method, now or at the last sync; null without one. */
export async function customerOfMethod(ctx: FlowContext, stripe: StripeGateway, id: string): Promise<string | null> {
  const method = await nullIfMissing(stripe.call(ctx, (api) => api.paymentMethods.retrieve(id)));
  if (method?.customer) return idOf(method.customer);
  return findCustomerOfMethod(ctx.db, id);
}

async function fetchMethods(ctx: FlowContext, stripe: StripeGateway, customer: string): Promise<KeptMethod[]> {
  return (
    (await nullIfMissing(
      stripe.call(ctx, async (api) => {
        const found = await api.customers.retrieve(customer);
        if (found.deleted) return [];
        const methods = await api.customers.listPaymentMethods(customer, { limit: 100 });
        const subscriptions = await api.subscriptions.list({ customer, limit: 10 });
        const defaultId = defaultOf(subscriptions.data, found, methods.data);
        return methods.data.map((method) => keptOf(method, defaultId));
      }),
    )) ?? []
  );
}

/** Returns the default payment method: the subscription's own, otherwise the customer's, otherwise the first one. */
function defaultOf(
  subscriptions: Stripe.Subscription[],
  customer: Stripe.Customer,
  methods: Stripe.PaymentMethod[],
): string | null {
  const ofSubscription = subscriptions.map(({ default_payment_method }) => default_payment_method).find(Boolean);
  const chosen = ofSubscription ?? customer.invoice_settings.default_payment_method ?? methods[0]?.id;
  return idOf(chosen) ?? null;
}

function keptOf(method: Stripe.PaymentMethod, defaultId: string | null): KeptMethod {
  const { id, type, card, created } = method;
  const account = method.sepa_debit ?? method.bacs_debit ?? method.us_bank_account ?? method.au_becs_debit;
  const last4 = card?.last4 ?? account?.last4 ?? null;
  return {
    stripePaymentMethodId: id,
    type,
    label: labelOf({ type, brand: card?.brand ?? null, last4, wallet: card?.wallet?.type ?? null }),
    brand: card?.brand ?? null,
    last4,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    isDefault: id === defaultId,
    addedAt: new Date(created * 1000),
    fingerprint: card?.fingerprint ?? account?.fingerprint ?? null,
  };
}
