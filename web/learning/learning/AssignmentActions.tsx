import { useId, useState } from 'react';
import { today } from '#web/platform/clock.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
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
  const end = useSingleRun(() => ending.mutateAsync().catch(() => undefined));
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
        isBusy={ending.isPending}
        onOpenChange={() => ask(null)}
        title={name === undefined ? `End all assignments of “${title}”?` : `End the assignment of ${name}?`}
        description={`${name === undefined ? 'Its people' : name} will get no more reminders of “${title}”. What was completed stays completed.`}
        confirmLabel="End"
        onConfirm={() => void end().then(() => ask(null))}
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
  const formId = useId();
  const changing = useDueDay(organisationId, which, onDone);
  const change = useSingleRun(() => changing.mutateAsync(day).catch(() => undefined));
  const problem = day === '' ? 'Choose the due date' : day < now ? 'Choose a day from today on' : null;
  const error = isTried && problem !== null ? problem : changing.error ? sentenceOf(changing.error) : undefined;
  return (
    <Dialog
      isOpen
      size="small"
      isBusy={changing.isPending}
      onOpenChange={(isOpen) => isOpen || onDone()}
      title="Change the due date"
      description={description}
      footer={
        <>
          <Button variant="outline" disabled={changing.isPending} onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={changing.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === null) void change();
        }}
      >
        <Field label="Due date" hint="Reminders start again for this day." {...(error !== undefined && { error })}>
          <TextInput
            type="date"
            min={now}
            value={day}
            onChange={({ target }) => {
              setDay(target.value);
              changing.reset();
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
