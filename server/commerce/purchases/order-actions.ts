import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type {
  CreditLimitForm,
  OpenOrder,
  OrderBilling,
  OrganisationCredit,
} from '#contract/commerce/purchases-seats.ts';
import { formatMoney, maximumChargeMinor, toMajor, toMinor } from '#contract/money.ts';
import { recordConsent } from '#server/commerce/payments/actions.ts';
import { showTax } from '#server/commerce/payments/tax-rules.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal, Site } from '#server/platform/mail/layout.ts';
import { checkSale } from './attempt-actions.ts';
import { lockAttempt, supersedeAttempt } from './attempt-store.ts';
import { invoiceOverdueMail, invoiceSentMail } from './emails.ts';
import * as store from './order-store.ts';
import { type Attempt, type SeatOrder, saleTitle } from './rules.ts';
import { getBuyer, getTitle } from './store.ts';

export type InvoiceOrder = SeatOrder & { resourceId: number; billing: OrderBilling };

/** An order by invoice, with the title and list price (minor units) for its page. */
export type OpenedOrder = { attempt: Attempt; title: string; listMinor: number };

/**
 * Opens an order by invoice, or returns the caller's open one with the same seats and billing, so that a repeated call
 * sends one invoice (SEAT-02). The ordering page shows the consent text beside its button.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.payer-unverified,
 * purchases.invoice-open, purchases.invoices-unpaid
 */
export async function openInvoiceOrder(ctx: MemberContext, wanted: InvoiceOrder): Promise<OpenedOrder> {
  const { resourceId, organisationId, seats } = wanted;
  const { userId } = ctx.actor;
  const payer = await getUser(ctx, userId);
  // Only verified members, because the invoice is mailed to any address that the caller names.
  if (!payer.emailVerified) throw fail('purchases.payer-unverified');
  const order = { organisationId, seats };
  const { title, listMinor, currency } = await checkSale(ctx, { resourceId, code: null, gift: null, order });
  const billing = { ...wanted.billing, email: wanted.billing.email ?? payer.email };
  const made = await store.insertInvoiceOrder(ctx.db, {
    ...order,
    userId,
    resourceId,
    amountMinor: listMinor,
    currency,
    billing,
  });
  if (made) {
    await checkUnpaid(ctx, { organisationId, amountMinor: listMinor, currency });
    await recordConsent(ctx, { attemptId: made.id }, currentConsent);
  }
  const attempt = made ?? (await store.findInvoiceOrder(ctx.db, organisationId, resourceId));
  const isSame = attempt?.userId === userId && attempt.order?.seats === seats && isEqual(attempt, billing);
  if (!attempt || !isSame) throw fail('purchases.invoice-open');
  return { attempt, title, listMinor };
}

/**
 * Sum of unpaid invoices at which an organisation can no longer order by invoice, unless its credit limit is higher; in
 * minor units of any currency.
 */
const mostUnpaidMinor = Math.floor(maximumChargeMinor / 20);

/**
 * Rejects a new order by invoice when the other unpaid ones of the organisation have reached the limit (SEAT-02). Locks the
 * organisation, so that orders at the same time count each other. The caller must have inserted the order in this
 * transaction.
 * @throws purchases.invoices-unpaid
 */
export async function checkUnpaid(
  ctx: Context,
  { organisationId, amountMinor, currency }: { organisationId: number; amountMinor: number; currency: string },
): Promise<void> {
  const credit = await store.lockCredit(ctx.db, organisationId);
  const { orderedMinor } = await store.sumOwed(ctx.db, organisationId, currency);
  const limitMinor = credit?.currency === currency ? credit.limitMinor : 0;
  const mostMinor = Math.max(mostUnpaidMinor, limitMinor);
  if (orderedMinor - amountMinor < mostMinor) return;
  throw fail('purchases.invoices-unpaid', { limit: formatMoney(toMajor(mostMinor, currency), currency) });
}

function isEqual({ invoice }: Attempt, billing: OrderBilling): boolean {
  if (!invoice) return false;
  const { name, address, town, postcode, country, taxId, poNumber, email, dueDays } = invoice.billing;
  const kept: OrderBilling = { name, address, town, postcode, country, taxId, poNumber, email, dueDays };
  const sent: OrderBilling = { ...kept, ...billing };
  return JSON.stringify(kept) === JSON.stringify(sent);
}

/** Returns the description of the line of an order's invoice, such as "10 seats: …". */
export async function describeOrder(ctx: Context, { resourceId, order }: Attempt): Promise<string> {
  return saleTitle(await getTitle(ctx.db, resourceId), order?.seats ?? null);
}

/** Cancels an order whose invoice could not be made; does nothing once the invoice was sent. */
export function dropOrder(ctx: Context, attemptId: number): Promise<void> {
  return store.cancelUnsent(ctx.db, attemptId);
}

