import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarPlus, ChevronRight, User, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChangePlanEntry, PlanEntry } from '#contract/learning/assessment.ts';
import { isoDay } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { today } from '#web/platform/clock.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ActionFacts, HelpfulResources } from './ActionParts.tsx';
import { useNoteAction, useRemoveAction } from './api.ts';
import { doneCount, doneText, dueText, groupsByDay, type PlannedAction } from './plan-display.ts';

type PlanActionsProps = { attemptId: number; actions: readonly PlannedAction[] };

/** Actions of the plan: open ones by their day or their effect, done ones folded (PLAN-03). */
export function PlanActions({ attemptId, actions }: PlanActionsProps) {
  const [isByDay, setIsByDay] = useState(true);
  // An action that is ticked during this visit keeps its place, so that the list does not move under the pointer.
  const [doneBefore] = useState(() => new Set(actions.filter(({ entry }) => entry.doneAt).map(({ id }) => id)));
  const moved = useRef<string>(null);
  if (actions.length === 0) return <NoActions attemptId={attemptId} />;
  const folded = actions.filter(({ id, entry }) => entry.doneAt !== null && doneBefore.has(id));
  const open = actions.filter((action) => !folded.includes(action));
  const row = (action: PlannedAction) => (
    <ActionRow key={action.id} attemptId={attemptId} action={action} moved={moved} />
  );
  const day = isoDay(today());
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 lg:px-6">
        <h2 className="text-lg!">Actions</h2>
        {/* The bar is hidden from screen readers, because the text beside it says the same. */}
        <span aria-hidden="true" className="h-1.5 w-24 overflow-hidden rounded-full bg-progress-track max-sm:hidden">
          <span
            className="block h-full bg-progress"
            style={{ width: `${(doneCount(actions) * 100) / actions.length}%` }}
          />
        </span>
        <span role="status" className="text-sm text-muted-foreground tabular-nums">
          {doneText(actions)}
        </span>
        <fieldset className="ml-auto flex gap-1 rounded-md bg-muted p-1">
          <legend className="sr-only">Order of the actions</legend>
          <Order isChosen={isByDay} onChoose={() => setIsByDay(true)}>
            By day
          </Order>
          <Order isChosen={!isByDay} onChoose={() => setIsByDay(false)}>
            By effect
          </Order>
        </fieldset>
      </div>
      {isByDay
        ? groupsByDay(open, day).map(({ title, isUrgent, actions: group }) => (
            <section key={title}>
              <h3
                className={classes(
                  'border-y border-border bg-muted px-5 py-2 font-sans text-sm! leading-5! font-semibold! lg:px-6',
                  isUrgent ? 'text-warning-text' : 'text-muted-foreground',
                )}
              >
                {title} <span className="ml-1 tabular-nums">{group.length}</span>
              </h3>
              <ul>{group.map(row)}</ul>
            </section>
          ))
        : null}
      {isByDay ? null : <ul className="border-t border-border">{open.map(row)}</ul>}
      {open.length === 0 ? (
        <p className="border-t border-border px-5 py-5 text-muted-foreground lg:px-6">
          Every action of the plan is done.
        </p>
      ) : null}
      {folded.length > 0 ? (
        <details className="group border-t border-border">
          <summary className="flex min-h-14 list-none items-center gap-2 px-5 py-3 font-semibold lg:px-6 [&::-webkit-details-marker]:hidden">
            <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
            Done <span className="font-normal text-muted-foreground tabular-nums">{folded.length}</span>
          </summary>
          <ul className="border-t border-border">{folded.map(row)}</ul>
        </details>
      ) : null}
    </Card>
  );
}

function NoActions({ attemptId }: { attemptId: number }) {
  return (
    <EmptyState
      title="No actions in your plan yet"
      description="Choose from the recommendations of your result what you want to do."
      action={
        <Link
          to="/tools/responsible-ai-assessment"
          search={{ attempt: String(attemptId) }}
          hash="recommendations"
          className={buttonClasses({})}
        >
          Choose actions
        </Link>
      }
    />
  );
}

function Order({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'min-h-8 rounded-sm px-3 text-sm font-semibold pointer-coarse:min-h-11',
        isChosen ? 'bg-card text-foreground' : 'text-muted-foreground hover:text-foreground',
      )}
    >
      {children}
    </button>
  );
}

type ActionRowProps = {
  attemptId: number;
  action: PlannedAction;
  /** Id of the action whose new day may have moved it to another group; the row that appears takes the focus. */
  moved: { current: string | null };
};

