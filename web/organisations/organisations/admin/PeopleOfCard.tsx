import { useQuery } from '@tanstack/react-query';
import type { OrganisationPerson } from '#contract/organisations/organisations.ts';
import type { AdminOrganisationDetail } from '#contract/organisations/organisations-admin.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { shortDate } from '#web/dates.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { rolesFor } from '../people-display.ts';
import { RoleSelect } from '../RoleSelect.tsx';
import { peopleOfQuery, useSetRoleIn } from './api.ts';
import { peopleOfList } from './display.ts';

/** The people of an organisation, whose roles administrators change (ORG-07). */
export function PeopleOfCard({ id, name: organisation }: AdminOrganisationDetail) {
  const list = useList(peopleOfList);
  const columns: DataTableColumn<OrganisationPerson>[] = [
    {
      key: 'name',
      header: 'Name',
      kind: 'subject',
      cell: ({ name, email }) => (
        <span translate="no" className="flex flex-col wrap-anywhere">
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
