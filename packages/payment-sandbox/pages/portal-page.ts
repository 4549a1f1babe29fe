import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { idOf } from '../lists.ts';
import type { RawParameters } from '../parameters.ts';
import {
  addCard,
  cancelPlan,
  cardOf,
  changePlan,
  defaultCardOf,
  isNeeded,
  makeDefault,
  removeCard,
  renewPlan,
  subscriptionAt,
  type Visit,
  visitOf,
} from '../portal.ts';
import { periodOf } from '../subscriptions/items.ts';
import { type CardAnswer, unfinished } from './checkout-page.ts';
import { invoiceRows } from './invoice-page.ts';
import {
  cardFrom,
  html,
  type Markup,
  pageText,
  shownDate,
  shownInterval,
  shownMethod,
  shownMoney,
  textFrom,
} from './layout.ts';
import { planPage } from './portal-plan-page.ts';

/** Messages about the last action, by the value of `done` in the URL. */
const notices: Readonly<Record<string, string>> = {
  changed: 'Your plan was changed.',
  cancelled: 'Your plan will end as shown below.',
  renewed: 'Your plan goes on.',
  added: 'Your card was added.',
  default: 'This card will be charged from now on.',
  removed: 'Your card was removed.',
};

function portalPage(visit: Visit, productNames: ReadonlyMap<string, string>, done: string | null): string {
  const { features, session } = visit;
  const notice = notices[done ?? ''];
  return pageText({
    title: 'Billing',
    width: 'medium',
    content: html`${session.return_url ? html`<a class="back" href="${session.return_url}">Back</a>` : null}
<h1>Billing</h1>
${visit.customer.email ? html`<p class="quiet">For ${visit.customer.email}</p>` : null}
${notice ? html`<p class="notice" role="status">${notice}</p>` : null}
${plans(visit, productNames)}
${cards(visit)}
${features.invoice_history.enabled ? invoices(visit) : null}`,
  });
}

function plans(visit: Visit, productNames: ReadonlyMap<string, string>): Markup {
  const { subscriptions } = visit;
  return html`<section class="panel" aria-labelledby="plans-title">
<h2 id="plans-title">Current plan</h2>
${subscriptions.length === 0 ? html`<p class="quiet">There is no plan at the moment.</p>` : null}
${subscriptions.length > 0 ? html`<ul class="rows">${subscriptions.map((one) => plan(visit, one, productNames))}</ul>` : null}
</section>`;
}

function plan(visit: Visit, subscription: Stripe.Subscription, productNames: ReadonlyMap<string, string>): Markup {
  const { enabled } = visit.features.subscription_update;
  const mayChange = enabled && subscription.cancel_at === null && subscription.schedule === null;
  const method = cardOf(visit, subscription);
  const name = productNames.get(subscription.id) ?? 'Subscription';
  return html`<li><div>
<p><strong>${name}</strong> ${statusBadge(subscription)}<br>
${priceOf(subscription)}<br>
<span class="quiet">${whatComes(subscription)}${method ? ` Charged to ${shownMethod(method)}.` : ' No card is saved.'}</span></p>
</div>
<span class="actions">${mayChange ? html`<a class="button secondary" href="?plan=${subscription.id}">Change plan</a>` : null}${planAction(visit, subscription)}</span></li>`;
}

function statusBadge({ status, cancel_at: cancelAt, pause_collection: pause }: Stripe.Subscription): Markup {
  if (cancelAt !== null) return html`<span class="badge warning">Ends soon</span>`;
  if (pause !== null || status === 'paused') return html`<span class="badge warning">Paused</span>`;
  if (status === 'trialing') return html`<span class="badge good">Free trial</span>`;
  if (status === 'active') return html`<span class="badge good">Active</span>`;
  return html`<span class="badge warning">Payment due</span>`;
}

function priceOf({ items }: Stripe.Subscription): string {
  return items.data
    .map(({ price, quantity = 1 }) => {
      const amount = shownMoney((price.unit_amount ?? 0) * quantity, price.currency);
      return price.recurring ? `${amount} ${shownInterval(price.recurring)}` : amount;
    })
    .join(' + ');
}

function whatComes(subscription: Stripe.Subscription): string {
  const { end } = periodOf(subscription);
  if (subscription.schedule !== null) return `Changes to another plan on ${shownDate(end)}.`;
  if (subscription.cancel_at !== null) return `Ends on ${shownDate(subscription.cancel_at)}.`;
  if (subscription.status === 'trialing') return `Free until ${shownDate(end)}, then renews.`;
  return `Renews on ${shownDate(end)}.`;
}

function planAction({ session, features }: Visit, subscription: Stripe.Subscription): Markup | null {
  if (subscription.cancel_at !== null) return button(session, 'renew', subscription.id, 'Renew plan');
  if (!features.subscription_cancel.enabled) return null;
  return html`<a class="button secondary" href="?cancel=${subscription.id}">Cancel plan</a>`;
}

/** Form with one button. `label` is added to the button's accessible name, to tell apart buttons of several rows. */
function button({ id }: Visit['session'], action: string, subject: string, text: string, label?: string): Markup {
  const about = label ? html` aria-label="${text}: ${label}"` : null;
  return html`<form method="post" action="${id}/${action}"><button class="secondary" name="subject" value="${subject}"${about}>${text}</button></form>`;
}

