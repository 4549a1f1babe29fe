import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { peopleQuery } from '#web/organisations/organisations/api.ts';
import { today } from '#web/platform/clock.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { ChoiceSearch } from '#web/ui/SearchInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useStartRound } from './api.ts';
import { type DraftGroup, problemOf, tooFewText, usualLastDay } from './display.ts';

const mostGroups = 30;

type StartRoundDialogProps = { organisationId: number; people: number; onClose: () => void };

/** Dialog that starts a round: title, last day, and groups whose results are shown separately (TEAM-01). */
export function StartRoundDialog({ organisationId, people, onClose }: StartRoundDialogProps) {
  const [title, setTitle] = useState('');
  const [closesOn, setClosesOn] = useState(() => usualLastDay(today()));
  const [invited, setInvited] = useState<'all' | 'groups'>('all');
  const [groups, setGroups] = useState<readonly DraftGroup[]>([]);
  const [isTried, setTried] = useState(false);
  const lastKey = useRef(0);
  const starting = useStartRound(organisationId, onClose);
  useUnsaved((title !== '' || groups.length > 0) && !starting.isPending);
  const problems = groups.map((group) => problemOf(group, groups));
  const tooFew = tooFewText(people);
  const needsGroup = invited === 'groups' && groups.length === 0;
  const change = (changed: DraftGroup) =>
    setGroups(groups.map((group) => (group.key === changed.key ? changed : group)));
  return (
    <SubmitDialog
      size="medium"
      isBusy={starting.isPending}
      title="Start a round"
      description="Everyone invited gets an email and answers alone. Results are shown when the round closes and at least 5 people other than owners and managers answered."
      submitLabel="Start round"
      onSubmit={() => {
        setTried(true);
        const isReady = title.trim() !== '' && closesOn !== '' && !needsGroup && problems.every((one) => one === null);
        if (isReady)
          starting.mutate({
            title: title.trim(),
            closesOn,
            groups: groups.map(({ name, people }) => ({ name: name.trim(), people: [...people] })),
            ...(invited === 'all' && { all: true as const }),
          });
      }}
      onClose={onClose}
    >
      {tooFew ? <Banner tone="warning">{tooFew}</Banner> : null}
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
            data-wrong={isTried && needsGroup ? '' : undefined}
            onClick={() => {
              lastKey.current += 1;
              setGroups([...groups, { key: lastKey.current, name: '', people: new Set() }]);
            }}
          >
            <Plus size={18} />
            Add group
          </Button>
        ) : null}
      </div>
      {starting.error ? (
        <p role="alert" className="text-sm text-destructive">
          {sentenceOf(starting.error)} No round was started.
        </p>
      ) : null}
    </SubmitDialog>
  );
}

/** Number of people that the dialog offers; a search finds the others. */
const offered = 50;

type GroupFieldProps = {
  organisationId: number;
  group: DraftGroup;
  problem: string | null;
  onChange: (group: DraftGroup) => void;
  onRemove: () => void;
};

function GroupField({ organisationId, group, problem, onChange, onRemove }: GroupFieldProps) {
  const [search, setSearch] = useState('');
  const people = useQuery(peopleQuery(organisationId, { search: search.trim() || undefined, pageSize: offered }));
  const named = group.name.trim() || 'this group';

  function toggle(userId: number) {
    const next = new Set(group.people);
    if (!next.delete(userId)) next.add(userId);
    onChange({ ...group, people: next });
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-border p-4">
      <legend className="sr-only">Group {group.name}</legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Name of the group" error={problem ?? undefined}>
            <TextInput
              value={group.name}
              maxLength={80}
              autoComplete="off"
              placeholder="Legal, risk and compliance"
              onChange={({ target }) => onChange({ ...group, name: target.value })}
            />
          </Field>
        </div>
        <IconButton label={`Remove ${named}`} icon={<Trash2 size={18} />} onClick={onRemove} />
      </div>
      <ChoiceSearch
        label={`Search people for ${named}`}
        placeholder="Search by name or email"
        value={search}
        onSearch={setSearch}
      />
      <Loaded
        query={people}
        skeleton={<Skeleton className="h-32 w-full" />}
        failure="The people did not load"
        safe="No round was started."
      >
        {({ items, totalCount }) => (
          <div className="flex max-h-48 flex-col overflow-y-auto rounded-md border border-border">
            {items.map(({ userId, name, email }) => (
              <Checkbox
                key={userId}
                className="px-4 py-1.5"
                label={name}
                detail={email}
                checked={group.people.has(userId)}
                onChange={() => toggle(userId)}
              />
            ))}
            {items.length === 0 ? <p className="px-4 py-2.5 text-sm text-muted-foreground">No people match.</p> : null}
            {totalCount > items.length ? (
              <p className="border-t border-border px-4 py-2.5 text-sm text-muted-foreground">
                {items.length} of {totalCount} people. Search to find the others.
              </p>
            ) : null}
          </div>
        )}
      </Loaded>
      <p role="status" className="text-sm text-muted-foreground">
        {group.people.size === 1 ? '1 person chosen' : `${group.people.size} people chosen`}
      </p>
    </fieldset>
  );
}
