import type { SeatOrder } from '#contract/purchases-seats.ts';

// Lists of orders load this file alone: order-display.ts brings the shapes of the order form.

/** Whether an order has an invoice that can still be paid. */
export const isUnpaid = (status: SeatOrder['status']) => status === 'unpaid' || status === 'overdue';

/** "Card", or "Invoice, PO-2026-00902". */
export function paymentText({ payment, poNumber }: Pick<SeatOrder, 'payment' | 'poNumber'>): string {
  if (payment === 'card') return 'Card';
  return poNumber === null ? 'Invoice' : `Invoice, ${poNumber}`;
}
