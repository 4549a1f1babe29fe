import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import type { OrganisationPerson } from '#contract/organisations.ts';
import type { AdminOrganisationDetail, SeatLot } from '#contract/organisations-admin.ts';
import type { OrganisationCredit, SeatOrder } from '#contract/purchases-seats.ts';
import { ListPanel } from '../../../admin/ListPanel.tsx';
import { useList } from '../../../admin/list-state.ts';
import { TableCard } from '../../../admin/TableCard.tsx';
import { shortDate } from '../../../dates.ts';
import { lazyDialog } from '../../../platform/lazy-dialog.ts';
import { usePageState } from '../../../platform/page-state.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { CancelOrder, InvoiceLink } from '../CancelOrder.tsx';
import { orderColumns } from '../order-columns.tsx';
import { isUnpaid } from '../order-list-display.ts';
import { lastDayOf, nameOf, rolesFor, seatCount } from '../people-display.ts';
import { RoleSelect } from '../RoleSelect.tsx';
import { creditQuery, ordersOfQuery, peopleOfQuery, useCancelOrderOf, useEndSeats, useSetRoleIn } from './api.ts';
import { ordersOfList, peopleOfList } from './display.ts';

/** What an organisation was given, and ending it (ORG-07). */
export function LotsCard({ id, lots }: AdminOrganisationDetail) {
  return (
    <TableCard
      title="Granted and bought seats"
      emptyText="Nothing was granted or bought yet."
      columns={lotColumns(id)}
      rows={lots}
      rowKey={(lot) => lot.id}
    />
  );
}

const lotColumns = (organisationId: number): DataTableColumn<SeatLot>[] => [
  {
    key: 'what',
    header: 'What',
    kind: 'subject',
    cell: (lot) => (
      <span className="flex flex-col wrap-anywhere">
        {seatCount(lot.seats)}, {nameOf(lot)}
        <span className="text-xs font-normal text-muted-foreground">{lot.reason}</span>
      </span>
    ),
  },
  {
    key: 'given',
    header: 'Since',
    cell: ({ createdAt, givenBy, isBought }) => (
      <span className="flex flex-col tabular-nums">
        {shortDate(createdAt)}
        <span className="text-xs text-muted-foreground">
          {isBought ? 'Ordered by an owner' : (givenBy ?? 'Account deleted')}
        </span>
      </span>
    ),
  },
  { key: 'use', header: 'In use', align: 'end', cell: ({ inUse }) => inUse },
  { key: 'end', header: 'End', cell: (lot) => <End lot={lot} /> },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (lot) => (lot.isEnded || lot.isBought ? null : <EndNow organisationId={organisationId} lot={lot} />),
  },
];

function End({ lot: { endsAt, isEnded } }: { lot: SeatLot }) {
  if (isEnded) return <Badge>Ended</Badge>;
  return <span className="tabular-nums">{endsAt === null ? 'Without end' : lastDayOf(endsAt)}</span>;
}

function EndNow({ organisationId, lot }: { organisationId: number; lot: SeatLot }) {
  const [isAsked, ask] = useState(false);
  const ending = useEndSeats(organisationId);
  const end = useSingleRun(() => ending.mutateAsync(lot.id));
  const what = `${seatCount(lot.seats)}, ${nameOf(lot)}`;
  return (
    <>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        End Now<VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={ending.isPending}
        onOpenChange={ask}
        title="End these seats now?"
        description={`${what}: ${lot.inUse} in use. They open nothing from now on. This cannot be undone.`}
        confirmLabel="End Now"
        onConfirm={() => void end().then(() => ask(false))}
      />
    </>
  );
}

const creditDialog = lazyDialog(async () => (await import('./CreditLimitDialog.tsx')).CreditLimitDialog);

