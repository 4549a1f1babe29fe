import { useQuery } from '@tanstack/react-query';
import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import type { AdminOrganisationDetail } from '#contract/organisations/organisations-admin.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { usePageState } from '#web/platform/page-state.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { CancelOrder, InvoiceLink } from '../CancelOrder.tsx';
import { orderColumns } from '../order-columns.tsx';
import { isUnpaid } from '../order-list-display.ts';
import { nameOf, seatCount } from '../people-display.ts';
import { ordersOfQuery, useCancelOrderOf } from './api.ts';
import { ordersOfList } from './display.ts';

/** Lists an organisation's orders, and cancels unpaid ones (ORG-07). */
export function OrdersCard({ id }: AdminOrganisationDetail) {
  const [{ ordersPage }, change] = usePageState(ordersOfList);
  const list = {
    state: { page: ordersPage },
    isNarrowed: false,
    turnTo: (next: number, { replace = false } = {}) => change({ ordersPage: next }, { replace, keepScroll: true }),
    clear: () => change({ ordersPage: 1 }, { replace: true, keepScroll: true }),
  };
  const columns: DataTableColumn<SeatOrder>[] = [
    ...orderColumns,
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (order) => (isUnpaid(order.status) ? <Unpaid id={id} order={order} /> : null),
    },
  ];
  return (
    <section aria-labelledby="orders-of" className="flex flex-col gap-4">
      <h2 id="orders-of">Orders</h2>
      <ListPanel
        list={list}
        query={useQuery(ordersOfQuery(id, ordersPage))}
        noun={['order', 'orders']}
        failure="The orders did not load"
        none={{ title: 'No orders yet', description: 'Seats that its owners order appear here.' }}
      >
        {(orders) => <DataTable caption="Orders" columns={columns} rows={orders} rowKey={(order) => order.id} />}
      </ListPanel>
    </section>
  );
}

function Unpaid({ id, order }: { id: number; order: SeatOrder }) {
  const { id: orderId, seats, invoiceUrl } = order;
  const cancelling = useCancelOrderOf(id);
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {invoiceUrl ? <InvoiceLink url={invoiceUrl} title={nameOf(order)} /> : null}
      <CancelOrder what={`${seatCount(seats)}, ${nameOf(order)}`} orderId={orderId} cancelling={cancelling} />
    </span>
  );
}