function cards(visit: Visit): Markup {
  const { features, session } = visit;
  const mayChange = features.payment_method_update.enabled;
  const rows = visit.cards.map((method) => methodRow(visit, method, mayChange));
  return html`<section class="panel" aria-labelledby="cards-title">
<h2 id="cards-title">Payment methods</h2>
${rows.length === 0 ? html`<p class="quiet">No card is saved.</p>` : html`<ul class="rows">${rows}</ul>`}
${mayChange ? html`<p><a class="button secondary" href="${session.id}?add=card">Add a card</a></p>` : null}
</section>`;
}

function methodRow(visit: Visit, method: Stripe.PaymentMethod, mayChange: boolean): Markup {
  const isDefault = defaultCardOf(visit) === method.id;
  const name = shownMethod(method);
  const isInUse = isNeeded(visit, method);
  return html`<li><span>${name} ${isDefault ? html`<span class="badge good">Default</span>` : null}${isInUse && !isDefault ? html`<span class="badge">In use</span>` : null}</span>
${mayChange ? html`<span class="actions">${isDefault ? null : button(visit.session, 'default', method.id, 'Make default', name)}${isInUse ? null : button(visit.session, 'remove', method.id, 'Remove', name)}</span>` : null}</li>`;
}

function invoices(visit: Visit): Markup {
  return html`<section class="panel" aria-labelledby="invoices-title">
<h2 id="invoices-title">Invoice history</h2>
${visit.invoices.length === 0 ? html`<p class="quiet">There are no invoices yet.</p>` : invoiceRows(visit.invoices)}
</section>`;
}

/** Page that asks for confirmation before a plan is cancelled. */
function cancelPage(visit: Visit, subscriptionId: string): string {
  const subscription = subscriptionAt(visit, subscriptionId);
  const { end } = periodOf(subscription);
  const isNow = visit.features.subscription_cancel.mode === 'immediately';
  return pageText({
    title: 'Cancel your plan',
    content: html`<h1>Cancel your plan</h1>
<p>${isNow ? 'It ends at once.' : `You can use it until ${shownDate(end)}. Nothing is charged after that.`}</p>
<form method="post" action="${visit.session.id}/cancel" class="actions">
<button class="danger" name="subject" value="${subscription.id}">Cancel plan</button>
<a class="button secondary" href="${visit.session.id}">Keep plan</a>
</form>`,
  });
}

function newCardPage({ session }: Visit): string {
  return pageText({
    title: 'Add a card',
    script: 'card-page',
    content: html`<a class="back" href="${session.id}">Back</a>
<h1>Add a card</h1>
<section class="panel" aria-label="Card">
<form method="post" class="stack" novalidate data-confirm="/portal/${session.id}/card" data-finish="/portal/${session.id}/finish">
<div id="card"></div>
<p class="problem" role="alert" hidden></p>
<button class="whole">Add card</button>
</form>
</section>`,
  });
}

/** Returns the portal's page, or the page that the query names: to cancel or change a plan, or to add a card. */
export function showPortal(context: Context, id: string, query: URLSearchParams): string {
  const visit = visitOf(context, id);
  const cancelled = query.get('cancel');
  if (cancelled) return cancelPage(visit, cancelled);
  const changed = query.get('plan');
  if (changed) return planPage(context, visit, changed, query.get('price'));
  if (query.get('add') === 'card') return newCardPage(visit);
  return portalPage(visit, productNames(context, visit), query.get('done'));
}

/** Returns the names of the plans by subscription. */
function productNames({ store }: Context, { subscriptions }: Visit): Map<string, string> {
  return new Map(
    subscriptions.map(({ id, items }) => {
      const names = items.data.map(({ price }) => store.find('product', idOf(price.product) ?? '')?.name);
      return [id, names.filter(Boolean).join(', ')];
    }),
  );
}

/** Actions of the portal's buttons, each with the key of the message on the next page. */
const actions = {
  cancel: { act: cancelPlan, done: 'cancelled' },
  renew: { act: renewPlan, done: 'renewed' },
  plan: { act: changePlan, done: 'changed' },
  default: { act: makeDefault, done: 'default' },
  remove: { act: removeCard, done: 'removed' },
};

/** Handles a click on one of the portal's buttons. Returns the next page, relative to the URL of the click. */
export function changePortal(context: Context, id: string, action: keyof typeof actions, form: RawParameters): string {
  const { act, done } = actions[action];
  act(context, visitOf(context, id), textFrom(form, 'subject'), textFrom(form, 'price'));
  return `../${id}?done=${done}`;
}

/** Saves the submitted card. @throws ApiError with the page's message */
export function addCardOnPage(context: Context, id: string, form: RawParameters): CardAnswer {
  const intent = addCard(context, visitOf(context, id), cardFrom(form));
  if (intent.status === 'succeeded') return { redirect: `${id}?done=added` };
  return { step: String(intent.next_action?.use_stripe_sdk?.source), amount: '' };
}

/** Continues after the bank's page for a new card. @throws ApiError 402 or 400 when it was not saved */
export function finishCardOnPage({ store }: Context, id: string): CardAnswer {
  const setup = store.find('setup_intent', store.find('portal_setup', id)?.intent ?? '');
  if (setup?.status === 'succeeded') return { redirect: `${id}?done=added` };
  throw unfinished(store, setup?.id ?? '');
}