/** What an organisation owes, and its credit limit (SEAT-02, ORG-07). */
export function CreditCard({ id, isOpen }: { id: number; isOpen: boolean }) {
  return (
    <Card>
      <h2 className="mb-4">Billing</h2>
      <Loaded
        query={useQuery(creditQuery(id))}
        skeleton={<Skeleton className="h-24 w-full" />}
        failure="The billing figures did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(credit) => <Credit id={id} credit={credit} isOpen={isOpen} />}
      </Loaded>
    </Card>
  );
}

function Credit({ id, credit, isOpen }: { id: number; credit: OrganisationCredit; isOpen: boolean }) {
  const [isChanging, change] = useState(false);
  const { currency, limit, outstanding, overdue, used } = credit;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <Facts
        facts={[
          { label: 'Outstanding', value: money(outstanding) },
          ...(overdue > 0 ? [{ label: 'Overdue', value: money(overdue) }] : []),
          { label: 'Credit limit', value: money(limit) },
          ...(limit > 0 || used > 0 ? [{ label: 'Credit in use', value: money(used) }] : []),
        ]}
      />
      <p className="mt-3 text-sm text-muted-foreground">
        Seats that are ordered by invoice work before payment up to the credit limit.
      </p>
      {isOpen ? (
        <Button variant="outline" size="small" className="mt-4" {...creditDialog.near} onClick={() => change(true)}>
          Change Credit Limit
        </Button>
      ) : null}
      {isChanging ? <creditDialog.Dialog id={id} credit={credit} onClose={() => change(false)} /> : null}
    </>
  );
}

/** What an organisation has ordered, and cancelling what is unpaid (ORG-07). */
export function OrdersCard({ id }: AdminOrganisationDetail) {
  const [{ ordersPage }, change] = usePageState(ordersOfList);
  const list = {
    state: { page: ordersPage },
    isNarrowed: false,
    turnTo: (next: number, { replace = false } = {}) => change({ ordersPage: next }, { replace }),
    clear: () => change({ ordersPage: 1 }, { replace: true }),
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

/** The people of an organisation, whose roles administrators change (ORG-07). */
export function PeopleOfCard({ id, name: organisation }: AdminOrganisationDetail) {
  const list = useList(peopleOfList);
  const columns: DataTableColumn<OrganisationPerson>[] = [
    {
      key: 'name',
      header: 'Name',
      kind: 'subject',
      cell: ({ name, email }) => (
        <span className="flex flex-col wrap-anywhere">
          {name}
          <span className="text-xs font-normal text-muted-foreground">{email}</span>
        </span>
      ),
    },
    { key: 'role', header: 'Role', cell: (person) => <Role id={id} person={person} /> },
    {
      key: 'joined',
      header: 'Joined',
      cell: ({ joinedAt }) => <span className="whitespace-nowrap tabular-nums">{shortDate(joinedAt)}</span>,
    },
  ];
  return (
    <section aria-labelledby="people-of" className="flex flex-col gap-4">
      <h2 id="people-of">People</h2>
      <div className="w-full sm:max-w-80">
        <SearchBox
          label="Search people"
          placeholder="Search by name or email"
          value={list.state.search}
          onSearch={(search) => list.narrow({ search }, { replace: true })}
        />
      </div>
      <ListPanel
        list={list}
        query={useQuery(peopleOfQuery(id, list.query))}
        noun={['person', 'people']}
        failure="The people did not load"
        none={{ title: 'No people', description: 'This organisation has no people.' }}
        noMatch={{ title: 'No match', description: 'Check the spelling, or clear the search.' }}
      >
        {(people) => (
          <DataTable
            caption={`People in ${organisation}`}
            columns={columns}
            rows={people}
            rowKey={({ userId }) => userId}
          />
        )}
      </ListPanel>
    </section>
  );
}

const roles = rolesFor('owner');

function Role({ id, person }: { id: number; person: OrganisationPerson }) {
  const setting = useSetRoleIn(id);
  return <RoleSelect person={person} roles={roles} isBusy={setting.isPending} onSet={setting.mutate} />;
}
