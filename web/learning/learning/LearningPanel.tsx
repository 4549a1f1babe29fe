import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '#contract/counted.ts';
import { longDay } from '#contract/dates.ts';
import type { LearningSummary } from '#contract/learning/learning.ts';
import type { OrganisationCertificate } from '#contract/learning/learning-certificates.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AssignmentsList, OverdueCard } from './AssignmentsList.tsx';
import { summaryQuery } from './api.ts';
import { organisationCertificatesQuery } from './certificate-api.ts';
import { stateNames } from './certificate-display.ts';
import { shareText } from './display.ts';
import { AssignedResources, RoleMatrix } from './LearningTables.tsx';
import { WithoutSeatCard } from './WithoutSeatCard.tsx';

/** Assigned learning of an organisation: the progress of its people, with overdue assignments first (LEARN-06). */
export function LearningPanel({ organisation }: { organisation: Organisation }) {
  return (
    <div className="flex flex-col gap-10">
      <Loaded
        query={useQuery(summaryQuery(organisation.id))}
        skeleton={<Skeleton className="h-64 w-full rounded-lg!" />}
        failure="The assigned learning did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(summary) =>
          summary.total.assigned === 0 ? (
            <EmptyState
              title="Nothing assigned yet"
              description="Assign resources with a due date. The portal reminds people, and this page shows how far they are."
            />
          ) : (
            <div className="flex flex-col gap-10">
              <Figures {...summary.total} />
              <WithoutSeatCard organisation={organisation} />
              {summary.total.overdue > 0 ? (
                <OverdueCard organisation={organisation} overdue={summary.total.overdue} />
              ) : null}
              <RoleMatrix summary={summary} />
              <AssignedResources organisation={organisation} summary={summary} />
              <AssignmentsList organisation={organisation} resources={summary.resources} />
            </div>
          )
        }
      </Loaded>
      <CertificatesPanel organisation={organisation} />
      <p className="text-sm text-muted-foreground">
        <TextLink asChild>
          <Link to="/organisation/my-learning">Your own learning</Link>
        </TextLink>{' '}
        shows what is assigned to you.
      </p>
    </div>
  );
}

function Figures(total: LearningSummary['total']) {
  const { assigned, completed, inProgress, notStarted, overdue, overduePeople } = total;
  const figures = [
    { label: 'Assignments', value: assigned, note: '' },
    { label: 'Completed', value: completed, note: shareText(total) },
    { label: 'Not completed', value: inProgress + notStarted, note: inProgress > 0 ? `${inProgress} in progress` : '' },
    { label: 'Overdue', value: overdue, note: overdue > 0 ? counted(overduePeople, 'person', 'people') : '' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-y-6 border-y border-border py-4 lg:grid-cols-4">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="border-l border-border pl-4">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={`font-display text-2xl font-semibold tabular-nums ${label === 'Overdue' && overdue > 0 ? 'text-danger-text' : ''}`}
            >
              {value}
            </span>
            <span className="text-sm text-muted-foreground tabular-nums">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Certificates for the resources that an organisation assigned to its people (ORG-10). */
function CertificatesPanel({ organisation }: { organisation: Organisation }) {
  return (
    <section aria-labelledby="certificates-heading" className="flex flex-col gap-4">
      <h2 id="certificates-heading">Certificates</h2>
      <OrganisationCertificates organisation={organisation} />
    </section>
  );
}

const certificateColumns: DataTableColumn<OrganisationCertificate>[] = [
  {
    key: 'person',
    header: 'Person',
    kind: 'subject',
    cell: ({ name }) => (
      <span translate="no" className="wrap-anywhere">
        {name}
      </span>
    ),
  },
  { key: 'resource', header: 'Resource', cell: ({ resource }) => <span className="wrap-anywhere">{resource}</span> },
  { key: 'completed', header: 'Completed', cell: ({ completedAt }) => <Day>{longDay(completedAt)}</Day> },
  {
    key: 'until',
    header: 'Valid until',
    cell: ({ validUntil }) => <Day>{validUntil ? longDay(validUntil) : '–'}</Day>,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={state === 'valid' ? 'success' : 'warning'}>{stateNames[state]}</Badge>,
  },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (certificate) => <Verify {...certificate} /> },
];

function OrganisationCertificates({ organisation: { id, name } }: { organisation: Organisation }) {
  const [state, setState] = useState({ search: '', page: 1 });
  const list = {
    state,
    isNarrowed: state.search !== '',
    turnTo: (page: number) => setState({ ...state, page }),
    clear: () => setState({ search: '', page: 1 }),
  };
  return (
    <>
      <div className="w-full sm:max-w-80">
        <SearchBox
          label="Search certificates"
          placeholder="Search by name or resource"
          value={state.search}
          onSearch={(search) => setState({ search, page: 1 })}
        />
      </div>
      <ListPanel
        list={list}
        query={useQuery(organisationCertificatesQuery(id, state))}
        noun={['certificate', 'certificates']}
        failure="The certificates did not load"
        none={{ title: 'No certificates yet', description: 'Each completed assignment has one.' }}
        noMatch={{ title: 'No match', description: 'Check the spelling, or clear the search.', clear: 'Clear search' }}
      >
        {(certificates) => (
          <DataTable
            caption={`Certificates of people in ${name}`}
            columns={certificateColumns}
            rows={certificates}
            rowKey={({ code }) => code}
          />
        )}
      </ListPanel>
    </>
  );
}

const Day = ({ children }: { children: string }) => <span className="whitespace-nowrap tabular-nums">{children}</span>;

function Verify({ code, name, resource }: OrganisationCertificate) {
  return (
    <TextLink asChild>
      <Link to="/verify/$code" params={{ code }} reloadDocument target="_blank">
        Verify
        <VisuallyHidden>
          {' '}
          the certificate of {name} for {resource}
        </VisuallyHidden>
      </Link>
    </TextLink>
  );
}
