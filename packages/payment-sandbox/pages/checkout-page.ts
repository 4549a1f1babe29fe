import type Stripe from 'stripe';
import { confirmCheckout } from '../checkout/ending.ts';
import {
  asksForCard,
  type Checkout,
  checkoutOf,
  couponsOf,
  isTrial,
  lineTaxes,
  payerOf,
  sumsOf,
  takeAddress,
  withAmounts,
} from '../checkout/session.ts';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import type { RawParameters } from '../parameters.ts';
import { trialEndOf } from '../subscriptions/trial.ts';
import {
  cardFrom,
  html,
  type Markup,
  pageText,
  shownCoupon,
  shownDate,
  shownInterval,
  shownMoney,
  textFrom,
} from './layout.ts';

/** Page where a customer pays, starts a trial or saves a card; a session that is not open only offers a link. */
export function checkoutPage(context: Context, checkout: Checkout): string {
  const { session } = checkout;
  if (session.status !== 'open') return closedPage(session);
  const title = titleOf(checkout);
  return pageText({
    title,
    script: 'card-page',
    width: session.mode === 'setup' ? 'narrow' : 'wide',
    content: html`${backLink(session.cancel_url)}
<h1>${title}</h1>
<div${session.mode === 'setup' ? null : html` class="columns"`}>
${session.mode === 'setup' ? null : summary(context, checkout)}
${form(checkout)}
</div>`,
  });
}

function closedPage(session: Stripe.Checkout.Session): string {
  const isComplete = session.status === 'complete';
  const title = isComplete ? 'This checkout is complete' : 'This checkout has expired';
  const target = isComplete ? successAddress(session) : session.cancel_url;
  return pageText({
    title,
    content: html`<h1>${title}</h1>
<p>${isComplete ? 'There is nothing left to do here.' : 'Nothing was charged. Go back and start again.'}</p>
${target ? html`<p><a class="button" href="${target}">${isComplete ? 'Continue' : 'Go back'}</a></p>` : null}`,
  });
}

function successAddress({ id, success_url: url }: Stripe.Checkout.Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function backLink(url: string | null): Markup | null {
  return url ? html`<a class="back" href="${url}">Back without paying</a>` : null;
}

function titleOf({ session, details }: Checkout): string {
  if (session.mode === 'setup') return 'Save a card';
  const names = details.lines.map((line) => line.description ?? '').join(', ');
  if (session.mode === 'payment') return `Pay for ${names}`;
  return isTrial(details) ? `Start your free trial of ${names}` : `Subscribe to ${names}`;
}

function summary(context: Context, checkout: Checkout): Markup {
  const { session, details } = checkout;
  const money = (amountMinor: number) => shownMoney(amountMinor, session.currency ?? 'gbp');
  const coupons = couponsOf(context, session);
  const { discount, tax } = sumsOf(details.lines);
  return html`<section class="panel" id="summary" data-live aria-labelledby="summary-title">
<h2 id="summary-title">Your order</h2>
<dl class="rows">
${details.lines.map((line) => html`<div><dt>${line.description}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity}` : null}</dt><dd class="amount">${priceOf(line)}</dd></div>`)}
${coupons.map((coupon) => html`<div><dt>Discount: ${shownCoupon(coupon)}</dt><dd class="amount">${discount > 0 ? `−${money(discount)}` : ''}</dd></div>`)}
${session.automatic_tax.status === 'complete' ? html`<div><dt>Tax${details.lines.some(isInclusive) ? ' included' : null}</dt><dd class="amount">${money(tax)}</dd></div>` : null}
<div class="total"><dt>Due today</dt><dd class="amount">${money(session.amount_total ?? 0)}</dd></div>
</dl>
${afterwards(context, checkout)}
${session.automatic_tax.enabled ? addressForm(checkout) : null}
</section>`;
}

function isInclusive({ price }: Stripe.LineItem): boolean {
  return price?.tax_behavior === 'inclusive';
}

/** Form for the customer's place, which decides the tax. */
function addressForm({ session, details }: Checkout): Markup {
  const { country = '', postal_code: postalCode } = details.address ?? {};
  return html`<form id="address" method="post" data-post="/checkout/${session.id}/address" class="field">
