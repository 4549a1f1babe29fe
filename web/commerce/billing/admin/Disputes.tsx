import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { Dispute } from '#contract/commerce/payments-admin.ts';
import { formatMoney } from '#contract/money.ts';
import { LoadedTableCard } from '#web/admin/TableCard.tsx';
import { longDate, shortDate } from '#web/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { disputesQuery } from './api.ts';
import { disputeStatus, reasonText } from './display.ts';

/** Disputed payments with the last days to respond, and links to respond in Stripe (BILL-25). */
export function Disputes() {
  return (
    <LoadedTableCard
      title="Disputes"
      query={useQuery(disputesQuery)}
      emptyText="No payment is disputed. Administrators get an email when a dispute opens."
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const columns: DataTableColumn<Dispute>[] = [
  {
    key: 'member',
    header: 'Member',
    kind: 'subject',
    cell: ({ member, email }) => (
      <span className="flex min-w-0 flex-col">
        <span translate="no">{member}</span>
        <span
          translate={email === null ? undefined : 'no'}
          className="text-xs font-normal wrap-anywhere text-muted-foreground"
        >
          {email ?? 'Account deleted'}
        </span>
      </span>
    ),
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => (
      <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>
    ),
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonText(reason) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={disputeStatus(status).tone}>{disputeStatus(status).label}</Badge>,
  },
  { key: 'due', header: 'Answer by', cell: (dispute) => <DueDay dispute={dispute} /> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (dispute) => <StripeLink dispute={dispute} /> },
];

function DueDay({ dispute: { status, dueBy, openedAt } }: { dispute: Dispute }) {
  const { isWaiting } = disputeStatus(status);
  return (
    <span className="flex flex-col tabular-nums">
      {isWaiting && dueBy ? <span className="font-semibold whitespace-nowrap">{longDate(dueBy)}</span> : '–'}
      <span className="text-xs text-muted-foreground">opened {shortDate(openedAt)}</span>
    </span>
  );
}

function StripeLink({ dispute: { url, member, status } }: { dispute: Dispute }) {
  if (url === null) return <span className="p-2 text-muted-foreground">The sandbox has no dashboard</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses({ variant: 'outline', size: 'small' })}
    >
      <ExternalLink size={16} />
      {disputeStatus(status).isWaiting ? 'Answer in Stripe' : 'Open in Stripe'}
      <VisuallyHidden>: payment of {member}</VisuallyHidden>
    </a>
  );
}
