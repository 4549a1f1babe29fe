import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import { shortDate } from '#web/dates.ts';
import { seatCount } from './people-display.ts';

// Separate from order-display.ts, which brings the schemas of the order form: lists of orders do not need them.

/** Whether an order has an invoice that can still be paid. */
export const isUnpaid = (status: SeatOrder['status']) => status === 'unpaid' || status === 'overdue';

/**
 * Returns "Renews 24 Dec 2026", "Renews 24 Dec 2026 with 3 seats", "Ends 24 Dec 2026" or "Ended 24 Dec 2026"; null
 * without a renewal or an end.
 */
export function renewalText({
  renewsAt,
  endsAt,
  pendingSeats,
  status,
}: Pick<SeatOrder, 'renewsAt' | 'endsAt' | 'pendingSeats' | 'status'>) {
  if (endsAt !== null) return `${status === 'removed' ? 'Ended' : 'Ends'} ${shortDate(endsAt)}`;
  if (renewsAt === null) return null;
  const fewer = pendingSeats === null ? '' : ` with ${seatCount(pendingSeats)}`;
  return `Renews ${shortDate(renewsAt)}${fewer}`;
}

/** Returns "each month" or "each year" for the amount of seats of the plan; null for an order that is paid once. */
export const periodText = ({ plan }: Pick<SeatOrder, 'plan'>) =>
  plan === null ? null : plan === 'monthly' ? 'each month' : 'each year';

/** Returns "Card", or "Invoice, PO-2026-00902". */
export function paymentText({ payment, poNumber }: Pick<SeatOrder, 'payment' | 'poNumber'>): string {
  if (payment === 'card') return 'Card';
  return poNumber === null ? 'Invoice' : `Invoice, ${poNumber}`;
}
