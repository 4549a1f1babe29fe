import type { Plan } from '#contract/commerce/plans.ts';
import type { PurchaseQuery } from '#contract/commerce/purchases.ts';
import type { OpenOrder, SeatOrder } from '#contract/commerce/purchases-seats.ts';
import { domainOfAddress } from '#contract/email-addresses.ts';
import { maximumChargeMinor, toMajor } from '#contract/money.ts';
import {
  checkUnpaid,
  decideCredit,
  hasOrder,
  mailInvoiceCopy,
  mailOverdue,
  type OverdueReminders,
  overdueAtOnce,
} from '#server/commerce/purchases/order-actions.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import type { Wish } from '#server/commerce/subscriptions/attempt-actions.ts';
import { seatPriceMinor } from '#server/commerce/subscriptions/price-actions.ts';
import type { PlanOrder, Subscription } from '#server/commerce/subscriptions/rules.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as store from './order-store.ts';
import { lockOrganisation, mayBill } from './store.ts';

/** Page size when the query names none. */
const longestList = 200;

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

/**
 * Lists the orders of an organisation, newest first, with their number (SEAT-04). The caller must have checked the
 * role. An invoice belongs to its payer, so only the payer gets its id.
 */
export async function listOrders(
  ctx: MemberContext,
  organisationId: number,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ orders: SeatOrder[]; total: number }> {
  const rows = await store.listOrders(ctx.db, organisationId, { limit: pageSize, offset: (page - 1) * pageSize });
  const orders = rows.map((row) => ({
    id: row.id,
    kind: row.plan === null ? ('resource' as const) : ('plan' as const),
    resourceId: row.resource_id,
    title: row.title,
    plan: row.plan,
    seats: row.seats,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    payment: row.by_invoice ? ('invoice' as const) : ('card' as const),
    status: row.status,
    orderedAt: row.ordered_at.toISOString(),
    renewsAt: isoOf(row.renews_at),
    pendingSeats: row.pending_seats,
    endsAt: isoOf(row.ends_at),
    payer: row.payer,
    poNumber: row.po_number,
    invoiceUrl: row.invoice_url,
    dueAt: isoOf(row.invoice_due_at),
    worksUntil: isoOf(row.credit_until),
    documentId: row.user_id === ctx.actor.userId ? row.document_id : null,
  }));
  return { orders, total: await store.countOrders(ctx.db, organisationId) };
}

/**
 * Checks that the publisher can expect an invoice to be paid (SEAT-02): it goes to an address in a proven domain, or an
 * administrator confirmed the organisation. The caller must have checked the role.
 * @param email where the invoice is sent; null for the caller's own address
 * @throws purchases.payer-unverified, purchases.invoice-unconfirmed
 */
export async function checkInvoice(
  ctx: MemberContext,
  { organisationId, email }: { organisationId: number; email: string | null },
): Promise<void> {
  const payer = await getUser(ctx, ctx.actor.userId);
  if (!payer.emailVerified) throw fail('purchases.payer-unverified');
  const domain = domainOfAddress(email ?? payer.email);
  if (!(await mayBill(ctx.db, organisationId, domain))) throw fail('purchases.invoice-unconfirmed');
}

/** Seats of the plan that an owner orders. */
export type WantedPlan = PlanOrder & { plan: Plan };

/** A subscription that an organisation ordered. */
export type OrderedPlan = Subscription & { order: NonNullable<Subscription['order']> };

/**
 * Returns the wish for the subscription of an order at today's price (SEAT-01).
 * @throws purchases.plan-not-offered, purchases.above-maximum, purchases.payer-unverified
 */
export async function wishFor(
  ctx: MemberContext,
  { plan, ...wanted }: WantedPlan,
  { currency, portal }: { currency: string; portal: Portal },
): Promise<Wish> {
  const payer = await getUser(ctx, ctx.actor.userId);
  // Only verified members, because the invoice is mailed to any address that the caller names.
  if (wanted.billing && !payer.emailVerified) throw fail('purchases.payer-unverified');
  const amountMinor = await seatPriceMinor(ctx, { plan, seats: wanted.seats, currency });
  if (amountMinor * wanted.seats > maximumChargeMinor) throw fail('purchases.above-maximum');
  const billing = wanted.billing && { ...wanted.billing, email: wanted.billing.email ?? payer.email };
  const { productName } = await portal.site(ctx);
  return {
    resourceId: null,
    plan,
    amountMinor,
    currency,
    title: `${productName} Subscription`,
    order: { ...wanted, billing },
  };
}

/**
 * Records an order whose invoice was sent, once, and mails the owner a copy of the invoice. The seats work at once
 * while the unpaid invoices of the organisation stay within its credit limit (SEAT-02).
 */
export async function recordSent(
  ctx: Context,
  { id, userId, order, currency, productName }: OrderedPlan,
  { graceDays, portal }: { graceDays: number; portal: Portal },
): Promise<void> {
  const { organisationId, orderId, seats, owed } = order;
  if (!owed?.dueAt || !owed.url) return;
  const { amountMinor, url, dueAt } = owed;
  const { isWithin } = await decideCredit(ctx, { organisationId, amountMinor, currency });
  const isNew = await store.updateSent(ctx.db, id, isWithin ? daysLater(dueAt, graceDays) : null);
  if (!isNew) return;
  const entry = { action: 'order-by-invoice', object: 'organisation', objectId: organisationId } as const;
  const after = { orderId, seats, amountMinor, currency, worksAtOnce: isWithin };
  await audit(ctx, { ...entry, memberId: userId, after });
  const title = productName ?? (await portal.site(ctx)).productName;
  const copy = { orderId, userId, amountMinor, currency, title, seats, url, dueAt, worksAtOnce: isWithin };
  await mailInvoiceCopy(ctx, copy, portal);
}

