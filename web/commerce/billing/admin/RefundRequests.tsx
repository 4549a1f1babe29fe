import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefundRequest } from '#contract/commerce/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { LoadedTableCard } from '#web/admin/TableCard.tsx';
import { dateAndTime } from '#web/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { refundRequestsQuery, useDecideRequest } from './api.ts';

/** Members' requests under the money-back guarantee, and the administrator's decisions (SUBSCR-07). */
export function RefundRequests() {
  return (
    <LoadedTableCard
      title="Money-back requests"
      query={useQuery(refundRequestsQuery)}
      emptyText="There are no money-back requests."
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const tones = { open: 'warning', granted: 'success', declined: 'neutral' } as const;
const names = { open: 'Open', granted: 'Granted', declined: 'Declined' };

const columns: DataTableColumn<RefundRequest>[] = [
  {
    key: 'member',
    header: 'Member',
    kind: 'subject',
    cell: ({ member, email }) => (
      <span className="flex min-w-0 flex-col">
        {member}
        <span translate="no" className="text-xs font-normal wrap-anywhere text-muted-foreground">
          {email}
        </span>
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
      onConfirm={() => deciding.mutate({ decision, answer })}
    >
      <Field label="Answer" isOptional>
        <Textarea rows={3} maxLength={1000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
