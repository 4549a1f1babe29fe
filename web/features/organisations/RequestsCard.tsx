import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '#contract/organisations.ts';
import type { JoinRequest } from '#contract/organisations-domains.ts';
import { TableCard } from '../../admin/TableCard.tsx';
import { shortDate } from '../../dates.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataTableColumn } from '../../ui/DataTable.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { requestsQuery, useAcceptRequest, useDeclineRequest } from './domain-api.ts';

/** People who ask to join; nothing while no one does (ORG-04). */
export function RequestsCard({ organisation: { id } }: { organisation: Organisation }) {
  const { data = [], isError, refetch } = useQuery(requestsQuery(id));
  if (isError) {
    return (
      <p role="alert" className="text-sm text-destructive">
        The requests to join could not be loaded. <TextButton onClick={() => void refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <TableCard
      title="Requests to join"
      note="Who is accepted becomes a learner and gets an email."
      columns={columnsOf(id)}
      rows={data}
      rowKey={({ userId }) => userId}
    />
  );
}

const columnsOf = (id: number): DataTableColumn<JoinRequest>[] => [
  {
    key: 'name',
    header: 'Name',
    kind: 'subject',
    cell: ({ name, email }) => (
      <span className="flex flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    ),
  },
  { key: 'asked', header: 'Asked', cell: ({ askedAt }) => shortDate(askedAt) },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (request) => <Actions id={id} request={request} /> },
];

function Actions({ id, request: { userId, name } }: { id: number; request: JoinRequest }) {
  const [accepting, declining] = [useAcceptRequest(id, name), useDeclineRequest(id, name)];
  const accept = useSingleRun(() => accepting.mutateAsync(userId));
  const decline = useSingleRun(() => declining.mutateAsync(userId));
  const whom = <VisuallyHidden> {name}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" isBusy={accepting.isPending} onClick={() => void accept()}>
        Accept{whom}
      </Button>
      <Button variant="destructive-ghost" size="small" isBusy={declining.isPending} onClick={() => void decline()}>
        Decline{whom}
      </Button>
    </>
  );
}
