import { useState } from 'react';
import type { AdminOrganisationDetail, SeatLot } from '#contract/organisations/organisations-admin.ts';
import { TableCard } from '#web/admin/TableCard.tsx';
import { shortDate } from '#web/dates.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { lastDayOf, nameOf, seatCount } from '../people-display.ts';
import { useEndSeats } from './api.ts';

/** Lists the seats that an organisation was given or bought; given ones can be ended here (ORG-07). */
export function LotsCard({ id, lots }: AdminOrganisationDetail) {
  return (
    <TableCard
      title="Granted and bought seats"
      emptyText="Nothing was granted or bought yet."
      columns={columnsOf(id)}
      rows={lots}
      rowKey={(lot) => lot.id}
    />
  );
}

const columnsOf = (organisationId: number): DataTableColumn<SeatLot>[] => [
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
  const end = useConfirmDialog(
    () => ending.mutateAsync(lot.id),
    () => ask(false),
  );
  const what = `${seatCount(lot.seats)}, ${nameOf(lot)}`;
  return (
    <>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        End now<VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...end}
        title="End these seats now?"
        description={`${what}: ${lot.inUse} in use. They open nothing from now on. This cannot be undone.`}
        confirmLabel="End now"
      />
    </>
  );
}
