import { Link } from '@tanstack/react-router';
import { ArrowRight, CalendarDays, Clock } from 'lucide-react';
import type { AssignedSummary, OwnAssignment } from '#contract/learning/learning.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { isoDay } from '#web/dates.ts';
import { useClock } from '#web/platform/clock.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { checkStanding } from '../learning/display.ts';
import { AssignedButton } from './AssignedButton.tsx';
import { assignedAction, type DueTone, dueOf } from './assigned-display.ts';
import { nextText, placeText } from './display.ts';
import { progressWord } from './done-display.ts';

type AssignedCardProps = { assigned: AssignedSummary; className?: string };

/** Up to three assignments that are not completed, the next due first (DASH-16). */
export function AssignedCard({ assigned: { toDo, assigned, completed }, className }: AssignedCardProps) {
  return (
    <section aria-labelledby="assigned-heading" className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="assigned-heading">Assigned to you</h2>
        <Link to="/organisation/my-learning" className={textLinkClasses}>
          All {assigned}, {completed} completed
          <ArrowRight size={16} />
        </Link>
      </div>
      <Card isPadded={false} className="overflow-hidden">
        <ul className="lines-between">
          {toDo.map((assignment, index) => (
            <AssignedRow key={assignment.id} assignment={assignment} isFirst={index === 0} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

const dueLooks: Record<DueTone, string> = {
  overdue: 'font-semibold text-danger-text',
  soon: 'font-semibold text-warning-text',
  later: 'text-muted-foreground',
};

function AssignedRow({ assignment, isFirst }: { assignment: OwnAssignment; isFirst: boolean }) {
  const {
    resourceId,
    title,
    type,
    rappPrinciples,
    imageUrl,
    completionPercentage,
    canOpen,
    organisation,
    nextStep,
    check,
  } = assignment;
  const { now, timeZone } = useClock();
  const { text, tone } = dueOf(assignment, isoDay(now, timeZone));
  const action = assignedAction(assignment);
  const standing = checkStanding(assignment);
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 p-4 lg:grid-cols-[auto_minmax(0,1fr)_12rem_9rem_7rem] lg:px-6',
        tone === 'overdue' && 'bg-danger-soft',
      )}
    >
      <ResourceCover
        id={resourceId}
        type={type}
        principles={rappPrinciples}
        imageUrl={imageUrl}
        cut="square"
        className="w-16! self-start rounded-sm border border-border"
      />
      <div className="min-w-0">
        <TypeChip type={type} name={nextStep ? `${typeNames[type]} · ${placeText(nextStep)}` : typeNames[type]} />
        <h3 className="line-clamp-2 text-base! leading-5.5! wrap-anywhere">{title}</h3>
        {nextStep ? <p className="text-sm text-muted-foreground">{nextText(nextStep)}</p> : null}
        {standing ? <p className="text-sm text-muted-foreground tabular-nums">{standing}</p> : null}
        {canOpen ? null : (
          <p className="text-sm text-warning-text">You need a seat to open this. Ask {organisation} for one.</p>
        )}
      </div>
      <p className={classes('flex items-center gap-1.5 text-sm max-lg:col-start-2', dueLooks[tone])}>
        {tone === 'overdue' ? <Clock size={16} /> : <CalendarDays size={16} />}
        {text}
      </p>
      <div className="max-lg:col-start-2">
        {action === 'Start' ? (
          <p className="text-sm text-muted-foreground">Not started</p>
        ) : (
          <ProgressBar
            percent={completionPercentage}
            label={`Progress of ${title}`}
            word={check && type !== 'path' ? progressWord({ type, hasCheck: true }) : undefined}
          />
        )}
      </div>
      <AssignedButton
        assignment={assignment}
        action={action}
        className={buttonClasses({
          variant: isFirst ? 'primary' : 'outline',
          size: 'small',
          isBlock: true,
          className: 'max-lg:col-span-full',
        })}
      />
    </li>
  );
}
