import { useQuery } from '@tanstack/react-query';
import type { Invitation, Organisation } from '#contract/organisations.ts';
import { TableCard } from '../../admin/TableCard.tsx';
import { shortDate } from '../../dates.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { DataTableColumn } from '../../ui/DataTable.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { invitationsQuery, useResend, useWithdraw } from './api.ts';
import { roleNames, rolesFor } from './people-display.ts';

/** Invitations that wait for their people; nothing while there are none (ORG-03). */
export function InvitationsCard({ organisation }: { organisation: Organisation }) {
  const { data = [], isError, refetch } = useQuery(invitationsQuery(organisation.id));
  if (isError) {
    return (
      <p role="alert" className="text-sm text-destructive">
        The invitations could not be loaded. <TextButton onClick={() => void refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <TableCard
      title="Pending invitations"
      note={`${data.length} ${data.length === 1 ? 'person has' : 'people have'} not joined yet.`}
      columns={columnsOf(organisation)}
      rows={data}
      rowKey={({ id }) => id}
    />
  );
}

const columnsOf = (organisation: Organisation): DataTableColumn<Invitation>[] => [
  {
    key: 'email',
    header: 'Email',
    kind: 'subject',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  { key: 'sent', header: 'Sent', cell: ({ askedAt }) => shortDate(askedAt) },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt, isExpired }) => (isExpired ? <Badge tone="warning">Expired</Badge> : shortDate(expiresAt)),
  },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (invitation) => <Actions organisation={organisation} invitation={invitation} />,
  },
];

function Actions({ organisation: { id, role }, invitation }: { organisation: Organisation; invitation: Invitation }) {
  const [resending, withdrawing] = [useResend(id), useWithdraw(id)];
  const resend = useSingleRun(() => resending.mutateAsync(invitation.id));
  const withdraw = useSingleRun(() => withdrawing.mutateAsync(invitation.id));
  if (!rolesFor(role).includes(invitation.role)) return null;
  const toThis = <VisuallyHidden> {invitation.email}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" isBusy={resending.isPending} onClick={() => void resend()}>
        Resend{toThis}
      </Button>
      <Button variant="destructive-ghost" size="small" isBusy={withdrawing.isPending} onClick={() => void withdraw()}>
        Withdraw{toThis}
      </Button>
    </>
  );
}
