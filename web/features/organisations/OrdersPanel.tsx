import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '#contract/organisations.ts';
import type { SeatOrder } from '#contract/purchases-seats.ts';
import { ListPanel } from '../../admin/ListPanel.tsx';
import { useList } from '../../admin/list-state.ts';
import { shortDate } from '../../dates.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { Price } from '../../ui/Price.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { ordersQuery } from './api.ts';
import { organisationList } from './display.ts';
import { seatCount } from './people-display.ts';

const stateNames: Record<SeatOrder['status'], string> = {
  paid: 'Paid',
  refunded: 'Refunded',
  dispute_lost: 'Returned by the bank',
  removed: 'Ended',
};

/** An order without its invoice, which is its payer's. */
export const orderColumns: DataTableColumn<SeatOrder>[] = [
  {
    key: 'what',
    header: 'What',
    kind: 'subject',
    cell: ({ seats, title }) => (
      <span className="wrap-anywhere">
        {seatCount(seats)}, {title}
      </span>
    ),
  },
  {
    key: 'day',
    header: 'Ordered',
    cell: ({ orderedAt }) => <span className="tabular-nums">{shortDate(orderedAt)}</span>,
  },
  { key: 'payer', header: 'Paid by', cell: ({ payer }) => payer ?? 'Account deleted' },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (order) => <Price amount={order.amount} currency={order.currency} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ status }) => <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{stateNames[status]}</Badge>,
  },
];

const columns: DataTableColumn<SeatOrder>[] = [
  ...orderColumns,
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ documentId, title }) =>
      documentId === null ? null : <DocumentButton id={documentId} kind="invoice" subject={title} size="small" />,
  },
];

/** What the organisation has bought, for its owners (SEAT-04). */
export function OrdersPanel({ organisation: { id } }: { organisation: Organisation }) {
  const list = useList(organisationList);
  return (
    <section aria-labelledby="seat-orders" className="flex flex-col gap-4">
      <h2 id="seat-orders">Orders</h2>
      <ListPanel
        list={list}
        query={useQuery(ordersQuery(id, list.state.page))}
        noun={['order', 'orders']}
        failure="The orders did not load"
        none={{ title: 'No orders yet', description: 'Seats that you order appear here with their invoice.' }}
        noMatch={{ title: 'No match', description: 'Go back to the first page.' }}
      >
        {(orders) => <DataTable caption="Orders" columns={columns} rows={orders} rowKey={({ id: order }) => order} />}
      </ListPanel>
      <p className="text-sm text-muted-foreground">An invoice can be downloaded by the person who paid it.</p>
    </section>
  );
}