function ActionRow({ attemptId, action, moved }: ActionRowProps) {
  const { entry } = action;
  const noting = useNoteAction(attemptId, action.id);
  const [edited, setEdited] = useState<'day' | 'owner' | null>(null);
  const dayButton = useRef<HTMLButtonElement>(null);
  const ownerButton = useRef<HTMLButtonElement>(null);
  const isDone = noting.isPending ? noting.variables.isDone : entry.doneAt !== null;

  useEffect(() => {
    if (moved.current !== action.id) return;
    moved.current = null;
    dayButton.current?.focus();
  }, [moved, action.id]);

  function close() {
    (edited === 'owner' ? ownerButton : dayButton).current?.focus();
    setEdited(null);
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3 border-b border-border px-5 py-4 last:border-0 md:grid-cols-[auto_minmax(0,1fr)_10rem] lg:px-6">
      <Checkbox
        label={`Done: ${action.text}`}
        isLabelHidden
        checked={isDone}
        disabled={noting.isPending && edited !== null}
        onChange={() => noting.mutate({ ...changeOf(entry), isDone: entry.doneAt === null })}
        className="self-start min-h-6!"
      />
      <div className="min-w-0">
        <p className={classes('font-semibold', isDone && 'text-muted-foreground line-through')}>{action.text}</p>
        <ActionFacts action={action} reason={action.questionTitle} />
        <HelpfulResources action={action} />
      </div>
      <div className="flex gap-x-2 max-md:col-start-2 max-md:flex-wrap md:flex-col md:items-start">
        <NoteButton
          ref={dayButton}
          isOpen={edited === 'day'}
          onPress={() => setEdited('day')}
          isSet={entry.dueOn !== null}
        >
          {entry.dueOn === null ? <CalendarPlus size={16} /> : <CalendarDays size={16} />}
          {entry.dueOn === null ? 'Set a due date' : dueText(entry.dueOn, isoDay(today()))}
          <VisuallyHidden> for: {action.text}</VisuallyHidden>
        </NoteButton>
        <NoteButton
          ref={ownerButton}
          isOpen={edited === 'owner'}
          onPress={() => setEdited('owner')}
          isSet={entry.owner !== null}
        >
          {entry.owner === null ? <UserPlus size={16} /> : <User size={16} />}
          <span className="wrap-anywhere">{entry.owner ?? 'Set an owner'}</span>
          <VisuallyHidden> for: {action.text}</VisuallyHidden>
        </NoteButton>
      </div>
      {edited ? (
        <NoteForm
          attemptId={attemptId}
          action={action}
          first={edited}
          isBusy={noting.isPending}
          onSave={async (change) => {
            moved.current = change.dueOn === entry.dueOn ? null : action.id;
            await noting.mutateAsync(change);
            close();
          }}
          onCancel={close}
        />
      ) : null}
    </li>
  );
}

const changeOf = ({ owner, dueOn, doneAt }: PlanEntry): ChangePlanEntry => ({ owner, dueOn, isDone: doneAt !== null });

type NoteButtonProps = {
  ref: { current: HTMLButtonElement | null };
  isOpen: boolean;
  isSet: boolean;
  onPress: () => void;
  children: ReactNode;
};

function NoteButton({ ref, isOpen, isSet, onPress, children }: NoteButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isOpen}
      data-prints={isSet ? '' : undefined}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-8 items-center gap-2 rounded-sm text-left text-sm hover:underline pointer-coarse:min-h-11',
        !isSet && 'text-muted-foreground',
      )}
    >
      {children}
    </button>
  );
}

type NoteFormProps = {
  attemptId: number;
  action: PlannedAction;
  first: 'day' | 'owner';
  isBusy: boolean;
  onSave: (change: ChangePlanEntry) => Promise<void>;
  onCancel: () => void;
};

/** Form for the owner and the day of an action, with a button that removes the action from the plan. */
function NoteForm({ attemptId, action, first, isBusy, onSave, onCancel }: NoteFormProps) {
  const { entry } = action;
  const [owner, setOwner] = useState(entry.owner ?? '');
  const [dueOn, setDueOn] = useState(entry.dueOn ?? '');
  const removing = useRemoveAction(attemptId, action.id);
  const fields = { day: useRef<HTMLInputElement>(null), owner: useRef<HTMLInputElement>(null) };
  const field = fields[first];
  useEffect(() => field.current?.focus(), [field]);
  useUnsaved((owner !== (entry.owner ?? '') || dueOn !== (entry.dueOn ?? '')) && !isBusy);
  const { mutate: save } = useAction({
    send: () => onSave({ ...changeOf(entry), owner: owner.trim() || null, dueOn: dueOn || null }),
  });
  return (
    <form
      className="col-span-full grid grid-cols-1 items-end gap-3 rounded-md bg-muted p-4 sm:grid-cols-[11rem_minmax(0,1fr)] md:ml-8"
      onSubmit={(event) => {
        event.preventDefault();
        // A toast shows a rejected change; the typed values stay.
        save();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Field label="Due date">
        <TextInput ref={fields.day} type="date" value={dueOn} onChange={(event) => setDueOn(event.target.value)} />
      </Field>
      <Field label="Owner">
        <TextInput
          ref={fields.owner}
          value={owner}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setOwner(event.target.value)}
        />
      </Field>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={isBusy}>
          Save
        </Button>
        <Button variant="outline" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="ghost"
          size="small"
          className="sm:ml-auto"
          isBusy={removing.isPending}
          onClick={() => removing.mutate(changeOf(entry))}
        >
          Take out of my plan
        </Button>
      </div>
    </form>
  );
}
