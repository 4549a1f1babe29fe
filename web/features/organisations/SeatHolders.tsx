import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organisation } from '#contract/organisations.ts';
import type { Seat, SeatPool } from '#contract/organisations-seats.ts';
import { ListPanel } from '../../admin/ListPanel.tsx';
import { useList } from '../../admin/list-state.ts';
import { shortDate } from '../../dates.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { seatsQuery, useTakeBack } from './api.ts';
import { organisationList } from './display.ts';
import { keyOf, nameOf, reassignText } from './people-display.ts';

type SeatHoldersProps = { organisation: Organisation; pools: readonly SeatPool[] };

/** The people of the seats in use, and taking a seat back (SEAT-03). */
export function SeatHolders({ organisation: { id }, pools }: SeatHoldersProps) {
  const list = useList(organisationList);
  const { of, search, page } = list.state;
  const columns: DataTableColumn<Seat>[] = [
    { key: 'person', header: 'Person', kind: 'subject', cell: (seat) => <Person seat={seat} /> },
    { key: 'seat', header: 'Seat', cell: (seat) => <span className="wrap-anywhere">{nameOf(seat)}</span> },
    { key: 'since', header: 'Since', cell: ({ assignedAt }) => <Day>{shortDate(assignedAt)}</Day> },
    { key: 'moves', header: 'Can be reassigned', cell: (seat) => <Day>{reassignText(seat)}</Day> },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (seat) => <TakeBack organisationId={id} seat={seat} />,
    },
  ];
  return (
    <section aria-labelledby="seat-holders" className="flex flex-col gap-4">
      <h2 id="seat-holders">Seat holders</h2>
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search seat holders"
            placeholder="Search by name or email"
            value={search}
            onSearch={(next) => list.narrow({ search: next }, { replace: true })}
          />
        </div>
        <ToolbarSelect
          label="Filter by seat"
          className="min-w-42 max-sm:flex-1 sm:max-w-80"
          value={of}
          onChange={({ target }) => list.narrow({ of: target.value })}
        >
          <option value="">All seats</option>
          {pools.map((pool) => (
            <option key={keyOf(pool)} value={keyOf(pool)}>
              {nameOf(pool)}
            </option>
          ))}
        </ToolbarSelect>
      </div>
      <ListPanel
        list={list}
        query={useQuery(seatsQuery(id, { of, search, page }))}
        noun={['seat in use', 'seats in use']}
        failure="The seat holders did not load"
        none={{ title: 'No seat is in use', description: 'Assign the first seats above.' }}
        noMatch={{ title: 'No match', description: 'Check the spelling, or clear search and filter.' }}
      >
        {(seats) => (
          <DataTable caption="People with a seat" columns={columns} rows={seats} rowKey={(seat) => seat.id} />
        )}
      </ListPanel>
      <p className="text-sm text-muted-foreground">
        A seat of a resource can be reassigned once in 30 days. A seat of the plan can be reassigned at any time.
      </p>
    </section>
  );
}

function Day({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}

function Person({ seat: { name, email } }: { seat: Seat }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    </span>
  );
}

function TakeBack({ organisationId, seat }: { organisationId: number; seat: Seat }) {
  const [isAsked, ask] = useState(false);
  const taking = useTakeBack(organisationId, seat.name);
  const takeBack = useSingleRun(() => taking.mutateAsync(seat.id));
  const { name, reassignableFrom, kind } = seat;
  const next =
    reassignableFrom === null
      ? `The seat can then be given to another person${kind === 'plan' ? '.' : ', once in 30 days.'}`
      : `This seat was reassigned in the last 30 days: until ${shortDate(reassignableFrom)} only ${name} can get it again.`;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => ask(true)}>
        Take back
        <VisuallyHidden>
          {' '}
          the seat of {name} for {nameOf(seat)}
        </VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={taking.isPending}
        onOpenChange={ask}
        title={`Take the seat back from ${name}?`}
        description={`“${nameOf(seat)}” no longer opens for ${name} by this seat. ${next}`}
        confirmLabel="Take Back"
        onConfirm={() => void takeBack().then(() => ask(false))}
      />
    </>
  );
}
