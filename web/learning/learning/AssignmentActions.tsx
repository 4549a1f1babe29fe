import { useState } from 'react';
import { today } from '#web/platform/clock.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useDueDay, useEndAssignments, type Which } from './api.ts';
import { firstDueDay } from './display.ts';

type AssignmentActionsProps = {
  organisationId: number;
  which: Which;
  title: string;
  name?: string;
  dueOn: string | null;
};

/** Buttons that change the due date or end the assignment, for one assignment or for all of a resource (LEARN-01). */
export function AssignmentActions({ organisationId, which, title, name, dueOn }: AssignmentActionsProps) {
  const [asked, ask] = useState<'due' | 'end' | null>(null);
  const ending = useEndAssignments(organisationId, which);
  const end = useConfirmDialog(
    () => ending.mutateAsync(),
    () => ask(null),
  );
  const of = name === undefined ? `for ${title}` : `for ${name}, ${title}`;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => ask('due')}>
        Due date<VisuallyHidden> {of}</VisuallyHidden>
      </Button>
      <Button variant="destructive-ghost" size="small" onClick={() => ask('end')}>
        End<VisuallyHidden> {of}</VisuallyHidden>
      </Button>
      {asked === 'due' ? (
        <DueDialog
          organisationId={organisationId}
          which={which}
          description={name === undefined ? `All assignments of “${title}”` : `“${title}”, assigned to ${name}`}
          dueOn={dueOn}
          onDone={() => ask(null)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={asked === 'end'}
        {...end}
        title={name === undefined ? `End all assignments of “${title}”?` : `End the assignment of ${name}?`}
        description={`${name === undefined ? 'Its people' : name} will get no more reminders of “${title}”. What was completed stays completed.`}
        confirmLabel="End"
      />
    </>
  );
}

type DueDialogProps = {
  organisationId: number;
  which: Which;
  description: string;
  dueOn: string | null;
  onDone: () => void;
};

function DueDialog({ organisationId, which, description, dueOn, onDone }: DueDialogProps) {
  const now = firstDueDay(today());
  const [day, setDay] = useState(dueOn !== null && dueOn >= now ? dueOn : '');
  const [isTried, setTried] = useState(false);
  const changing = useDueDay(organisationId, which, onDone);
  const problem = day === '' ? 'Choose the due date' : day < now ? 'Choose a day from today on' : null;
  const error = isTried && problem !== null ? problem : changing.error ? sentenceOf(changing.error) : undefined;
  return (
    <SubmitDialog
      isBusy={changing.isPending}
      title="Change the due date"
      description={description}
      submitLabel="Save"
      onSubmit={() => {
        setTried(true);
        if (problem === null) changing.mutate(day);
      }}
      onClose={onDone}
    >
      <Field label="Due date" hint="Reminders start again for this day." {...(error !== undefined && { error })}>
        <TextInput
          type="date"
          min={now}
          value={day}
          onChange={({ target }) => {
            setDay(target.value);
            if (!changing.isPending) changing.reset();
          }}
        />
      </Field>
    </SubmitDialog>
  );
}
