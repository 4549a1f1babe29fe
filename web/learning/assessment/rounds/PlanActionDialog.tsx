import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RoundPlan } from '#contract/learning/assessment-rounds.ts';
import { peopleQuery } from '#web/organisations/organisations/api.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { ChoiceSearch } from '#web/ui/SearchInput.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type OneRound, useChangePlan } from './api.ts';

/** Number of people that the dialog offers; a search finds the others. */
const offered = 100;

const statusNames = { not_started: 'Not started', in_progress: 'In progress', done: 'Done' };
const statuses = ['not_started', 'in_progress', 'done'] as const;

type PlanActionDialogProps = { params: OneRound; action: RoundPlan['actions'][number]; onClose: () => void };

/** Dialog for the owner, the due date and the status of an action (TEAM-05). */
export function PlanActionDialog({ params, action, onClose }: PlanActionDialogProps) {
  const [search, setSearch] = useState('');
  const [owner, setOwner] = useState(action.owner);
  const [dueOn, setDueOn] = useState(action.dueOn ?? '');
  const [status, setStatus] = useState(action.status);
  const formId = useId();
  const changing = useChangePlan(params, onClose);
  const isChanged =
    owner?.userId !== action.owner?.userId || dueOn !== (action.dueOn ?? '') || status !== action.status;
  useUnsaved(isChanged && !changing.isPending);
  const { data: people } = useQuery(peopleQuery(params.id, { pageSize: offered, search: search.trim() || undefined }));
  const found = people?.items ?? [];
  const others = found.filter(({ userId }) => userId !== owner?.userId);
  const save = useSingleRun(() =>
    changing.mutateAsync({
      actions: [{ id: action.id, ownerId: owner?.userId ?? null, dueOn: dueOn || null, status }],
    }),
  );
  return (
    <Dialog
      isOpen
      isBusy={changing.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Action"
      description={action.text}
      footer={
        <>
          <Button variant="outline" disabled={changing.isPending} onClick={onClose}>
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
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {people && (people.totalCount > offered || search !== '') ? (
          <ChoiceSearch
            label="Search people"
            placeholder="Search by name or email"
            value={search}
            onSearch={setSearch}
          />
        ) : null}
        <Field label="Owner">
          <Select
            value={owner?.userId ?? ''}
            onChange={({ target }) => {
              const chosen = others.find(({ userId }) => String(userId) === target.value);
              setOwner(chosen ? { userId: chosen.userId, name: chosen.name } : null);
            }}
          >
            <option value="">No owner yet</option>
            {owner ? <option value={owner.userId}>{owner.name}</option> : null}
            {others.map(({ userId, name, email }) => (
              <option key={userId} value={userId}>
                {name} ({email})
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Due date" isOptional>
            <TextInput type="date" value={dueOn} onChange={({ target }) => setDueOn(target.value)} />
          </Field>
          <Field label="Status">
            <Select
              value={status}
              onChange={({ target }) => setStatus(statuses.find((one) => one === target.value) ?? 'not_started')}
            >
              {statuses.map((one) => (
                <option key={one} value={one}>
                  {statusNames[one]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {changing.error ? (
          <p role="alert" className="text-sm text-destructive">
            {sentenceOf(changing.error)} The plan was not changed.
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
