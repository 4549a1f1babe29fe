import { Link } from '@tanstack/react-router';
import { CalendarDays, Check } from 'lucide-react';
import type { OwnAssignment } from '#contract/learning.ts';
import { today } from '../../platform/clock.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { typeNames } from '../catalogue/display.ts';
import { ConfirmReading } from './ConfirmReading.tsx';
import { dayOf, dueText, isRefreshNear, longDayText } from './display.ts';

/** What a person's organisation assigned: what is to be done, then what is completed (LEARN-06). */
export function OwnLearning({ assignments }: { assignments: readonly OwnAssignment[] }) {
  if (assignments.length === 0) {
    return (
      <EmptyState
        title="Nothing is assigned to you"
        description="Resources that your organisation asks you to complete appear here, with their due day."
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
  const { id, resourceId, title, type, rappPrinciples, imageUrl, status, completedAt, canConfirm } = assignment;
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
            {dueText(assignment, dayOf(today()))}
          </p>
          {completedAt === null ? null : (
            <p className="text-sm text-muted-foreground">
              Completed {longDayText(completedAt)}. Your organisation asks for it again.
            </p>
          )}
          {isBegun ? (
            <ProgressBar
              className="mt-2 sm:max-w-80"
              percent={assignment.completionPercentage}
              label={`Progress of ${title}`}
            />
          ) : (
            <p className="mt-2 text-sm text-muted-foreground">Not started</p>
          )}
        </div>
        <Link
          to="/resource/$id"
          params={{ id: String(resourceId) }}
          className={buttonClasses({ variant: isBegun ? 'primary' : 'outline', className: 'max-lg:w-full' })}
        >
          {isBegun ? 'Continue' : 'Start'}
          <VisuallyHidden> {title}</VisuallyHidden>
        </Link>
        {canConfirm ? (
          <div className="w-full border-t border-border pt-4">
            <ConfirmReading assignmentId={id} title={title} />
          </div>
        ) : null}
      </Card>
    </li>
  );
}

function Completed({ assignment }: { assignment: OwnAssignment }) {
  const { resourceId, title, completedAt, isEarlierVersion, validUntil } = assignment;
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
          {completedAt === null ? 'Completed' : `Completed ${longDayText(completedAt)}`}
          {isEarlierVersion ? ' on an earlier version' : ''}
        </p>
        {isEarlierVersion ? (
          <p className="text-sm text-muted-foreground">A newer version is out. You need not repeat it.</p>
        ) : null}
        {validUntil === null ? null : (
          <p
            className={`text-sm ${isRefreshNear(assignment, dayOf(today())) ? 'font-semibold text-warning-text' : 'text-muted-foreground'}`}
          >
            Refresh by {longDayText(validUntil)}
          </p>
        )}
      </div>
    </li>
  );
}
