import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, CircleCheck, Plus } from 'lucide-react';
import type { AdminOrganisation } from '#contract/organisations/organisations-admin.ts';
import { dense } from '#web/admin/dense.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { shortDate } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { UseBar } from '../UseBar.tsx';
import { organisationsQuery } from './api.ts';
import { organisationsList, stateNames } from './display.ts';

const addDialog = lazyDialog(async () => (await import('./AddOrganisationDialog.tsx')).AddOrganisationDialog);

/** The administrator's organisations (ORG-07). */
export function OrganisationsScreen() {
  return (
    <AdminPage
      title="Organisations"
      subtitle="Companies, councils and charities with their people and seats."
      actions={
        <OpenButton dialog={addDialog}>
          <Plus size={18} />
          Create organisation
        </OpenButton>
      }
    >
      <OrganisationsPanel />
    </AdminPage>
  );
}

function OrganisationsPanel() {
  const list = useList(organisationsList);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search organisations"
            placeholder="Search by name or owner"
            value={list.state.search}
            onSearch={(search) => list.narrow({ search }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by state"
          all="All states"
          names={stateNames}
          className="min-w-42 max-sm:flex-1"
          value={list.state.state}
          onChange={(state) => list.narrow({ state })}
        />
      </div>
      <ListPanel
        list={list}
        query={useQuery(organisationsQuery(list.query))}
        noun={['organisation', 'organisations']}
        none={{
          title: 'No organisations yet',
          description: 'Members create them under “Organisation”; you can create one for a member.',
        }}
        noMatch={{ title: 'No organisations match', description: 'Check the spelling, or clear search and state.' }}
      >
        {(organisations) => (
          <DataTable
            dense={dense}
            caption="Organisations"
            columns={columns}
            rows={organisations}
            rowKey={({ id }) => id}
          />
        )}
      </ListPanel>
    </div>
  );
}

const columns: DataTableColumn<AdminOrganisation>[] = [
  {
    key: 'name',
    header: 'Organisation',
    kind: 'subject',
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <TextLink asChild>
        <Link
          to="/admin-dashboard/organisations/$id"
          params={{ id: String(id) }}
          className="wrap-anywhere wide:inline!"
        >
          {name}
        </Link>
      </TextLink>
    ),
  },
  {
    key: 'owner',
    header: 'Owner',
    text: ({ owner }) => owner ?? '',
    cell: ({ owner }) => (owner === null ? <NoValue /> : <span translate="no">{owner}</span>),
  },
  { key: 'people', header: 'People', align: 'end', cell: ({ people }) => people },
  {
    key: 'seats',
    header: 'Seats in use',
    cell: ({ seats, seatsInUse }) =>
      seats === 0 ? (
        <NoValue />
      ) : (
        <span className="flex items-center gap-2.5 whitespace-nowrap tabular-nums">
          <span className="w-14 max-md:hidden">
            <UseBar inUse={seatsInUse} seats={seats} />
          </span>
          {seatsInUse} of {seats}
        </span>
      ),
  },
  { key: 'state', header: 'State', cell: (organisation) => <OrganisationState {...organisation} /> },
  {
    key: 'since',
    header: 'Since',
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{shortDate(createdAt)}</span>,
  },
];

/** Badge of an open organisation, or of a closed one with the day of its end. */
export function OrganisationState({ closedAt }: Pick<AdminOrganisation, 'closedAt'>) {
  return closedAt === null ? (
    <Badge tone="success" icon={<CircleCheck size={14} />}>
      Open
    </Badge>
  ) : (
    <Badge icon={<Ban size={14} />}>Closed {shortDate(closedAt)}</Badge>
  );
}
