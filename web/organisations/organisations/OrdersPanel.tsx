import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { DocumentButton } from '#web/commerce/payments/DocumentButton.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { ordersQuery, useCancelOrder, useChangeSeats } from './api.ts';
import { CancelOrder, InvoiceLink } from './CancelOrder.tsx';
import { organisationList } from './display.ts';
import { orderColumns } from './order-columns.tsx';
import { isUnpaid } from './order-list-display.ts';
import { nameOf, seatCount } from './people-display.ts';

const columnsOf = (organisationId: number): DataTableColumn<SeatOrder>[] => [
  ...orderColumns,
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (order) => <OrderActions organisationId={organisationId} order={order} />,
  },
];

function OrderActions({ organisationId, order }: { organisationId: number; order: SeatOrder }) {
  const { documentId, status, invoiceUrl, worksUntil, seats, id, plan } = order;
  const name = nameOf(order);
  const cancelling = useCancelOrder(organisationId);
  const runs = plan !== null && (order.renewsAt !== null || order.endsAt !== null) && status !== 'removed';
  const mayCancel = runs ? order.endsAt === null : isUnpaid(status) && worksUntil === null;
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-end">
      {documentId === null ? null : <DocumentButton id={documentId} kind="invoice" subject={name} size="small" />}
      {isUnpaid(status) && invoiceUrl ? <InvoiceLink url={invoiceUrl} title={name} /> : null}
      {runs && status !== 'overdue' ? <PlanActions organisationId={organisationId} order={order} /> : null}
      {mayCancel ? (
        <CancelOrder what={`${seatCount(seats)}, ${name}`} cancelling={cancelling} orderId={id} isPlan={runs} />
      ) : null}
    </span>
  );
}

const changeSeatsDialog = lazyDialog(async () => (await import('./ChangeSeatsDialog.tsx')).ChangeSeatsDialog);

/**
 * Buttons that change the number of seats of the plan, or keep it: they cancel fewer seats that are due at the renewal,
 * or the end of the plan.
 */
function PlanActions({ organisationId, order }: { organisationId: number; order: SeatOrder }) {
  const { id, seats, pendingSeats, endsAt } = order;
  const [isChanging, setChanging] = useState(false);
  const changing = useChangeSeats(organisationId, id);
  return (
    <>
      {endsAt === null ? (
        <Button variant="outline" size="small" {...changeSeatsDialog.near} onClick={() => setChanging(true)}>
          Change seats
        </Button>
      ) : null}
      {endsAt !== null || pendingSeats !== null ? (
        <Button
          variant="outline"
          size="small"
          isBusy={changing.isPending}
          onClick={() => changing.mutate({ seats, prorationDate: null })}
        >
          Keep seats
        </Button>
      ) : null}
      {isChanging ? (
        <changeSeatsDialog.Dialog organisationId={organisationId} order={order} onClose={() => setChanging(false)} />
      ) : null}
    </>
  );
}

/** Lists an organisation's orders, for its owners (SEAT-04). */
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
        {(orders) => (
          <DataTable caption="Orders" columns={columnsOf(id)} rows={orders} rowKey={({ id: order }) => order} />
        )}
      </ListPanel>
      <p className="text-sm text-muted-foreground">
        The invoice of a paid order can be downloaded by the person who ordered it.
      </p>
    </section>
  );
}
