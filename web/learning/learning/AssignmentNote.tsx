import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Award, CalendarDays, CircleCheck, RotateCcw } from 'lucide-react';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { useClock } from '#web/platform/clock.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { useMarkFinished } from '../library/progress-api.ts';
import { useRefreshOwn, useShareEarlier } from './api.ts';
import { resourceCertificateQuery, useConfirm } from './certificate-api.ts';
import { checkStanding, dueText, isRefreshNear } from './display.ts';
import '#web/ui/all-classes.css';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import { confirmationSentence } from '#contract/learning/learning-limits.ts';
import { isoDay } from '#web/dates.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

type AssignmentNoteProps = { assignment: OwnAssignment; isFinished: boolean };

/** Note on the page of an assigned resource: the organisation, the due date and the open tasks. */
export function AssignmentNote({ assignment, isFinished }: AssignmentNoteProps) {
  const { id, resourceId, title, organisation, status, completedAt, validUntil, isEarlierVersion, canConfirm } =
    assignment;
  const { now, timeZone } = useClock();
  const day = isoDay(now, timeZone);
  const isCompleted = status === 'completed';
  const standing = checkStanding(assignment);
  const isAgain = completedAt !== null && (!isCompleted || isRefreshNear(assignment, day));
  return (
    <section aria-label="Assigned learning" className="mb-6">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span
            className={
              isCompleted ? 'text-success-text' : status === 'overdue' ? 'text-danger-text' : 'text-muted-foreground'
            }
          >
            {isCompleted ? <CircleCheck size={20} /> : <CalendarDays size={20} />}
          </span>
          <div className="min-w-0 flex-1 basis-60 text-sm">
            <p className="font-semibold">Assigned by {organisation}</p>
            <p className={status === 'overdue' ? 'font-semibold text-danger-text' : 'text-muted-foreground'}>
              {isCompleted && completedAt !== null
                ? `Completed ${longDay(completedAt)}${isEarlierVersion ? ' on an earlier version. You do not need to repeat it' : ''}.`
                : `${dueText(assignment, day)}.`}
              {validUntil !== null && isCompleted ? ` Refresh by ${longDay(validUntil)}.` : ''}
            </p>
            {standing ? <p className="text-muted-foreground tabular-nums">{standing}.</p> : null}
          </div>
          {completedAt === null ? null : <CertificateButton resourceId={resourceId} title={title} />}
          {isAgain && !canConfirm ? <Again assignment={assignment} isFinished={isFinished} /> : null}
        </div>
        {canConfirm ? <ConfirmReading assignmentId={id} title={title} /> : null}
        <OpenMatters assignment={assignment} />
      </Card>
    </section>
  );
}

const certificateDialog = lazyDialog(async () => (await import('./CertificateDialog.tsx')).CertificateDialog);

/** Button that opens the newest certificate of the resource; renders nothing without one. */
function CertificateButton({ resourceId, title }: { resourceId: number; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(resourceCertificateQuery(resourceId));
  const certificate = data?.items[0];
  if (!certificate) return null;
  return (
    <>
      <Button variant="outline" size="small" {...certificateDialog.near} onClick={() => setIsOpen(true)}>
        <Award size={16} />
        Certificate<VisuallyHidden> for {title}</VisuallyHidden>
      </Button>
      {isOpen ? <certificateDialog.Dialog certificate={certificate} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/**
 * Button that completes a resource again: the check, or the finished mark. A path is completed again by its steps;
 * the page shows the next one above the note.
 */
function Again({ assignment, isFinished }: AssignmentNoteProps) {
  const { resourceId, title, type, check, canOpen } = assignment;
  if (type === 'path') return null;
  if (check === null) return isFinished ? <GoneThrough resourceId={resourceId} title={title} /> : null;
  if (!canOpen) return null;
  return (
    <Link
      to="/resource/$id/check"
      params={{ id: String(resourceId) }}
      search={{}}
      className={buttonClasses({ variant: 'outline', size: 'small' })}
    >
      <RotateCcw size={16} />
      Take the check again
    </Link>
  );
}

/**
 * Button for a finished resource that the member has gone through again. Setting the finished mark again completes the
 * assignment again.
 */
function GoneThrough({ resourceId, title }: { resourceId: number; title: string }) {
  const { mark, isBusy } = useMarkFinished(resourceId);
  const refreshOwn = useRefreshOwn();
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`I have gone through ${title} again`}
      isBusy={isBusy}
      onClick={() => mark(true, { onSuccess: () => void refreshOwn() })}
    >
      {isBusy ? null : <RotateCcw size={16} />}I have gone through it again
    </Button>
  );
}

/** Notes about a missing seat, and about a completion that the organisation does not know. */
export function OpenMatters({ assignment }: { assignment: OwnAssignment }) {
  const { id, organisation, canOpen, earlierCompletedAt, assignedAt, title } = assignment;
  const sharing = useShareEarlier();
  return (
    <>
      {canOpen ? null : (
        <p className="text-sm text-warning-text">You need a seat to open this. Ask {organisation} for one.</p>
      )}
      {earlierCompletedAt === null ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <p>
            You completed this on {longDay(earlierCompletedAt)}, {earlierCompletedAt < assignedAt ? '' : 'in part '}
            before it was assigned. {organisation} does not know of it.
          </p>
          <Button size="small" variant="outline" isBusy={sharing.isPending} onClick={() => sharing.mutate(id)}>
            Tell {organisation}
            <VisuallyHidden> that you completed {title}</VisuallyHidden>
          </Button>
        </div>
      )}
    </>
  );
}

type ConfirmReadingProps = { assignmentId: number; title: string; onConfirmed?: () => void };

/** Form that confirms that an assigned resource was read and understood (LEARN-02). */
export function ConfirmReading({ assignmentId, title, onConfirmed }: ConfirmReadingProps) {
  const [isChecked, check] = useState(false);
  const confirming = useConfirm();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Checkbox label={confirmationSentence} checked={isChecked} onChange={({ target }) => check(target.checked)} />
      <Button
        size="small"
        disabled={!isChecked}
        isBusy={confirming.isPending}
        onClick={() => void confirming.mutateAsync(assignmentId).then(onConfirmed, () => undefined)}
      >
        Confirm<VisuallyHidden> for {title}</VisuallyHidden>
      </Button>
    </div>
  );
}
