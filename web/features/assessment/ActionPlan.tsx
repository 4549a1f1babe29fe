import { useState } from 'react';
import type { ChangePlanEntry, RecommendedAction } from '#contract/assessment.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useNoteAction } from './api.ts';
import { dayText } from './results-display.ts';

type ActionPlanProps = { attemptId: number; action: RecommendedAction };

/** Who does an action until when, and whether it is done. */
export function ActionPlan({ attemptId, action }: ActionPlanProps) {
  const { entry } = action;
  const noting = useNoteAction(attemptId, action.id);
  const [isOpen, setIsOpen] = useState(false);
  const isDone = noting.isPending ? noting.variables.isDone : entry.doneAt !== null;
  const facts = [entry.owner, entry.dueOn && `by ${dayText(entry.dueOn)}`].filter(Boolean).join(', ');
  const toggle = useSingleRun(() =>
    noting.mutateAsync({ isDone: entry.doneAt === null, owner: entry.owner, dueOn: entry.dueOn }),
  );

  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="relative inline-flex">
          <Checkbox label={`Done: ${action.text}`} isLabelHidden checked={isDone} onChange={() => void toggle()} />
          <span aria-hidden="true" className="pointer-events-none py-1.5 pl-2.5 text-sm pointer-coarse:py-3">
            Done
          </span>
        </span>
        {facts ? <span className="text-sm text-muted-foreground">{facts}</span> : null}
        <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {facts ? 'Change owner and date' : 'Set owner and date'}
          <VisuallyHidden>: {action.text}</VisuallyHidden>
        </Button>
      </div>
      {isOpen ? (
        <PlanForm
          entry={{ isDone: entry.doneAt !== null, owner: entry.owner, dueOn: entry.dueOn }}
          isBusy={noting.isPending}
          onSave={async (change) => {
            await noting.mutateAsync(change);
            setIsOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

type PlanFormProps = {
  entry: ChangePlanEntry;
  isBusy: boolean;
  onSave: (change: ChangePlanEntry) => Promise<void>;
};

function PlanForm({ entry, isBusy, onSave }: PlanFormProps) {
  const [owner, setOwner] = useState(entry.owner ?? '');
  const [dueOn, setDueOn] = useState(entry.dueOn ?? '');
  const save = useSingleRun(() => onSave({ ...entry, owner: owner.trim() || null, dueOn: dueOn || null }));
  return (
    <form
      className="mt-2 grid max-w-152 grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label="Owner">
        <TextInput
          value={owner}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setOwner(event.target.value)}
        />
      </Field>
      <Field label="Date">
        <TextInput type="date" value={dueOn} onChange={(event) => setDueOn(event.target.value)} />
      </Field>
      <Button type="submit" variant="outline" isBusy={isBusy}>
        Save
      </Button>
    </form>
  );
}