/** Records the draft invoice that Stripe made for an order. */
export function recordDraft(ctx: Context, attemptId: number, stripeInvoiceId: string): Promise<void> {
  return store.updateOrderDraft(ctx.db, attemptId, stripeInvoiceId);
}

/**
 * Records the invoice that was sent and mails a copy to the owner who ordered, once. The seats work at once while the
 * unpaid invoices whose seats work, with this one, remain within the organisation's credit limit; the organisation is
 * locked, so two orders never both use the rest of the limit. When the organisation has been closed, its orders without
 * working seats are given up.
 */
export async function recordSent(
  ctx: Context,
  { id, userId, resourceId, order, currency }: Attempt,
  sent: store.SentInvoice,
  { graceDays, portal }: { graceDays: number; portal: Portal },
): Promise<void> {
  if (!order) return;
  const { organisationId, seats } = order;
  const { isWithin, isClosed } = await decideCredit(ctx, { organisationId, amountMinor: sent.amountMinor, currency });
  const recorded = await store.updateOrderSent(ctx.db, id, sent, isWithin ? graceDays : null);
  if (!recorded) return;
  if (isClosed) await store.supersedeWaitingOrders(ctx.db, organisationId);
  const after = { resourceId, seats, amountMinor: sent.amountMinor, currency, worksAtOnce: isWithin };
  const entry = { action: 'order-by-invoice', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, { ...entry, memberId: userId, after });
  const title = await getTitle(ctx.db, resourceId);
  await mailInvoiceCopy(ctx, { orderId: id, userId, ...sent, currency, title, seats, worksAtOnce: isWithin }, portal);
}

/** Locks an organisation and decides whether an invoice keeps within its credit limit (SEAT-02). */
export async function decideCredit(
  ctx: Context,
  { organisationId, amountMinor, currency }: { organisationId: number; amountMinor: number; currency: string },
): Promise<{ isWithin: boolean; isClosed: boolean }> {
  const credit = await store.lockCredit(ctx.db, organisationId);
  const { usedMinor } = await store.sumOwed(ctx.db, organisationId, currency);
  const isWithin =
    credit?.isClosed === false && credit.currency === currency && usedMinor + amountMinor <= credit.limitMinor;
  return { isWithin, isClosed: credit?.isClosed ?? true };
}

type CopiedInvoice = Parameters<typeof invoiceSentMail>[0] & { orderId: number; userId: number };

/** Mails the owner who ordered a copy of the invoice, once. */
export async function mailInvoiceCopy(
  ctx: Context,
  { orderId, userId, ...ordered }: CopiedInvoice,
  portal: Portal,
): Promise<void> {
  const buyer = await getBuyer(ctx.db, userId);
  if (!buyer.email) return;
  const mail = invoiceSentMail(ordered, buyer, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `seat-invoice:${orderId}` }, { ...mail, to: buyer.email });
}

/**
 * Gives up an order whose invoice is unpaid. The caller must then void the invoice at Stripe.
 * @param mayWork whether an order whose seats work already can be given up too
 * @throws purchases.order-not-found, purchases.order-final, purchases.order-in-use
 */
export async function giveUpOrder(
  ctx: MemberContext,
  { organisationId, orderId, mayWork }: { organisationId: number; orderId: number; mayWork: boolean },
): Promise<Attempt> {
  const attempt = await store.lockInvoiceOrder(ctx.db, organisationId, orderId);
  if (!attempt) throw fail('purchases.order-not-found');
  if (attempt.status !== 'open' && attempt.status !== 'superseded') throw fail('purchases.order-final');
  if (attempt.invoice?.creditUntil && !mayWork) throw fail('purchases.order-in-use');
  const entry = { action: 'cancel-order', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, { ...entry, memberId: attempt.userId, before: { orderId, amountMinor: attempt.amountMinor } });
  return supersedeAttempt(ctx.db, orderId);
}

export function hasOrder(ctx: Context, organisationId: number, orderId: number): Promise<boolean> {
  return store.hasOrder(ctx.db, organisationId, orderId);
}

/**
 * Rejects the cancellation of an order that Stripe did not cancel, because it was paid just before or its payment is
 * under way.
 * @throws purchases.order-final
 */
export async function requireCancelled(ctx: Context, organisationId: number, orderId: number): Promise<void> {
  const attempt = await store.lockInvoiceOrder(ctx.db, organisationId, orderId);
  if (attempt?.status !== 'canceled') throw fail('purchases.order-final');
}

/** Number of overdue orders whose reminders one transaction queues. */
export const overdueAtOnce = 100;

export type OverdueReminders = { after: number; portal: Portal; failures: ItemFailures };

