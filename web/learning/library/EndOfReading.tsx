import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, RotateCcw } from 'lucide-react';
import { relatedResources } from '#web/catalogue/catalogue/api.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { CardPrice } from '#web/catalogue/catalogue/ResourceCards.tsx';
import { useAccess } from '#web/commerce/access/api.ts';
import { cardLabel } from '#web/commerce/access/display.ts';
import { isoDay } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { AccessLabel } from '#web/ui/AccessLabel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { HelpfulResources } from '../assessment/ActionParts.tsx';
import { useNoteAction } from '../assessment/api.ts';
import { ownAssessmentQuery, resultQuery } from '../assessment/plan-api.ts';
import { actionsWith, dueText, type PlannedAction } from '../assessment/plan-display.ts';
import { progressQuery } from './api.ts';
import { CheckSlot } from './CheckSlot.tsx';
import { useFinish } from './use-finish.tsx';

type EndOfReadingProps = { resourceId: number; onReadAgain: () => void };

/** End of a text or file: whether it is finished, its check, actions it helps with, similar resources (DETAIL-25). */
export function EndOfReading({ resourceId, onReadAgain }: EndOfReadingProps) {
  return (
    <>
      <Card isPadded={false} className="overflow-hidden">
        <Finished resourceId={resourceId} onReadAgain={onReadAgain} />
        <CheckSlot resourceId={resourceId} look="row" />
        <PlanPart resourceId={resourceId} />
      </Card>
      <NextResources resourceId={resourceId} />
    </>
  );
}

function Finished({ resourceId, onReadAgain }: EndOfReadingProps) {
  const { data } = useQuery(progressQuery(resourceId));
  const { finish, isBusy, dialog } = useFinish(resourceId);
  const isFinished = data?.isFinished ?? false;
  const isRead = data?.completionPercentage === 100;
  const hasCheck = data?.check !== undefined;
  return (
    <section aria-labelledby="reading-end" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 lg:p-6">
      {isFinished ? (
        <span className="grid size-10 flex-none place-items-center rounded-full bg-primary text-primary-foreground">
          <Check size={20} />
        </span>
      ) : null}
      <div role="status" className="min-w-40 flex-1">
        <h2 id="reading-end">{isFinished ? 'Finished' : 'You are at the end'}</h2>
        <p className="text-sm text-muted-foreground">{endNote({ isFinished, isRead, hasCheck })}</p>
      </div>
      {isFinished || isRead ? null : (
        <Button size="small" isBusy={isBusy} onClick={finish}>
          {hasCheck ? 'Mark as read' : 'Mark as finished'}
        </Button>
      )}
      <Button variant="outline" size="small" onClick={onReadAgain}>
        <RotateCcw size={16} />
        Read again
      </Button>
      {dialog}
    </section>
  );
}

type End = { isFinished: boolean; isRead: boolean; hasCheck: boolean };

function endNote({ isFinished, isRead, hasCheck }: End): string {
  if (isFinished) return 'My Resources shows it as finished.';
  if (!hasCheck) return 'Mark it as finished when you are done with it.';
  return isRead ? 'Pass the check to finish it.' : 'Mark it as read when you are done with it, then take the check.';
}

/** Actions of the member's plan that this resource helps with. */
function PlanPart({ resourceId }: { resourceId: number }) {
  const { data: own } = useQuery(ownAssessmentQuery);
  const attemptId = own?.latest?.id;
  const { data: result } = useQuery({ ...resultQuery(attemptId ?? 0), enabled: attemptId !== undefined });
  if (!result) return null;
  const actions = actionsWith(result.actions, resourceId);
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="reading-plan" className="border-t border-border bg-muted p-5 lg:px-6">
      <h3 id="reading-plan" className="text-sm! font-normal! text-muted-foreground">
        {actions.length === 1 ? 'This belongs to an action of your plan' : 'This belongs to actions of your plan'}
      </h3>
      <ul>
        {actions.map((action) => (
          <OwnAction key={action.id} attemptId={result.id} action={action} resourceId={resourceId} />
        ))}
      </ul>
    </section>
  );
}

type OwnActionProps = { attemptId: number; action: PlannedAction; resourceId: number };

function OwnAction({ attemptId, action, resourceId }: OwnActionProps) {
  const { owner, dueOn, doneAt } = action.entry;
  const noting = useNoteAction(attemptId, action.id);
  const isDone = noting.isPending ? noting.variables.isDone : doneAt !== null;
  const others = action.resources.filter(({ id }) => id !== resourceId);
  return (
    <li className="mt-3 flex items-start gap-3">
      <Checkbox
        label={`Done: ${action.text}`}
        isLabelHidden
        checked={isDone}
        onChange={() => noting.mutate({ owner, dueOn, isDone: doneAt === null })}
        className="min-h-6!"
      />
      <div className="min-w-0 flex-1">
        <p className={isDone ? 'text-muted-foreground line-through' : 'font-semibold'}>{action.text}</p>
        <HelpfulResources action={{ fit: action.fit, resources: others }} />
      </div>
      {dueOn ? (
        <span className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
          {dueText(dueOn, isoDay(today()))}
        </span>
      ) : null}
    </li>
  );
}

/** Up to three resources that are similar to this one. */
function NextResources({ resourceId }: { resourceId: number }) {
  const { data } = useQuery(relatedResources(resourceId));
  const access = useAccess(data?.map(({ id }) => id));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="reading-next" className="mt-10">
      <h2 id="reading-next" className="mb-4">
        What comes next
      </h2>
      <ul className="lines-between rounded-lg border border-border bg-card px-5 lg:px-6">
        {data.map((resource) => (
          <li key={resource.id} className="flex items-start gap-4 py-4">
            <ResourceCover
              id={resource.id}
              type={resource.type}
              principles={resource.rappPrinciples}
              imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
              cut="square"
              className="w-20! flex-none rounded-sm border border-border"
            />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground tabular-nums">
                <TypeChip type={resource.type} name={typeNames[resource.type]} />
                {resource.estimatedDuration ? `${resource.estimatedDuration} min` : null}
              </p>
              <Link
                to="/resource/$id"
                params={{ id: String(resource.id) }}
                className="mt-0.5 block font-semibold wrap-anywhere hover:underline"
              >
                {resource.title}
              </Link>
              <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-semibold">
                <AccessLabel label={cardLabel(resource.accessType, access.of(resource.id))} />
                <CardPrice resource={resource} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
