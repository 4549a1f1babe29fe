import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import { shortDate } from '#web/dates.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { Price } from '#web/ui/Price.tsx';
import { isUnpaid, paymentText, periodText, renewalText } from './order-list-display.ts';
import { nameOf, seatCount } from './people-display.ts';

const stateNames: Record<SeatOrder['status'], string> = {
  paid: 'Paid',
  refunded: 'Refunded',
  dispute_lost: 'Returned by the bank',
  removed: 'Ended',
  unpaid: 'Unpaid',
  overdue: 'Overdue',
  canceled: 'Cancelled',
};

const stateTones: Partial<Record<SeatOrder['status'], BadgeTone>> = {
  paid: 'success',
  unpaid: 'warning',
  overdue: 'danger',
};

/** Columns of an order, without actions, because these differ for owners and administrators. */
export const orderColumns: DataTableColumn<SeatOrder>[] = [
  {
    key: 'what',
    header: 'What',
    kind: 'subject',
    cell: ({ seats, ...order }) => (
      <span className="flex flex-col wrap-anywhere">
        {seatCount(seats)}, {nameOf(order)}
        <span className="text-xs font-normal text-muted-foreground">{paymentText(order)}</span>
      </span>
    ),
  },
  {
    key: 'day',
    header: 'Ordered',
    cell: ({ orderedAt, payer }) => (
      <span className="flex flex-col max-md:items-end">
        <span className="whitespace-nowrap tabular-nums">{shortDate(orderedAt)}</span>
        <span className="text-xs wrap-anywhere text-muted-foreground">by {payer ?? 'a deleted account'}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (order) => (
      <span className="flex flex-col">
        <Price amount={order.amount} currency={order.currency} />
        {order.plan ? (
          <span className="text-xs whitespace-nowrap text-muted-foreground">{periodText(order)}</span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ status, dueAt, worksUntil, ...dates }) => (
      <span className="flex flex-col gap-1 max-md:items-end">
        <Badge tone={stateTones[status] ?? 'neutral'}>{stateNames[status]}</Badge>
        {isUnpaid(status) && dueAt ? (
          <span className="text-xs text-muted-foreground tabular-nums">
            <span className="whitespace-nowrap">Due {shortDate(dueAt)}</span>
            {worksUntil ? `, seats work until ${shortDate(worksUntil)}` : null}
          </span>
        ) : null}
        <span className="text-xs text-muted-foreground tabular-nums">{renewalText({ ...dates, status })}</span>
      </span>
    ),
  },
];
