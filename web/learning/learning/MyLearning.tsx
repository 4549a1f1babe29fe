import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, Check } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { longDay } from '#contract/dates.ts';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { isoDay } from '#web/dates.ts';
import { EndCard } from '#web/organisations/organisations/EndCard.tsx';
import { SeenCard } from '#web/organisations/organisations/SeenCard.tsx';
import { today } from '#web/platform/clock.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { AssignedButton } from '../library/AssignedButton.tsx';
import { progressWord } from '../library/done-display.ts';
import { ConfirmReading, OpenMatters } from './AssignmentNote.tsx';
import { ownAssignmentsQuery } from './api.ts';
import { checkStanding, dueText, isRefreshNear, nextCheckOf } from './display.ts';

const CertificatesPart = lazyPart(async () => (await import('./CertificatesPart.tsx')).CertificatesPart);

type MyLearningProps = {
  organisation: Organisation;
  /** Content above the assignments, such as the open assessment rounds of the organisation. */
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

/** Assignments of a person: those to do, then the completed ones (LEARN-06). */
function OwnLearning({ assignments }: { assignments: readonly OwnAssignment[] }) {
  if (assignments.length === 0) {
    return (
      <EmptyState
        title="Nothing is assigned to you"
        description="Resources that your organisation asks you to complete appear here, with their due date."
      />
    );
  }
  const toDo = assignments.filter(({ status }) => status !== 'completed');
  const completed = assignments.filter(({ status }) => status === 'completed');
  return (
    <div className="flex flex-col gap-10">
      {toDo.length > 0 ? (
        <section aria-labelledby="learning-to-do">
          <h2 id="learning-to-do" className="mb-4">
            To do
          </h2>
          <ul className="flex flex-col gap-3">
            {toDo.map((assignment) => (
              <ToDo key={assignment.id} assignment={assignment} />
            ))}
          </ul>
        </section>
      ) : null}
      {completed.length > 0 ? (
        <section aria-labelledby="learning-completed">
          <h2 id="learning-completed" className="mb-4">
            Completed
          </h2>
          <Card isPadded={false} className="overflow-hidden">
            <ul className="lines-between">
              {completed.map((assignment) => (
                <Completed key={assignment.id} assignment={assignment} />
              ))}
            </ul>
          </Card>
        </section>
      ) : null}
    </div>
  );
}

function ToDo({ assignment }: { assignment: OwnAssignment }) {
  const { id, resourceId, title, type, rappPrinciples, imageUrl, status, completedAt } = assignment;
  const { canConfirm, canOpen, earlierCompletedAt } = assignment;
  const standing = checkStanding(assignment);
  const isBegun = assignment.completionPercentage > 0 || status === 'in_progress';
  return (
    <li>
      <Card className="flex flex-wrap gap-x-5 gap-y-4 lg:items-center">
        <span className="w-20 flex-none self-start overflow-hidden rounded-md">
          <ResourceCover id={resourceId} type={type} principles={rappPrinciples} imageUrl={imageUrl} cut="square" />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <TypeChip type={type} name={typeNames[type]} />
          <h3 className="mt-0.5 font-sans text-base! wrap-anywhere">{title}</h3>
          <p
            className={`flex items-start gap-1.5 text-sm ${status === 'overdue' ? 'font-semibold text-danger-text' : 'text-muted-foreground'}`}
          >
            <CalendarDays size={16} className="mt-0.5 flex-none" />
            {dueText(assignment, isoDay(today()))}
          </p>
          {completedAt === null ? null : (
            <p className="text-sm text-muted-foreground">
              Completed {longDay(completedAt)}. Your organisation asks for it again.
            </p>
          )}
          {standing ? <p className="text-sm text-muted-foreground tabular-nums">{standing}</p> : null}
          {isBegun ? (
            <ProgressBar
              className="mt-2 sm:max-w-80"
              percent={assignment.completionPercentage}
              label={`Progress of ${title}`}
              word={progressWord({ type, hasCheck: assignment.check !== null && type !== 'path' })}
            />
          ) : (
            <p className="mt-2 text-sm text-muted-foreground">Not started</p>
          )}
        </div>
        <AssignedButton
          assignment={assignment}
          action={nextCheckOf(assignment) === null ? (isBegun ? 'Continue' : 'Start') : 'Take the check'}
          className={buttonClasses({ variant: isBegun ? 'primary' : 'outline', className: 'max-lg:w-full' })}
        />
        {canConfirm || !canOpen || earlierCompletedAt !== null ? (
          <div className="flex w-full flex-col gap-3 border-t border-border pt-4">
            {canConfirm ? <ConfirmReading assignmentId={id} title={title} /> : null}
            <OpenMatters assignment={assignment} />
          </div>
        ) : null}
      </Card>
    </li>
  );
}

function Completed({ assignment }: { assignment: OwnAssignment }) {
  const { resourceId, title, completedAt, isEarlierVersion, validUntil } = assignment;
  const standing = checkStanding(assignment);
  return (
    <li className="flex items-start gap-4 p-4 lg:px-5">
      <span className="grid size-8 flex-none place-items-center rounded-full bg-success-soft text-success-text">
        <Check size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-sans text-base! wrap-anywhere">
          <Link to="/resource/$id" params={{ id: String(resourceId) }} className="hover:underline">
            {title}
          </Link>
        </h3>
        <p className="text-sm text-muted-foreground">
          {completedAt === null ? 'Completed' : `Completed ${longDay(completedAt)}`}
          {isEarlierVersion ? ' on an earlier version' : ''}
        </p>
        {standing ? <p className="text-sm text-muted-foreground tabular-nums">{standing}</p> : null}
        {isEarlierVersion ? (
          <p className="text-sm text-muted-foreground">A newer version is out. You do not need to repeat it.</p>
        ) : null}
        {validUntil === null ? null : (
          <p
            className={`text-sm ${isRefreshNear(assignment, isoDay(today())) ? 'font-semibold text-warning-text' : 'text-muted-foreground'}`}
          >
            Refresh by {longDay(validUntil)}
          </p>
        )}
      </div>
    </li>
  );
}
