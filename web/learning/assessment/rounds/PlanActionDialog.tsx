import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoundPlan } from '#contract/learning/assessment-rounds.ts';
import { peopleQuery } from '#web/organisations/organisations/api.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Field } from '#web/ui/Field.tsx';
import { ChoiceSearch } from '#web/ui/SearchInput.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
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
  const changing = useChangePlan(params, onClose);
  const isChanged =
    owner?.userId !== action.owner?.userId || dueOn !== (action.dueOn ?? '') || status !== action.status;
  useUnsaved(isChanged && !changing.isPending);
  const { data: people } = useQuery(peopleQuery(params.id, { pageSize: offered, search: search.trim() || undefined }));
  const found = people?.items ?? [];
  const others = found.filter(({ userId }) => userId !== owner?.userId);
  return (
    <SubmitDialog
      isBusy={changing.isPending}
      title="Action"
      description={action.text}
      submitLabel="Save"
      onSubmit={() => {
        changing.mutate({
          actions: [{ id: action.id, ownerId: owner?.userId ?? null, dueOn: dueOn || null, status }],
        });
      }}
      onClose={onClose}
    >
      {people && (people.totalCount > offered || search !== '') ? (
        <ChoiceSearch label="Search people" placeholder="Search by name or email" value={search} onSearch={setSearch} />
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
          {owner ? (
            <option translate="no" value={owner.userId}>
              {owner.name}
            </option>
          ) : null}
          {others.map(({ userId, name, email }) => (
            <option translate="no" key={userId} value={userId}>
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
    </SubmitDialog>
  );
}