/**
 * Mails the owner who ordered, once for each order, that the invoice became overdue in the last 3 days; of the orders
 * with an id above `after`, `overdueAtOnce`. The mail names the day on which working seats pause (SEAT-04).
 * @returns the id after which the next call goes on; null at the end
 */
export async function remindOverdue(
  ctx: Context,
  { after, portal, failures }: OverdueReminders,
): Promise<number | null> {
  const site = await portal.site(ctx);
  const overdue = await store.listOverdue(ctx.db, after, overdueAtOnce);
  for (const { id, userId, resourceId, amountMinor, currency, order, invoice } of overdue) {
    if (!order || !invoice?.url) continue;
    const { url, creditUntil: pausesAt } = invoice;
    const { seats } = order;
    await failures.attemptInside(ctx.db, `order ${id}`, async () => {
      const title = await getTitle(ctx.db, resourceId);
      await mailOverdue(ctx, { orderId: id, userId, amountMinor, currency, title, seats, url, pausesAt }, site);
    });
  }
  return overdue.length < overdueAtOnce ? null : (overdue.at(-1)?.id ?? null);
}

type OverdueInvoice = Parameters<typeof invoiceOverdueMail>[0] & { orderId: number; userId: number };

/** Mails the owner who ordered, once, that an invoice is overdue. */
export async function mailOverdue(
  ctx: Context,
  { orderId, userId, ...overdue }: OverdueInvoice,
  site: Site,
): Promise<void> {
  const buyer = await getBuyer(ctx.db, userId);
  if (!buyer.email) return;
  const mail = invoiceOverdueMail(overdue, buyer, site);
  await queueMail(ctx.db, { kind: 'money', key: `seat-invoice-overdue:${orderId}` }, { ...mail, to: buyer.email });
}

/**
 * Gives up the unpaid orders, without working seats, of an organisation that closes; the reconciler voids their
 * invoices (ORG-09).
 */
export function giveUpWaiting(ctx: Context, organisationId: number): Promise<void> {
  return store.supersedeWaitingOrders(ctx.db, organisationId);
}

/**
 * Returns an order after its invoice was sent.
 * @throws purchases.provider-failed when the invoice was not sent, because it was deleted or voided at Stripe
 */
export async function getSent(ctx: Context, { attempt, ...about }: OpenedOrder): Promise<OpenedOrder> {
  const sent = await lockAttempt(ctx.db, attempt.id);
  if (sent.intentId === null) throw fail('purchases.provider-failed');
  return { ...about, attempt: sent };
}

export function showOrder({ attempt, listMinor }: Pick<OpenedOrder, 'attempt' | 'listMinor'>): OpenOrder {
  const { id, amountMinor, currency, tax, invoice } = attempt;
  return {
    id,
    status: 'unpaid',
    amount: toMajor(amountMinor, currency),
    listPrice: toMajor(listMinor, currency),
    currency,
    promoCode: null,
    tax: showTax(tax, { totalMinor: amountMinor, currency }),
    invoiceUrl: invoice?.url ?? null,
    dueAt: invoice?.dueAt?.toISOString() ?? null,
    worksUntil: invoice?.creditUntil?.toISOString() ?? null,
  };
}

/**
 * Returns the debt and the credit limit of an organisation (ORG-07). The caller must have checked that the organisation
 * exists.
 */
export async function getCredit(
  ctx: Context,
  organisationId: number,
  portalCurrency: string,
): Promise<OrganisationCredit> {
  const credit = await store.findCredit(ctx.db, organisationId);
  const currency = credit?.currency ?? portalCurrency;
  const { outstandingMinor, overdueMinor, usedMinor } = await store.sumOwed(ctx.db, organisationId, currency);
  const major = (amountMinor: number) => toMajor(amountMinor, currency);
  return {
    currency,
    limit: major(credit?.limitMinor ?? 0),
    outstanding: major(outstandingMinor),
    overdue: major(overdueMinor),
    used: major(usedMinor),
  };
}

/**
 * Sets the credit limit of an organisation in the portal's currency. Seats that work already remain.
 * @throws purchases.credit-limit
 */
export async function setCreditLimit(
  ctx: MemberContext,
  organisationId: number,
  { amount, currency }: CreditLimitForm & { currency: string },
): Promise<OrganisationCredit> {
  const limitMinor = toMinor(amount, currency);
  if (limitMinor === null) throw fail('purchases.credit-limit');
  const before = await store.lockCredit(ctx.db, organisationId);
  await store.updateCreditLimit(ctx.db, organisationId, { limitMinor, currency });
  const entry = { action: 'set-credit-limit', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, {
    ...entry,
    before: { limitMinor: before?.limitMinor ?? 0, currency: before?.currency ?? currency },
    after: { limitMinor, currency },
  });
  return getCredit(ctx, organisationId, currency);
}
