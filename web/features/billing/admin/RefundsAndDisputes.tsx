import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { RefundRequest } from '#contract/billing.ts';
import { formatMoney } from '#contract/money.ts';
import type { Dispute } from '#contract/payments-admin.ts';
import { LoadedTableCard } from '../../../admin/TableCard.tsx';
import { dateAndTime, longDate, shortDate } from '../../../dates.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { DataTableColumn } from '../../../ui/DataTable.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { disputesQuery, refundRequestsQuery, useDecideRequest } from './api.ts';
import { disputeStatus, reasonText } from './display.ts';

/** Disputed payments: what must be answered until when, and the way to do so (BILL-25). */
export function Disputes() {
  return (
    <LoadedTableCard
      title="Disputes"
      query={useQuery(disputesQuery)}
      emptyText="No payment is disputed. Administrators get an email when a dispute opens."
      columns={disputeColumns}
      rowKey={({ id }) => id}
    />
  );
}

const disputeColumns: DataTableColumn<Dispute>[] = [
  {
    key: 'member',
    header: 'Member',
    kind: 'subject',
    cell: ({ member, email }) => (
      <span className="flex min-w-0 flex-col">
        {member}
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email ?? 'Account deleted'}</span>
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

/** What members ask back under the money-back guarantee, and the administrator's decision (SUBSCR-07). */
export function RefundRequests() {
  return (
    <LoadedTableCard
      title="Money-back requests"
      query={useQuery(refundRequestsQuery)}
      emptyText="There are no money-back requests."
      columns={requestColumns}
      rowKey={({ id }) => id}
    />
  );
}

const tones = { open: 'warning', granted: 'success', declined: 'neutral' } as const;
const names = { open: 'Open', granted: 'Granted', declined: 'Declined' };

const requestColumns: DataTableColumn<RefundRequest>[] = [
  {
    key: 'member',
    header: 'Member',
    kind: 'subject',
    cell: ({ member, email }) => (
      <span className="flex min-w-0 flex-col">
        {member}
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '–'}</span> },
  { key: 'asked', header: 'Asked on', cell: ({ createdAt }) => dateAndTime(createdAt) },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge tone={tones[status]}>{names[status]}</Badge> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (request) => <Decisions request={request} /> },
];

function Decisions({ request }: { request: RefundRequest }) {
  const [asked, setAsked] = useState<'grant' | 'decline' | null>(null);
  if (request.status !== 'open') return <span className="p-2 text-muted-foreground">Decided</span>;
  const ofThis = <VisuallyHidden> the request of {request.member}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsked('grant')}>
        Grant{ofThis}
      </Button>
      <Button variant="ghost" size="small" onClick={() => setAsked('decline')}>
        Decline{ofThis}
      </Button>
      {asked ? <DecideDialog request={request} decision={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

type DecideDialogProps = { request: RefundRequest; decision: 'grant' | 'decline'; onClose: () => void };

function DecideDialog({ request: { id, member, amount, currency }, decision, onClose }: DecideDialogProps) {
  const [answer, setAnswer] = useState('');
  const deciding = useDecideRequest(id, onClose);
  const decide = useSingleRun(() => deciding.mutateAsync({ decision, answer }));
  const isGrant = decision === 'grant';
  return (
    <ConfirmDialog
      isOpen
      isBusy={deciding.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isGrant ? `Give ${member} the money back?` : `Decline the request of ${member}?`}
      description={
        isGrant
          ? `${formatMoney(amount, currency)}, or what is left of it, goes back to where it came from, and the subscription ends at once.`
          : 'The subscription continues. The member gets an email with your answer.'
      }
      confirmLabel={isGrant ? 'Grant' : 'Decline'}
      dismissLabel="Close"
      onConfirm={() => void decide()}
    >
      <Field label="Answer" isOptional>
        <Textarea rows={3} maxLength={1000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
