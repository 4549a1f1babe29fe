import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Field } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { peopleQuery } from '../../organisations/api.ts';
import type { DraftGroup } from './display.ts';

/** How many people are offered at once; a search finds the others. */
const offered = 50;

type GroupFieldProps = {
  organisationId: number;
  group: DraftGroup;
  problem: string | null;
  onChange: (group: DraftGroup) => void;
  onRemove: () => void;
};

/** The name and the people of one group. */
export function GroupField({ organisationId, group, problem, onChange, onRemove }: GroupFieldProps) {
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
      <SearchInput
        label={`Search people for ${named}`}
        placeholder="Search by name or email"
        maxLength={100}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          // Enter would send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
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
            {items.length === 0 ? <p className="px-4 py-2.5 text-sm text-muted-foreground">No person fits.</p> : null}
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
