import { toMajor } from '#contract/money.ts';
import type { PurchaseQuery } from '#contract/purchases.ts';
import type { SeatOrder } from '#contract/purchases-seats.ts';
import type { MemberContext } from '#server/platform/context.ts';
import * as store from './order-store.ts';

/** The number of orders in a reply when the caller asks for no page. */
const longestList = 200;

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

/**
 * What an organisation has ordered, newest first, and how many orders there are (SEAT-04). The caller has checked the
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
