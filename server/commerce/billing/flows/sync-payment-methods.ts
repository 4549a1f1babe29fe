import type Stripe from 'stripe';
import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../payment-method-actions.ts';

type KeptMethod = actions.MethodsSnapshot['methods'][number];

/**
 * Fetches a customer's payment methods from Stripe and records them.
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
  if (method?.customer) return typeof method.customer === 'string' ? method.customer : method.customer.id;
  return actions.findCustomerOfMethod(ctx, id);
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
  if (!chosen) return null;
  return typeof chosen === 'string' ? chosen : chosen.id;
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

/** The parts of a payment method's name; `brand` and `wallet` are those of a card. */
type Method = { type: string; brand: string | null; last4: string | null; wallet: string | null };

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Names of Stripe's types and wallets that do not follow from their ids. */
const names: Readonly<Record<string, string>> = {
  acss_debit: 'Pre-authorised debit',
  au_becs_debit: 'BECS debit',
  bacs_debit: 'Bacs debit',
  cashapp: 'Cash App Pay',
  customer_balance: 'Bank transfer',
  ideal: 'iDEAL',
  paypal: 'PayPal',
  sepa_debit: 'SEPA debit',
  us_bank_account: 'Bank account',
};

/**
 * Returns the name of a payment method: "Visa ending 4242", "Apple Pay (Visa ending 4242)", "Link", "SEPA debit
 * ••3000".
 */
export function labelOf({ type, brand, last4, wallet }: Method): string {
  if (type === 'card') {
    const card = `${brands[brand ?? ''] ?? 'Card'}${last4 ? ` ending ${last4}` : ''}`;
    return wallet ? `${nameOf(wallet)} (${card})` : card;
  }
  return last4 ? `${nameOf(type)} ••${last4}` : nameOf(type);
}

/** Returns the name of a type or wallet: "Apple Pay" for `apple_pay`. */
function nameOf(word: string): string {
  const [first = '', ...rest] = word.split('_').map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  return names[word] ?? [first, ...rest].join(' ');
}
