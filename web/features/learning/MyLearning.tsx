import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { OwnAssignment } from '#contract/learning.ts';
import type { Organisation } from '#contract/organisations.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EndCard } from '../organisations/EndCard.tsx';
import { SeenCard } from '../organisations/SeenCard.tsx';
import { ownAssignmentsQuery } from './api.ts';
import { OwnLearning } from './OwnLearning.tsx';

const CertificatesPart = lazyPart(async () => (await import('./CertificatesPart.tsx')).CertificatesPart);

type MyLearningProps = {
  organisation: Organisation;
  /** What else the organisation asks of the person, above the assignments. */
  notes?: ReactNode;
};

/** A person's own assignments and certificates, and what the organisation sees (LEARN-06, ORG-10). */
export function MyLearning({ organisation, notes }: MyLearningProps) {
  const query = useQuery(ownAssignmentsQuery);
  return (
    <>
      <PageHeading title="Your learning" subtitle={subtitleOf(organisation, query.data)} />
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="flex min-w-0 flex-col gap-10">
          {notes}
          <Loaded
            query={query}
            skeleton={<Skeleton className="h-64 w-full rounded-lg!" />}
            failure="Your learning did not load"
            safe="Nothing was changed. Check your connection, then try again."
          >
            {(assignments) => <OwnLearning assignments={assignments} />}
          </Loaded>
          <Suspense fallback={null}>
            <CertificatesPart />
          </Suspense>
        </div>
        <div className="flex flex-col gap-6">
          <SeenCard organisation={organisation} />
          <EndCard organisation={organisation} />
        </div>
      </div>
    </>
  );
}

function subtitleOf({ name }: Organisation, assignments: readonly OwnAssignment[] | undefined): string {
  if (assignments === undefined || assignments.length === 0) return `You are in ${name}.`;
  const completed = assignments.filter(({ status }) => status === 'completed').length;
  return `Assigned by ${name}. ${assignments.length - completed} to do, ${completed} completed.`;
}
