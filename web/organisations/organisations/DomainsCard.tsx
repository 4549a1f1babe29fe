import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Globe } from 'lucide-react';
import { useState } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type { JoinRequest, OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import { TableCard } from '#web/admin/TableCard.tsx';
import { shortDate } from '#web/dates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { domainsQuery, requestsQuery, useAcceptRequest, useDeclineRequest } from './domain-api.ts';
import { joiningSentences } from './people-display.ts';

const domainDialog = lazyDialog(async () => (await import('./DomainDialog.tsx')).DomainDialog);

/** The domains of an organisation and how people join by them; owners add and change them (ORG-04). */
export function DomainsCard({ organisation }: { organisation: Organisation }) {
  const [edited, edit] = useState<OrganisationDomain | 'new' | null>(null);
  const { data: domains, isLoadingError, isFetching, refetch } = useQuery(domainsQuery(organisation.id));
  const isOwner = organisation.role === 'owner';
  if (isLoadingError) {
    return <LoadErrorLine query={{ isFetching, refetch }}>The domains could not be loaded.</LoadErrorLine>;
  }
  if (!domains || (domains.length === 0 && !isOwner)) return null;
  return (
    <Card isPadded={false} className="divide-y divide-border">
      <h2 className="px-5 py-4">Domains</h2>
      {domains.map((domain) => (
        <DomainRow key={domain.id} domain={domain} onChange={isOwner ? () => edit(domain) : null} />
      ))}
      {isOwner ? (
        <div className="flex flex-wrap items-center justify-between gap-3 p-5">
          <p className="text-sm text-muted-foreground">
            {domains.length === 0
              ? 'Verify the domain of your email addresses, and your people can join without an invitation.'
              : 'Your people have addresses of another domain, too?'}
          </p>
          <Button variant="outline" size="small" {...domainDialog.near} onClick={() => edit('new')}>
            Add domain
          </Button>
        </div>
      ) : null}
      {edited === null ? null : (
        <domainDialog.Dialog
          organisationId={organisation.id}
          given={edited === 'new' ? null : edited}
          onClose={() => edit(null)}
        />
      )}
    </Card>
  );
}

type DomainRowProps = { domain: OrganisationDomain; onChange: (() => void) | null };

function DomainRow({ domain: { domain, provenAt, joining }, onChange }: DomainRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 p-5 sm:flex-nowrap">
      <span
        className={classes(
          'grid size-9 flex-none place-items-center rounded-md',
          provenAt === null ? 'bg-neutral-soft text-neutral-text' : 'bg-success-soft text-success-text',
        )}
      >
        <Globe size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{domain}</span>
          {provenAt === null ? (
            <Badge tone="warning" icon={<CircleDashed size={14} />}>
              Not verified
            </Badge>
          ) : (
            <Badge tone="success" icon={<CircleCheck size={14} />}>
              Verified
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-sm text-muted-foreground">
          {provenAt === null ? 'Verify it before people can join by it.' : joiningSentences[joining]}
        </p>
      </div>
      {onChange === null ? null : (
        <Button variant="outline" size="small" {...domainDialog.near} onClick={onChange}>
          {provenAt === null ? 'Verify' : 'Change'}
          <VisuallyHidden> {domain}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

/** Lists the people who ask to join; renders nothing when there are none (ORG-04). */
export function RequestsCard({ organisation: { id } }: { organisation: Organisation }) {
  const { data = [], isLoadingError, isFetching, refetch } = useQuery(requestsQuery(id));
  if (isLoadingError) {
    return <LoadErrorLine query={{ isFetching, refetch }}>The requests to join could not be loaded.</LoadErrorLine>;
  }
  if (data.length === 0) return null;
  return (
    <TableCard
      title="Requests to join"
      note="People you accept become learners and get an email."
      columns={requestColumns(id)}
      rows={data}
      rowKey={({ userId }) => userId}
    />
  );
}

const requestColumns = (id: number): DataTableColumn<JoinRequest>[] => [
  {
    key: 'name',
    header: 'Name',
    kind: 'subject',
    cell: ({ name, email }) => (
      <span translate="no" className="flex flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    ),
  },
  { key: 'asked', header: 'Asked', cell: ({ askedAt }) => shortDate(askedAt) },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (request) => <RequestActions id={id} request={request} />,
  },
];

function RequestActions({ id, request: { userId, name } }: { id: number; request: JoinRequest }) {
  const [accepting, declining] = [useAcceptRequest(id, name), useDeclineRequest(id, name)];
  const whom = <VisuallyHidden> {name}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" isBusy={accepting.isPending} onClick={() => accepting.mutate(userId)}>
        Accept{whom}
      </Button>
      <Button
        variant="destructive-ghost"
        size="small"
        isBusy={declining.isPending}
        onClick={() => declining.mutate(userId)}
      >
        Decline{whom}
      </Button>
    </>
  );
}
