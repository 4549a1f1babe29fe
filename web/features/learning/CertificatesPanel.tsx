import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrganisationCertificate } from '#contract/learning-certificates.ts';
import type { Organisation } from '#contract/organisations.ts';
import { ListPanel } from '../../admin/ListPanel.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { organisationCertificatesQuery } from './certificate-api.ts';
import { stateNames, utcDay } from './certificate-display.ts';

/** The certificates of what an organisation assigned to its people (ORG-10). */
export function CertificatesPanel({ organisation }: { organisation: Organisation }) {
  return (
    <section aria-labelledby="certificates-heading" className="flex flex-col gap-4">
      <h2 id="certificates-heading">Certificates</h2>
      <OrganisationCertificates organisation={organisation} />
    </section>
  );
}

const columns: DataTableColumn<OrganisationCertificate>[] = [
  {
    key: 'person',
    header: 'Person',
    kind: 'subject',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { key: 'resource', header: 'Resource', cell: ({ resource }) => <span className="wrap-anywhere">{resource}</span> },
  { key: 'completed', header: 'Completed', cell: ({ completedAt }) => <Day>{utcDay(completedAt)}</Day> },
  { key: 'until', header: 'Valid until', cell: ({ validUntil }) => <Day>{validUntil ? utcDay(validUntil) : '–'}</Day> },
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
            columns={columns}
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