<label for="country">Country code, such as GB</label>
<input type="text" id="country" name="country" autocomplete="country" maxlength="2" value="${country}" aria-describedby="country-error">
<label for="postal-code">Postal code</label>
<div class="actions"><input type="text" id="postal-code" name="postal_code" autocomplete="postal-code" value="${postalCode ?? ''}"><button class="secondary">Work out the tax</button></div>
<p class="error" id="country-error" role="alert" hidden></p>
</form>`;
}

function priceOf({ price, quantity }: Stripe.LineItem): string {
  const amount = shownMoney((price?.unit_amount ?? 0) * (quantity ?? 1), price?.currency ?? 'gbp');
  return price?.recurring ? `${amount} ${shownInterval(price.recurring)}` : amount;
}

/** Renders when a subscription costs how much after the amount due today; null for other checkouts. */
function afterwards(context: Context, checkout: Checkout): Markup | null {
  const { session, details } = checkout;
  if (session.mode !== 'subscription') return null;
  const price = laterPrice(context, checkout);
  const trialEnd = trialEndOf(details.subscription, session.created);
  if (trialEnd === null) return html`<p class="quiet">Renews at ${price} until you cancel.</p>`;
  const days = Math.round((trialEnd - session.created) / secondsPerDay);
  const time = `Free for ${days} ${days === 1 ? 'day' : 'days'}, until ${shownDate(trialEnd)}.`;
  return html`<p class="quiet">${time} Then ${price} until you cancel.</p>`;
}

/** Returns the price after the first payment, such as `£4.49 per month for 3 months, then £8.99 per month`. */
function laterPrice(context: Context, { session, details }: Checkout): string {
  const coupons = couponsOf(context, session);
  const costOf = (counted: readonly Stripe.Coupon[]) => {
    const taxOf = lineTaxes(context, payerOf(context, session, details));
    const { total } = sumsOf(withAmounts(details.lines, counted, { isTrial: false, taxOf }));
    const recurring = details.lines[0]?.price?.recurring;
    const amount = shownMoney(total, session.currency ?? 'gbp');
    return recurring ? `${amount} ${shownInterval(recurring)}` : amount;
  };
  const full = costOf(coupons.filter(({ duration }) => duration === 'forever'));
  const months = coupons.find(({ duration }) => duration === 'repeating')?.duration_in_months;
  if (months) return `${costOf(coupons)} for ${months} ${months === 1 ? 'month' : 'months'}, then ${full}`;
  const isFirstPaymentLess = isTrial(details) && coupons.some(({ duration }) => duration === 'once');
  return isFirstPaymentLess ? `${costOf(coupons)} for the first time, then ${full}` : full;
}

function form(checkout: Checkout): Markup {
  const { session } = checkout;
  const needsEmail =
    session.customer === null && session.customer_email === null && session.customer_creation === 'always';
  return html`<section class="panel" aria-labelledby="pay-title">
<h2 id="pay-title">${asksForCard(checkout) ? 'Your card' : 'No card needed'}</h2>
<form method="post" class="stack" novalidate data-confirm="/checkout/${session.id}/confirm" data-finish="/checkout/${session.id}/finish">
${session.customer_details?.email ? html`<p class="quiet">For ${session.customer_details.email}</p>` : null}
${needsEmail ? emailField : null}
${asksForCard(checkout) ? html`<div id="card"></div>` : html`<p>Nothing is charged today.${isTrial(checkout.details) ? ' Add a card before the trial ends to keep your plan.' : null}</p>`}
<p class="problem" role="alert" hidden></p>
<button class="whole" id="pay" data-live>${buttonOf(checkout)}</button>
</form>
</section>`;
}

const emailField = html`<div class="field">
<label for="email">Email</label>
<input type="email" id="email" name="email" autocomplete="email" required aria-describedby="email-error" data-fault="Enter your email address.">
<p class="error" id="email-error" role="alert" hidden></p>
</div>`;

/** Returns the button's label. It begins with Pay, Subscribe or Start trial when something is bought (LABEL-10). */
function buttonOf({ session, details }: Checkout): string {
  if (session.mode === 'setup') return 'Save card';
  if (session.mode === 'payment') return `Pay ${shownMoney(session.amount_total ?? 0, session.currency ?? 'gbp')}`;
  return isTrial(details) ? 'Start trial' : 'Subscribe';
}

/** Next step of the page's script: a redirect, or the bank's page, by the id of the 3-D Secure step. */
export type CardAnswer = { redirect: string } | { step: string; amount: string };

/** Confirms the checkout with the submitted form. @throws ApiError with the page's message */
export function confirmOnPage(context: Context, id: string, form: RawParameters): CardAnswer {
  const checkout = checkoutOf(context.store, id);
  const intent = confirmCheckout(context, checkout, { card: cardFrom(form), email: textFrom(form, 'email') });
  if (!intent) return { redirect: successAddress(checkout.session) };
  const amount = 'amount' in intent ? shownMoney(intent.amount, intent.currency) : '';
  return { step: String(intent.next_action?.use_stripe_sdk?.source), amount };
}

/**
 * Continues after the bank's page.
 * @throws ApiError 402 with the reason when the payment failed, 400 while the bank has not confirmed it
 */
export function finishOnPage({ store }: Context, id: string): CardAnswer {
  const { session, details } = checkoutOf(store, id);
  if (session.status === 'complete') return { redirect: successAddress(session) };
  throw unfinished(store, details.attempt?.intent ?? '');
}

/** Returns the error for an intent that has not succeeded after the bank's page. */
export function unfinished(store: Context['store'], intentId: string): ApiError {
  const error =
    store.find('setup_intent', intentId)?.last_setup_error ??
    store.find('payment_intent', intentId)?.last_payment_error;
  if (!error) return invalidRequest('Your bank has not confirmed the card yet. Try again.');
  const { code, decline_code: declineCode, message = 'The payment was not completed.' } = error;
  return new ApiError(402, {
    type: 'card_error',
    message,
    ...(code ? { code } : {}),
    ...(declineCode ? { decline_code: declineCode } : {}),
  });
}

export function changeAddress(context: Context, id: string, form: RawParameters): object {
  const checkout = checkoutOf(context.store, id);
  if (checkout.session.status !== 'open') throw invalidRequest('This checkout is no longer open.');
  const country = textFrom(form, 'country')?.toUpperCase() ?? null;
  const typed = { city: null, line1: null, line2: null, state: null, postal_code: textFrom(form, 'postal_code') };
  const { session } = takeAddress(context, checkout, { ...typed, country });
  return { amount_total: session.amount_total };
}
