import type Stripe from 'stripe';
import type { PromoJobDeps } from '#server/features/promotions/flows/promo-deps.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../card-actions.ts';

type KeptCard = actions.CardsSnapshot['cards'][number];

/**
 * Asks the provider which cards a customer keeps and writes them down.
 * @throws StripeOutage when the provider does not answer
 */
export async function syncCards(ctx: FlowContext, deps: PromoJobDeps, stripeCustomerId: string): Promise<void> {
  const { stripe, claims } = deps;
  const snapshotNumber = await ctx.transaction((inner) => actions.beginSnapshot(inner, stripeCustomerId));
  if (snapshotNumber === null) return;
  const cards = await fetchCards(stripe, stripeCustomerId);
  await ctx.transaction((inner) => actions.applyCards(inner, { stripeCustomerId, snapshotNumber, cards, claims }));
}

/** The customer of this card, now or at the last sync; null without one. */
export async function customerOfCard(ctx: FlowContext, stripe: StripeGateway, cardId: string): Promise<string | null> {
  const card = await nullIfMissing(stripe.call((api) => api.paymentMethods.retrieve(cardId)));
  if (card?.customer) return typeof card.customer === 'string' ? card.customer : card.customer.id;
  return actions.findCustomerOfCard(ctx, cardId);
}

async function fetchCards(stripe: StripeGateway, customer: string): Promise<KeptCard[]> {
  return (
    (await nullIfMissing(
      stripe.call(async (api) => {
        const found = await api.customers.retrieve(customer);
        if (found.deleted) return [];
        const methods = await api.customers.listPaymentMethods(customer, { limit: 100 });
        const subscriptions = await api.subscriptions.list({ customer, limit: 10 });
        const defaultId = defaultOf(subscriptions.data, found, methods.data);
        return methods.data.flatMap((method) => cardOf(method, defaultId));
      }),
    )) ?? []
  );
}

/** The subscription's own card comes before the customer's, and one that is alone needs no choice. */
function defaultOf(
  subscriptions: Stripe.Subscription[],
  customer: Stripe.Customer,
  methods: Stripe.PaymentMethod[],
): string | null {
  const ofSubscription = subscriptions.map(({ default_payment_method }) => default_payment_method).find(Boolean);
  const chosen = ofSubscription ?? customer.invoice_settings.default_payment_method ?? methods[0]?.id;
  if (!chosen) return null;
  return typeof chosen === 'string' ? chosen : chosen.id;
}

function cardOf({ id, card, created }: Stripe.PaymentMethod, defaultId: string | null): KeptCard[] {
  if (!card) return [];
  return [
    {
      stripePaymentMethodId: id,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: id === defaultId,
      addedAt: new Date(created * 1000),
      fingerprint: card.fingerprint ?? null,
    },
  ];
}
