import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { previewInvoice } from '../invoices/preview.ts';
import { idOf } from '../lists.ts';
import { otherPlans, planChange, subscriptionAt, type Visit, waitsForPeriod } from '../portal.ts';
import { periodOf } from '../subscriptions/items.ts';
import { html, type Markup, pageText, shownDate, shownInterval, shownMoney } from './layout.ts';

/** Page with the plans that a customer may change to, or with the cost of the change once a plan is chosen. */
export function planPage(context: Context, visit: Visit, planId: string, priceId: string | null): string {
  const plan = subscriptionAt(visit, planId);
  const offered = otherPlans(context, visit, plan);
  const chosen = offered.find(({ id }) => id === priceId);
  return pageText({
    title: 'Change your plan',
    content: html`<a class="back" href="${visit.session.id}">Back</a>
<h1>Change your plan</h1>
${chosen ? confirmation(context, visit, plan, chosen) : choices(context, plan, offered)}`,
  });
}

function choices(context: Context, plan: Stripe.Subscription, offered: readonly Stripe.Price[]): Markup {
  if (offered.length === 0) return html`<p>There is no other plan at the moment.</p>`;
  return html`<section class="panel" aria-label="Plans"><ul class="rows">${offered.map(
    (price) => html`<li><span><strong>${nameOf(context, price)}</strong><br>${priceText(price)}</span>
<a class="button secondary" href="?plan=${plan.id}&price=${price.id}" aria-label="Choose ${nameOf(context, price)}, ${priceText(price)}">Choose</a></li>`,
  )}</ul></section>`;
}

function confirmation(context: Context, visit: Visit, plan: Stripe.Subscription, price: Stripe.Price): Markup {
  return html`<p>${nameOf(context, price)}, ${priceText(price)}.</p>
<p>${costText(context, visit, plan, price)}</p>
<form method="post" action="${visit.session.id}/plan" class="actions">
<input type="hidden" name="price" value="${price.id}">
<button name="subject" value="${plan.id}">Change plan</button>
<a class="button secondary" href="${visit.session.id}">Keep plan</a>
</form>`;
}

function costText(context: Context, visit: Visit, plan: Stripe.Subscription, price: Stripe.Price): string {
  if (waitsForPeriod(visit, plan, price)) {
    return `Your plan changes on ${shownDate(periodOf(plan).end)}. Nothing is charged before.`;
  }
  const change = planChange(visit, plan, price);
  const invoice = previewInvoice(context, { subscription: plan.id, subscription_details: change });
  const amount = shownMoney(invoice.amount_due, invoice.currency);
  const isNow = change.proration_behavior === 'always_invoice' || invoice.billing_reason === 'subscription_update';
  return isNow ? `You pay ${amount} now.` : `Your next invoice on ${shownDate(periodOf(plan).end)} is ${amount}.`;
}

function nameOf({ store }: Context, price: Stripe.Price): string {
  const product = store.find('product', idOf(price.product) ?? '');
  if (product) return product.name;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'This plan is no longer offered.' });
}

function priceText(price: Stripe.Price): string {
  const amount = shownMoney(price.unit_amount ?? 0, price.currency);
  return price.recurring ? `${amount} ${shownInterval(price.recurring)}` : amount;
}
