import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeatPool } from '#contract/commerce/seats.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { ChoiceSearch } from '#web/ui/SearchInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { peopleQuery } from './api.ts';
import { keyOf } from './people-display.ts';

/** Maximum number of people in the list; a search finds the others. */
const offered = 50;

type AssignByNameProps = {
  organisationId: number;
  pool: SeatPool;
  /** Number of people without a seat; null until it is known. */
  lacking: number | null;
  chosen: ReadonlySet<number>;
  isAll: boolean;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onAll: (isAll: boolean) => void;
  onPaste: () => void;
};

/** Chooses people without a seat by their name. */
export function AssignByName({
  organisationId,
  pool,
  lacking,
  chosen,
  isAll,
  onChoose,
  onAll,
  onPaste,
}: AssignByNameProps) {
  const [search, setSearch] = useState('');
  const people = useQuery(
    peopleQuery(organisationId, { withoutSeat: keyOf(pool), pageSize: offered, search: search.trim() || undefined }),
  );

  function toggle(userId: number) {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    onChoose(next);
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <ChoiceSearch
            label="Search people"
            placeholder="Search by name or email"
            value={search}
            onSearch={setSearch}
          />
        </div>
        <Button variant="outline" onClick={onPaste}>
          Paste addresses
        </Button>
      </div>
      <Loaded
        query={people}
        skeleton={<Skeleton className="h-48 w-full" />}
        failure="The people did not load"
        safe="No seat was assigned."
      >
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <p className="text-sm text-muted-foreground">
              {search === ''
                ? 'All people in the organisation have this seat already.'
                : 'No people without a seat match this search.'}
            </p>
          ) : (
            <div className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-border">
              {search === '' && lacking !== null && lacking > 1 ? (
                <Checkbox
                  className="border-b border-border px-4 py-2 font-semibold"
                  label={`All ${lacking} people without a seat`}
                  checked={isAll}
                  onChange={({ target }) => onAll(target.checked)}
                />
              ) : null}
              {items.map(({ userId, name, email }) => (
                <Checkbox
                  key={userId}
                  className="px-4 py-2"
                  label={name}
                  detail={email}
                  disabled={isAll}
                  checked={isAll || chosen.has(userId)}
                  onChange={() => toggle(userId)}
                />
              ))}
              {totalCount > items.length ? (
                <p className="border-t border-border px-4 py-2.5 text-sm text-muted-foreground">
                  {items.length} of {totalCount} people. Search to find the others.
                </p>
              ) : null}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
