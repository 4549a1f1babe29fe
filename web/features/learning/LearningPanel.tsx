import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LearningSummary } from '#contract/learning.ts';
import type { Organisation } from '#contract/organisations.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AssignmentsList, OverdueCard } from './AssignmentsList.tsx';
import { summaryQuery } from './api.ts';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { peopleText, shareText } from './display.ts';
import { AssignedResources, RoleMatrix } from './LearningTables.tsx';

/** The assigned learning of an organisation: how far its people are, what is overdue first (LEARN-06). */
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
              description="Assign resources with a due day. The portal reminds people, and this page shows how far they are."
            />
          ) : (
            <div className="flex flex-col gap-10">
              <Figures {...summary.total} />
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
    { label: 'Overdue', value: overdue, note: overdue > 0 ? peopleText(overduePeople) : '' },
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