/**
 * Rejects an order of the plan by invoice as `checkUnpaid` does, unless its invoice was sent before.
 * @throws purchases.invoices-unpaid
 */
export async function checkUnpaidPlan(ctx: Context, { order, amountMinor, currency }: Subscription): Promise<void> {
  if (!order?.billing || order.owed) return;
  await checkUnpaid(ctx, { organisationId: order.organisationId, amountMinor, currency });
}

/** Lists the interrupted orders by invoice that `listUnsent` of the store finds. */
export async function listUnsent(ctx: Context): Promise<Subscription[]> {
  const ids = await store.listUnsent(ctx.db);
  return Promise.all(ids.map((id) => getSubscription(ctx, id)));
}

function daysLater(from: Date, days: number): Date {
  const later = new Date(from);
  later.setUTCDate(later.getUTCDate() + days);
  return later;
}

export function showSent({ order, amountMinor, currency }: OrderedPlan): OpenOrder {
  const { orderId, owed, creditUntil } = order;
  return {
    id: orderId,
    status: 'unpaid',
    amount: toMajor(owed?.amountMinor ?? amountMinor, currency),
    listPrice: toMajor(amountMinor, currency),
    currency,
    promoCode: null,
    tax: null,
    invoiceUrl: owed?.url ?? null,
    dueAt: owed?.dueAt?.toISOString() ?? null,
    worksUntil: creditUntil?.toISOString() ?? null,
  };
}

/** Finds an order of the plan; null for an order of a resource or an unknown one. */
export async function findPlan(ctx: Context, organisationId: number, orderId: number): Promise<OrderedPlan | null> {
  const id = await store.findSubscriptionId(ctx.db, organisationId, orderId);
  return id === null ? null : orderedPlan(await getSubscription(ctx, id));
}

/**
 * Returns an order of the plan.
 * @throws purchases.order-fixed for an order of a resource, purchases.order-not-found
 */
export async function getPlan(ctx: Context, organisationId: number, orderId: number): Promise<OrderedPlan> {
  const plan = await findPlan(ctx, organisationId, orderId);
  if (plan) return plan;
  throw fail((await hasOrder(ctx, organisationId, orderId)) ? 'purchases.order-fixed' : 'purchases.order-not-found');
}

export function orderedPlan(row: Subscription): OrderedPlan {
  const { order } = row;
  if (!order) throw new Error(`Subscription ${row.id} is a member's own`);
  return { ...row, order };
}

/**
 * Rejects a number of seats below the number in use. The organisation stays locked, so that no seat is assigned until
 * the transaction ends.
 * @throws purchases.seats-in-use
 */
export async function checkInUse(ctx: Context, { id, order }: OrderedPlan, seats: number): Promise<void> {
  await lockOrganisation(ctx.db, order.organisationId);
  const inUse = await store.countInUse(ctx.db, id);
  if (inUse > seats) throw fail('purchases.seats-in-use', { inUse });
}

/**
 * Holds the amount of an invoice for more seats in the credit limit, until the invoice is recorded. The organisation is
 * locked, so neither two changes nor a change and an order both use the rest of the limit.
 * @throws purchases.change-under-way, purchases.above-credit
 */
export async function holdCredit(
  ctx: Context,
  { id, order, currency }: OrderedPlan,
  amountMinor: number,
): Promise<void> {
  const { organisationId, seats } = order;
  await lockOrganisation(ctx.db, organisationId);
  if (!(await store.holdCredit(ctx.db, id, { seats, amountMinor }))) throw fail('purchases.change-under-way');
  // The used part of the limit includes the held amount already, so 0 is added.
  const { isWithin } = await decideCredit(ctx, { organisationId, amountMinor: 0, currency });
  if (!isWithin) throw fail('purchases.above-credit');
}

/** Releases the amount that `holdCredit` held. */
export function releaseCredit(ctx: Context, { id }: OrderedPlan): Promise<void> {
  return store.releaseCredit(ctx.db, id);
}

/**
 * Mails the owner who ordered a plan once when its first invoice is overdue, in parts as `remindOverdue` does; later
 * invoices have the mails of a subscription (BILL-24).
 */
export async function remindOverduePlans(
  ctx: Context,
  { after, portal, failures }: OverdueReminders,
): Promise<number | null> {
  const site = await portal.site(ctx);
  const overdue = await store.listOverdue(ctx.db, after, overdueAtOnce);
  for (const id of overdue) {
    await failures.attemptInside(ctx.db, `subscription ${id}`, async () => {
      const { userId, order, currency, productName } = orderedPlan(await getSubscription(ctx, id));
      const { orderId, seats, owed, creditUntil: pausesAt } = order;
      if (!owed?.url) return;
      const { amountMinor, url } = owed;
      const title = productName ?? site.productName;
      await mailOverdue(ctx, { orderId, userId, amountMinor, currency, title, seats, url, pausesAt }, site);
    });
  }
  return overdue.length < overdueAtOnce ? null : (overdue.at(-1) ?? null);
}
