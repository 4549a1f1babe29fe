import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation, Organisation, OrganisationPerson } from '#contract/organisations/organisations.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { TableCard } from '#web/admin/TableCard.tsx';
import { shortDate } from '#web/dates.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { personLearningQuery } from '#web/learning/learning/api.ts';
import { PersonProgress } from '#web/learning/learning/PersonProgress.tsx';
import { today } from '#web/platform/clock.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { invitationsQuery, peopleQuery, useRemovePerson, useResend, useSetRole, useWithdraw } from './api.ts';
import { organisationList } from './display.ts';
import { areBeingSent, pendingText, roleNames, rolesFor } from './people-display.ts';
import { RoleSelect } from './RoleSelect.tsx';

/** The people of an organisation with their roles (ORG-05). */
export function PeoplePanel({ organisation }: { organisation: Organisation }) {
  const list = useList(organisationList);
  const { search, role, page } = list.query;
  const ownId = useMember().id;
  const people = useQuery(peopleQuery(organisation.id, { search, role, page }));
  const { data: learning } = useQuery(
    personLearningQuery(
      organisation.id,
      (people.data?.items ?? []).map(({ userId }) => userId),
    ),
  );
  const columns: DataTableColumn<OrganisationPerson>[] = [
    { key: 'name', header: 'Name', kind: 'subject', cell: (person) => <Name person={person} ownId={ownId} /> },
    { key: 'role', header: 'Role', cell: (person) => <Role organisation={organisation} person={person} /> },
    {
      key: 'learning',
      header: 'Assigned learning',
      cell: ({ userId }) => <PersonProgress userId={userId} learning={learning} />,
    },
    {
      key: 'joined',
      header: 'Joined',
      cell: ({ joinedAt }) => <span className="whitespace-nowrap tabular-nums">{shortDate(joinedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (person) =>
        person.userId === ownId || !rolesFor(organisation.role).includes(person.role) ? null : (
          <Remove organisation={organisation} person={person} />
        ),
    },
  ];
  return (
    <section aria-label="People" className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search people"
            placeholder="Search by name or email"
            value={list.state.search}
            onSearch={(search) => list.narrow({ search }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by role"
          all="All roles"
          names={roleNames}
          className="min-w-42 max-sm:flex-1"
          value={list.state.role}
          onChange={(role) => list.narrow({ role })}
        />
      </div>
      <ListPanel
        list={list}
        query={people}
        noun={['person', 'people']}
        failure="The people did not load"
        none={{ title: 'No people yet', description: 'Invite the first people.' }}
        noMatch={{ title: 'No match', description: 'Check the spelling, or clear search and role.' }}
      >
        {(rows) => (
          <DataTable
            caption={`People in ${organisation.name}`}
            columns={columns}
            rows={rows}
            rowKey={({ userId }) => userId}
          />
        )}
      </ListPanel>
    </section>
  );
}

function Name({ person: { name, email, userId }, ownId }: { person: OrganisationPerson; ownId: number }) {
  return (
    <span className="flex flex-col">
      <span className="wrap-anywhere">
        <span translate="no">{name}</span>
        {userId === ownId ? <span className="font-normal text-muted-foreground"> (you)</span> : null}
      </span>
      <span translate="no" className="text-xs font-normal wrap-anywhere text-muted-foreground">
        {email}
      </span>
    </span>
  );
}

type RowProps = { organisation: Organisation; person: OrganisationPerson };

function Role({ organisation: { id, role: own }, person }: RowProps) {
  const setting = useSetRole(id);
  const roles = rolesFor(own);
  if (!roles.includes(person.role)) return <>{roleNames[person.role]}</>;
  return <RoleSelect person={person} roles={roles} isBusy={setting.isPending} onSet={setting.mutate} />;
}

function Remove({ organisation: { id, name: organisationName }, person: { userId, name } }: RowProps) {
  const [isAsked, ask] = useState(false);
  const removing = useRemovePerson(id, name);
  const remove = useConfirmDialog(
    () => removing.mutateAsync(userId),
    () => ask(false),
  );
  return (
    <>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        Remove<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...remove}
        title={`Remove ${name}?`}
        description={`${name} gets an email, and keeps the account and what was bought with it. Only a new invitation leads back to ${organisationName}.`}
        confirmLabel="Remove"
      />
    </>
  );
}

/** Lists the pending invitations; renders nothing when there are none (ORG-03). */
export function InvitationsCard({ organisation }: { organisation: Organisation }) {
  const { data = [], isLoadingError, isFetching, refetch } = useQuery(invitationsQuery(organisation.id));
  if (isLoadingError) {
    return <LoadErrorLine query={{ isFetching, refetch }}>The invitations could not be loaded.</LoadErrorLine>;
  }
  if (data.length === 0) return null;
  return (
    <TableCard
      title="Pending invitations"
      note={pendingText(data, today())}
      columns={invitationColumns(organisation)}
      rows={data}
      rowKey={({ id }) => id}
    />
  );
}

const invitationColumns = (organisation: Organisation): DataTableColumn<Invitation>[] => [
  {
    key: 'email',
    header: 'Email',
    kind: 'subject',
    cell: ({ email }) => (
      <span translate="no" className="wrap-anywhere">
        {email}
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  { key: 'sent', header: 'Sent', cell: (invitation) => <SentOn invitation={invitation} /> },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt, isExpired }) => (isExpired ? <Badge tone="warning">Expired</Badge> : shortDate(expiresAt)),
  },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (invitation) => <InvitationActions organisation={organisation} invitation={invitation} />,
  },
];

function SentOn({ invitation }: { invitation: Invitation }) {
  if (invitation.isSent) return shortDate(invitation.askedAt);
  return areBeingSent([invitation], today()) ? <Badge tone="info">Being sent</Badge> : <Badge>Sent later</Badge>;
}

function InvitationActions({
  organisation: { id, role },
  invitation,
}: {
  organisation: Organisation;
  invitation: Invitation;
}) {
  const [resending, withdrawing] = [useResend(id), useWithdraw(id)];
  if (!rolesFor(role).includes(invitation.role)) return null;
  const toThis = (
    <VisuallyHidden>
      {' '}
      <span translate="no">{invitation.email}</span>
    </VisuallyHidden>
  );
  return (
    <>
      <Button variant="ghost" size="small" isBusy={resending.isPending} onClick={() => resending.mutate(invitation.id)}>
        Resend{toThis}
      </Button>
      <Button
        variant="destructive-ghost"
        size="small"
        isBusy={withdrawing.isPending}
        onClick={() => withdrawing.mutate(invitation.id)}
      >
        Withdraw{toThis}
      </Button>
    </>
  );
}
