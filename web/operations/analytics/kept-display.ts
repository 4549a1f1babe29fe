import { roundMajor } from '#contract/money.ts';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { cancelReasonNames } from '#web/commerce/billing/subscription-display.ts';
import { type ChartTable, shareText } from './chart-display.ts';

const count = (header: string) => ({ header, kind: 'count' as const });
const money = (header: string) => ({ header, kind: 'money' as const });
const keptColumns = ['Taken', 'Refunds', 'Net', 'Tax', 'Fees', 'Net of tax and fees'].map(money);

type Kept = { taken: number; refunds: number; net: number; tax: number; fees: number };

const keptCells = ({ taken, refunds, net, tax, fees }: Kept, currency: string) => [
  taken,
  0 - refunds,
  net,
  tax,
  fees,
  roundMajor(net - tax - fees, currency),
];

/** Returns a whole percentage such as "2%"; a share of nothing is "0%". */
export function shareOf(part: number, whole: number): string {
  return whole > 0 ? shareText(part / whole) : '0%';
}

export function returnsTable({ returns, currency }: Pick<AnalyticsActivity, 'returns' | 'currency'>): ChartTable {
  const { payments, refunds, disputes, disputesLost, lostAmount } = returns;
  return {
    columns: [...['Payments', 'Refunds', 'Disputes opened', 'Disputes lost'].map(count), money('Lost in disputes')],
    rows:
      payments + refunds + disputes + disputesLost > 0 ? [[payments, refunds, disputes, disputesLost, lostAmount]] : [],
    currency,
  };
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region' });

type Place =
  | Pick<AnalyticsActivity['byResource'][number], 'kind' | 'title'>
  | Pick<AnalyticsActivity['byCountry'][number], 'country'>;

/** Returns the name of a resource or a country. */
export function placeName(place: Place): string {
  if ('country' in place) return place.country ? (countries.of(place.country) ?? place.country) : 'No country given';
  if (place.kind === 'subscriptions') return 'Subscriptions';
  return place.kind === 'others' ? 'Other payments' : (place.title ?? 'A resource that was deleted');
}

export function byResourceTable({
  byResource,
  currency,
}: Pick<AnalyticsActivity, 'byResource' | 'currency'>): ChartTable {
  return {
    columns: [{ header: 'Resource', kind: 'text' }, ...keptColumns],
    rows: byResource.map((place) => [placeName(place), ...keptCells(place, currency)]),
    currency,
  };
}

export function byCountryTable({ byCountry, currency }: Pick<AnalyticsActivity, 'byCountry' | 'currency'>): ChartTable {
  return {
    columns: [{ header: 'Country', kind: 'text' }, ...keptColumns],
    rows: byCountry.map((place) => [placeName(place), ...keptCells(place, currency)]),
    currency,
  };
}

const feeNames: Readonly<Record<string, string>> = {
  payment: 'A payment',
  refund: 'A refund',
  dispute: 'A dispute',
};

/** Returns the name of a cancellation's reason or of a fee. Reasons of the provider are about the payment. */
export function cancellationName(reason: string | null): string {
  if (reason === null) return 'No reason given';
  const fee = feeNames[reason];
  if (fee) return fee;
  if (reason === 'payment_failed') return 'The payment failed';
  if (reason === 'payment_disputed') return 'The payment was disputed';
  const own = keysOf(cancelReasonNames).find((one) => one === reason);
  return own ? cancelReasonNames[own] : reason.replaceAll('_', ' ');
}

export function cancellationTable({ cancellations }: Pick<AnalyticsActivity, 'cancellations'>): ChartTable {
  return {
    columns: [{ header: 'Reason', kind: 'text' }, count('Cancelled'), count('Stayed for the offer')],
    rows: cancellations.map(({ reason, subscriptions, stayed }) => [cancellationName(reason), subscriptions, stayed]),
  };
}

/** Returns the note of a row in words, such as "It is too expensive: Our budget ended." */
export function noteText(note: string | null): string {
  const [reason = '', ...words] = note?.split(': ') ?? [];
  return note === null ? cancellationName(null) : [cancellationName(reason), ...words].join(': ');
}
