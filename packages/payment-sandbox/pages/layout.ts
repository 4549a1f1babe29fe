import type Stripe from 'stripe';
import { decimalsOf } from '../amounts.ts';
import type { RawParameters } from '../parameters.ts';
import type { NewPaymentMethod } from '../resources/customer-cards.ts';

type Page = {
  title: string;
  content: Markup;
  /** Name of a script in `browser/`. */
  script?: 'card-page';
  /** Room for a form, for rows with buttons, or for two columns. */
  width?: 'narrow' | 'medium' | 'wide';
};

/**
 * Returns a whole page in the sandbox's look. All pages are one folder deep, so that the same URLs of style and script
 * work under any origin. Neither is inlined, because a strict content security policy would not allow that.
 */
export function pageText({ title, content, script, width = 'narrow' }: Page): string {
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="../v3/page.css">
${script ? html`<script src="../v3/${script}.js" defer></script>` : null}
</head>
<body>
<header class="mark"><strong>Test payments</strong> <span>No money moves.</span></header>
<main class="${width}">
${content}
</main>
</body>
</html>
`;
  return page.markup;
}

/** HTML that is safe to send, because texts in it have been escaped. */
export type Markup = { readonly markup: string };
type Part = Markup | string | number | null | false | readonly Markup[];

/** Writes HTML. Every text in it is escaped; `null` and `false` write nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(written)) };
}

function written(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('\n');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Formats a day.
 * @param time seconds since 1970
 */
export function shownDate(time: number): string {
  return dates.format(new Date(time * 1000));
}

/** Formats an amount, such as `£8.99`. */
export function shownMoney(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = { maximumFractionDigits: decimals, minimumFractionDigits: decimals };
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...digits });
  return format.format(amountMinor / 10 ** decimals);
}

/** Returns `per month` or `every 3 months`. */
export function shownInterval({
  interval,
  interval_count: count,
}: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>): string {
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
}

/** Describes a coupon, such as `20% off for 3 months`. */
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

/** Returns `Visa ending in 4242, expires 04/30`. */
function shownCard({ brand, last4, exp_month: month, exp_year: year }: Stripe.PaymentMethod.Card): string {
  return `${brandNames[brand] ?? brand} ending in ${last4}, expires ${String(month).padStart(2, '0')}/${year % 100}`;
}

/** Returns a payment method in words: `Visa ending in 4242, expires 04/30` or `SEPA account ending in 3201`. */
export function shownMethod(method: Stripe.PaymentMethod): string {
  if (method.card) return shownCard(method.card);
  if (method.sepa_debit) return `SEPA account ending in ${method.sepa_debit.last4}`;
  if (method.bacs_debit) return `Bank account ending in ${method.bacs_debit.last4}`;
  return method.link ? `Link, ${method.link.email}` : method.type;
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

/** Returns a text field of a form; null when it is empty or missing. */
export function textFrom(form: RawParameters, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Returns the card fields as the pages' script sends them. Missing values are rejected where the card is created. */
export function cardFrom(form: RawParameters): NewPaymentMethod['card'] | undefined {
  const { card } = form;
  if (card === undefined || typeof card === 'string' || Array.isArray(card)) return undefined;
  const digits = (name: string) => textFrom(card, name) ?? '';
  return {
    number: digits('number'),
    exp_month: Number(digits('exp_month')),
    exp_year: Number(digits('exp_year')),
    cvc: digits('cvc'),
  };
}
