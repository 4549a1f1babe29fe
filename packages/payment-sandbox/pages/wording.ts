import type Stripe from 'stripe';

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day as people write it. @param time seconds since 1970 */
export function shownDate(time: number): string {
  return dates.format(new Date(time * 1000));
}

/** `£8.99` */
export function shownMoney(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `per month`, `every 3 months` */
export function shownInterval({
  interval,
  interval_count: count,
}: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>): string {
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
}

/** `20% off for 3 months` */
export function shownCoupon(coupon: Stripe.Coupon): string {
  const amount =
    coupon.percent_off === null
      ? shownMoney(coupon.amount_off ?? 0, coupon.currency ?? 'gbp')
      : `${coupon.percent_off}%`;
  if (coupon.duration === 'once') return `${amount} off the first payment`;
  if (coupon.duration === 'forever') return `${amount} off`;
  const months = coupon.duration_in_months ?? 1;
  return `${amount} off for ${months} ${months === 1 ? 'month' : 'months'}`;
}

/** `Visa ending in 4242, expires 04/30` */
export function shownCard({ brand, last4, exp_month: month, exp_year: year }: Stripe.PaymentMethod.Card): string {
  return `${brandNames[brand] ?? brand} ending in ${last4}, expires ${String(month).padStart(2, '0')}/${year % 100}`;
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  visa: 'Visa',
};
