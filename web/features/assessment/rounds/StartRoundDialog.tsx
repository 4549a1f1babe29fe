import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { today } from '../../../platform/clock.ts';
import { sentenceOf } from '../../../platform/errors.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Radio, RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useStartRound } from './api.ts';
import { type DraftGroup, problemOf, usualLastDay } from './display.ts';
import { GroupField } from './GroupField.tsx';

const mostGroups = 30;

/** Starts a round: title, last day, and groups whose results are shown beside the whole (TEAM-01). */
export function StartRoundDialog({ organisationId, onClose }: { organisationId: number; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [closesOn, setClosesOn] = useState(() => usualLastDay(today()));
  const [invited, setInvited] = useState<'all' | 'groups'>('all');
  const [groups, setGroups] = useState<readonly DraftGroup[]>([]);
  const [isTried, setTried] = useState(false);
  const lastKey = useRef(0);
  const formId = useId();
  const starting = useStartRound(organisationId, onClose);
  const problems = groups.map((group) => problemOf(group, groups));
  const needsGroup = invited === 'groups' && groups.length === 0;
  const start = useSingleRun(() =>
    starting.mutateAsync({
      title: title.trim(),
      closesOn,
      groups: groups.map(({ name, people }) => ({ name: name.trim(), people: [...people] })),
      ...(invited === 'all' && { all: true as const }),
    }),
  );
  const change = (changed: DraftGroup) =>
    setGroups(groups.map((group) => (group.key === changed.key ? changed : group)));
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={starting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Start a round"
      description="Everybody invited gets an email and answers alone. Results are shown when the round closes and at least 5 people answered."
      footer={
        <>
          <Button variant="outline" disabled={starting.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={starting.isPending}>
            Start Round
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
          setTried(true);
          const isReady =
            title.trim() !== '' && closesOn !== '' && !needsGroup && problems.every((one) => one === null);
          if (isReady) void start();
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Field label="Title" error={isTried && title.trim() === '' ? 'Enter a title' : undefined}>
            <TextInput
              value={title}
              maxLength={120}
              autoComplete="off"
              placeholder="Autumn 2026"
              onChange={({ target }) => setTitle(target.value)}
            />
          </Field>
          <Field label="Last day" error={isTried && closesOn === '' ? 'Choose a day' : undefined}>
            <TextInput type="date" value={closesOn} onChange={({ target }) => setClosesOn(target.value)} />
          </Field>
        </div>
        <RadioGroup legend="Who is invited">
          <Radio
            name="invited"
            label="All people of the organisation"
            checked={invited === 'all'}
            onChange={() => setInvited('all')}
          />
          <Radio
            name="invited"
            label="Only the people of the groups"
            checked={invited === 'groups'}
            onChange={() => setInvited('groups')}
          />
        </RadioGroup>
        <div className="flex flex-col gap-3">
          <h3 className="text-sm font-semibold">Groups</h3>
          <p className="-mt-2 text-sm text-muted-foreground">
            Such as roles. A group is shown only where it protects the people who answered: at least 5, and not to be
            worked out from other groups or rounds.
          </p>
          {groups.map((group, index) => (
            <GroupField
              key={group.key}
              organisationId={organisationId}
              group={group}
              problem={isTried ? (problems[index] ?? null) : null}
              onChange={change}
              onRemove={() => setGroups(groups.filter(({ key }) => key !== group.key))}
            />
          ))}
          {isTried && needsGroup ? (
            <p role="alert" className="text-sm text-destructive">
              Add a group, or invite all people.
            </p>
          ) : null}
          {groups.length < mostGroups ? (
            <Button
              variant="outline"
              className="self-start"
              onClick={() => {
                lastKey.current += 1;
                setGroups([...groups, { key: lastKey.current, name: '', people: new Set() }]);
              }}
            >
              <Plus size={18} />
              Add Group
            </Button>
          ) : null}
        </div>
        {starting.error ? (
          <p role="alert" className="text-sm text-destructive">
            {sentenceOf(starting.error)} No round was started.
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
