import type Stripe from 'stripe';
import { checkCurrency, decimalsOf } from '../amounts.ts';
import { type Context, settingsOf } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Settlement } from '../records.ts';
import type { Store } from '../store.ts';

type Movement = {
  type: 'charge' | 'payment' | 'refund' | 'refund_failure' | 'adjustment';
  reportingCategory: string;
  /** Signed amount in minor units; negative when money leaves the account. */
  amountMinor: number;
  currency: string;
  /** Returns the fee for an amount of the settlement's currency; absent without a fee. */
  feeOf?: (settledMinor: number) => number;
  source: string;
  description: string | null;
};

/** Records one line of the account's balance, which charges, refunds and disputes refer to. */
export function moveMoney({ store, now }: Context, movement: Movement): Stripe.BalanceTransaction {
  const { type, reportingCategory, source, description } = movement;
  const { amountMinor, currency, rate } = settled(store, movement);
  const feeMinor = movement.feeOf?.(amountMinor) ?? 0;
  const fee = {
    amount: feeMinor,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  return store.put('balance_transaction', {
    ...exampleOf('balance_transaction'),
    id: newId('txn'),
    amount: amountMinor,
    available_on: now,
    created: now,
    currency,
    description,
    exchange_rate: rate,
    fee: feeMinor,
    fee_details: feeMinor === 0 ? [] : [fee],
    net: amountMinor - feeMinor,
    reporting_category: reportingCategory,
    source,
    type,
  });
}

/**
 * Converts an amount into the currency that the account is paid out in: https://docs.stripe.com/currencies/conversions
 */
export function settled(store: Store, { amountMinor, currency }: Pick<Movement, 'amountMinor' | 'currency'>) {
  const { currency: own, exchangeRate } = settingsOf(store).settlement ?? {};
  if (!own || own === currency) return { amountMinor, currency, rate: null };
  const rate = exchangeRate ?? 1;
  const scale = 10 ** (decimalsOf(own) - decimalsOf(currency));
  return { amountMinor: Math.round(amountMinor * rate * scale), currency: own, rate };
}

type Fee = { basisPoints: number; fixedMinor: number; most?: number; least?: number };

const europe = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Returns the fees of a British account, as in its public price list: https://stripe.com/gb/pricing */
function feeOfMethod(details: Stripe.Charge.PaymentMethodDetails | null): Fee {
  if (details?.type === 'bacs_debit') return { basisPoints: 100, fixedMinor: 0, least: 20, most: 400 };
  if (details?.type === 'sepa_debit') return { basisPoints: 0, fixedMinor: 35 };
  if (details?.type === 'customer_balance') return { basisPoints: 50, fixedMinor: 0, most: 500 };
  if (details?.type === 'link') return { basisPoints: 120, fixedMinor: 20 };
  const country = details?.card?.country ?? 'GB';
  if (country === 'GB') return { basisPoints: 150, fixedMinor: 20 };
  return { basisPoints: europe.has(country) ? 250 : 325, fixedMinor: 20 };
}

/** Returns the fee of a payment of this amount. */
export function processingFeeMinor(charge: Stripe.Charge, settledMinor: number): number {
  const {
    basisPoints,
    fixedMinor,
    least = 0,
    most = Number.POSITIVE_INFINITY,
  } = feeOfMethod(charge.payment_method_details);
  return Math.min(most, Math.max(least, Math.round((settledMinor * basisPoints) / 10_000) + fixedMinor));
}

/**
 * Sets the currency that other payments are converted into, its exchange rate, and the delay between a payment and its
 * line of the balance; absent values stay.
 * @throws ApiError 400
 */
export function changeSettlement(store: Store, sent: Record<string, unknown>): Settlement {
  const before = settingsOf(store).settlement ?? { currency: null, exchangeRate: 1, delaySeconds: 0 };
  const { currency = before.currency, exchangeRate = before.exchangeRate, delaySeconds = before.delaySeconds } = sent;
  const [rate, delay] = [Number(exchangeRate), Number(delaySeconds)];
  if (!(Number.isFinite(rate) && rate > 0)) {
    throw invalidRequest('exchangeRate must be a number above 0', { param: 'exchangeRate' });
  }
  if (!(Number.isSafeInteger(delay) && delay >= 0)) {
    throw invalidRequest('delaySeconds must be a whole number', { param: 'delaySeconds' });
  }
  const settlement = {
    currency: currency === null ? null : checkCurrency(String(currency)),
    exchangeRate: rate,
    delaySeconds: delay,
  };
  store.transaction(() => store.put('settings', { ...settingsOf(store), settlement }));
  return settlement;
}
