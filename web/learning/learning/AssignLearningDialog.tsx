import { useState } from 'react';
import { counted } from '#contract/counted.ts';
import { type MemberRole, memberRoles } from '#contract/interests.ts';
import type { RefreshMonths } from '#contract/learning/learning.ts';
import {
  confirmationSentence,
  maxAssignedPeople,
  maxAssignedResources,
  refreshIntervals,
} from '#contract/learning/learning-limits.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { today } from '#web/platform/clock.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useWords } from '#web/ui/words.ts';
import { useAssignLearning } from './api.ts';
import { ChoosePeople, ChooseResources } from './Choices.tsx';
import { dayAfter, firstDueDay, refreshText } from './display.ts';

type Whom = 'all' | 'roles' | 'people';
type AssignLearningDialogProps = {
  organisation: Organisation;
  /** Opens the organisation's seats; offered after assigning to people without one. */
  onSeats: () => void;
  onClose: () => void;
};

/** Dialog that assigns resources to everyone, to roles or to people by name (LEARN-01). */
export function AssignLearningDialog({ organisation: { id, people }, onSeats, onClose }: AssignLearningDialogProps) {
  const now = firstDueDay(today());
  const words = useWords();
  const [resources, setResources] = useState<ReadonlyMap<number, string>>(new Map());
  const [whom, setWhom] = useState<Whom>('all');
  const [roles, setRoles] = useState<ReadonlySet<MemberRole>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [dueOn, setDueOn] = useState(dayAfter(now, 30));
  const [refreshMonths, setRefreshMonths] = useState<RefreshMonths | null>(null);
  const [asksConfirmation, setAsksConfirmation] = useState(false);
  const [isTried, setTried] = useState(false);
  const assigning = useAssignLearning(id, { onDone: onClose, onSeats });
  useUnsaved(resources.size > 0 && !assigning.isPending);
  const who =
    whom === 'all' ? { all: true as const } : whom === 'roles' ? { roles: [...roles] } : { people: [...chosen.keys()] };
  const problems = {
    resources: resources.size === 0 ? 'Choose at least one resource' : undefined,
    people:
      whom === 'roles' && roles.size === 0
        ? 'Choose at least one role'
        : whom === 'people' && chosen.size === 0
          ? 'Choose at least one person'
          : undefined,
    dueOn: dueOn === '' ? 'Choose the due date' : dueOn < now ? 'Choose a day from today on' : undefined,
  };
  const isReady = Object.values(problems).every((problem) => problem === undefined);

  return (
    <SubmitDialog
      size="medium"
      isBusy={assigning.isPending}
      title="Assign learning"
      description="People get an email, and reminders before and after the due date."
      submitLabel="Assign"
      onSubmit={() => {
        setTried(true);
        if (isReady)
          assigning.mutate({ resourceIds: [...resources.keys()], ...who, dueOn, refreshMonths, asksConfirmation });
      }}
      onChange={() => assigning.isPending || assigning.reset()}
      onClose={onClose}
    >
      <Fieldset
        legend="Resources"
        {...(isTried && problems.resources && { error: problems.resources })}
        hint={`${resources.size} of at most ${maxAssignedResources} chosen`}
      >
        <ChooseResources chosen={resources} most={maxAssignedResources} onChoose={setResources} />
      </Fieldset>
      <RadioGroup legend="Assign to" {...(isTried && problems.people && { error: problems.people })}>
        <Radio
          name="whom"
          label={`Everyone, ${counted(people ?? 0, 'person', 'people')}`}
          description="Everyone who is in the organisation now. Assign it again for people who join later."
          checked={whom === 'all'}
          onChange={() => setWhom('all')}
        />
        <Radio
          name="whom"
          label="People of some roles"
          description="Roles are those that people chose in their profiles."
          checked={whom === 'roles'}
          onChange={() => setWhom('roles')}
        />
        {whom === 'roles' ? (
          <div className="grid pl-7 sm:grid-cols-2">
            {memberRoles.map((role) => (
              <Checkbox
                key={role}
                label={words.roles[role].name}
                checked={roles.has(role)}
                onChange={() => setRoles(toggled(roles, role))}
              />
            ))}
          </div>
        ) : null}
        <Radio name="whom" label="People by name" checked={whom === 'people'} onChange={() => setWhom('people')} />
        {whom === 'people' ? (
          <div className="pl-7">
            <ChoosePeople organisationId={id} chosen={chosen} most={maxAssignedPeople} onChoose={setChosen} />
          </div>
        ) : null}
      </RadioGroup>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Due date" {...(isTried && problems.dueOn && { error: problems.dueOn })}>
          <TextInput type="date" min={now} value={dueOn} onChange={({ target }) => setDueOn(target.value)} />
        </Field>
        <Field label="Refresh" hint="How often people complete it again.">
          <Select
            value={refreshMonths ?? ''}
            onChange={({ target }) =>
              setRefreshMonths(refreshIntervals.find((months) => String(months) === target.value) ?? null)
            }
          >
            <option value="">{refreshText(null)}</option>
            {refreshIntervals.map((months) => (
              <option key={months} value={months}>
                {refreshText(months)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox
        label={`Ask people to confirm “${confirmationSentence}”`}
        checked={asksConfirmation}
        onChange={({ target }) => setAsksConfirmation(target.checked)}
      />
      {assigning.error ? (
        <p role="alert" className="text-sm text-destructive">
          {sentenceOf(assigning.error)}
        </p>
      ) : null}
    </SubmitDialog>
  );
}

function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
