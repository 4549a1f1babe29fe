import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import { shortDate } from '#web/dates.ts';
import { seatCount } from './people-display.ts';

// Lists of orders load this file alone: order-display.ts brings the shapes of the order form.

/** Whether an order has an invoice that can still be paid. */
export const isUnpaid = (status: SeatOrder['status']) => status === 'unpaid' || status === 'overdue';

/** "Renews 24 Dec", "Renews 24 Dec with 3 seats" or "Ends 24 Dec"; null for what is paid once. */
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

/** "each month" beside the amount of seats of the plan; nothing for what is paid once. */
export const periodText = ({ plan }: Pick<SeatOrder, 'plan'>) =>
  plan === null ? null : plan === 'monthly' ? 'each month' : 'each year';

/** "Card", or "Invoice, PO-2026-00902". */
export function paymentText({ payment, poNumber }: Pick<SeatOrder, 'payment' | 'poNumber'>): string {
  if (payment === 'card') return 'Card';
  return poNumber === null ? 'Invoice' : `Invoice, ${poNumber}`;
}
