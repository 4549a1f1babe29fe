import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { Seat, SeatPool } from '#contract/commerce/seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { shortDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { poolsQuery, seatsQuery, useTakeBack } from './api.ts';
import { organisationList } from './display.ts';
import { availableText, endText, keyOf, nameOf, pausedText, reassignText } from './people-display.ts';
import { UseBar } from './UseBar.tsx';

const assignDialog = lazyDialog(async () => (await import('./AssignDialog.tsx')).AssignDialog);

/** Seats of an organisation by the access that they give: the number in use, and the people who have them (SEAT-03). */
export function SeatsPanel({ organisation }: { organisation: Organisation }) {
  return (
    <Loaded
      query={useQuery(poolsQuery(organisation.id))}
      skeleton={<Skeleton className="h-64 w-full rounded-lg!" />}
      failure="The seats did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(pools) =>
        pools.length === 0 ? (
          <EmptyState
            title="No seats yet"
            description="A seat opens a resource, or all subscription resources, for one person. Owners order them, and administrators of this portal can grant them."
          />
        ) : (
          <div className="flex flex-col gap-8">
            <Figures pools={pools} />
            <Pools organisation={organisation} pools={pools} />
            <SeatHolders organisation={organisation} pools={pools} />
          </div>
        )
      }
    </Loaded>
  );
}

function Figures({ pools }: { pools: readonly SeatPool[] }) {
  const sum = (part: 'seats' | 'inUse' | 'available') => pools.reduce((total, pool) => total + pool[part], 0);
  const figures = [
    ['Seats', sum('seats')],
    ['In use', sum('inUse')],
    ['Available', sum('available')],
  ] as const;
  return (
    <dl className="grid grid-cols-3 border-y border-border">
      {figures.map(([label, value]) => (
        <div key={label} className="border-border py-4 not-first:border-l not-first:pl-4 lg:not-first:pl-6">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Pools({ organisation, pools }: { organisation: Organisation; pools: readonly SeatPool[] }) {
  const [assigned, assign] = useState<SeatPool | null>(null);
  const mayOrder = usePortalConfig().payments.publishableKey !== null && organisation.role === 'owner';
  return (
    <section aria-labelledby="seat-pools">
      <h2 id="seat-pools" className="sr-only">
        Seats by what they open
      </h2>
      <Card isPadded={false} className="lines-between overflow-hidden">
        {pools.map((pool) => (
          <Pool key={keyOf(pool)} pool={pool} mayOrder={mayOrder} onAssign={() => assign(pool)} />
        ))}
      </Card>
      {assigned ? (
        <assignDialog.Dialog organisation={organisation} pool={assigned} onClose={() => assign(null)} />
      ) : null}
    </section>
  );
}

type PoolProps = { pool: SeatPool; mayOrder: boolean; onAssign: () => void };

function Pool({ pool, mayOrder, onAssign }: PoolProps) {
  const { resourceId, type, seats, inUse } = pool;
  return (
    <article className="flex flex-wrap items-center gap-4 p-5 lg:px-6">
      <span className="w-20 flex-none overflow-hidden rounded-sm max-sm:hidden">
        <ResourceCover
          id={resourceId ?? 0}
          type={type ?? 'bundle'}
          principles={pool.rappPrinciples}
          imageUrl={pool.imageUrl}
          cut="landscape"
        />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        {type ? (
          <TypeChip type={type} name={typeNames[type]} />
        ) : (
          <span className="inline-flex items-center gap-1.5 text-xs leading-5 font-semibold text-muted-foreground">
            <Repeat size={16} />
            Plan
          </span>
        )}
        <h3 className="wrap-anywhere">{nameOf(pool)}</h3>
        <p className="text-sm text-muted-foreground tabular-nums">{endText(pool)}</p>
        {pool.paused > 0 ? (
          <p className="text-sm font-semibold text-warning-text tabular-nums">{pausedText(pool)}</p>
        ) : null}
      </div>
      <div className="flex-1 basis-56 text-sm tabular-nums">
        <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">
            {inUse} of {seats} in use
          </span>
          <span className="text-muted-foreground">{availableText(pool)}</span>
        </div>
        <UseBar inUse={inUse} seats={seats} />
      </div>
      <Button variant="outline" size="small" {...assignDialog.near} onClick={onAssign}>
        Assign<VisuallyHidden> seats for {nameOf(pool)}</VisuallyHidden>
      </Button>
      {mayOrder && resourceId !== null ? (
        <Link
          to="/checkout/$resourceId"
          params={{ resourceId: String(resourceId) }}
          search={{ seats: 'true' }}
          className={buttonClasses({ variant: 'ghost', size: 'small' })}
        >
          Order more<VisuallyHidden> seats for {nameOf(pool)}</VisuallyHidden>
        </Link>
      ) : null}
    </article>
  );
}

type SeatHoldersProps = { organisation: Organisation; pools: readonly SeatPool[] };

/** Lists the people with seats, each with a button that takes the seat back (SEAT-03). */
function SeatHolders({ organisation: { id }, pools }: SeatHoldersProps) {
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
        A seat of a resource can be reassigned once in 30 days. A seat of the subscription can be reassigned at any
        time.
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
      <span translate="no" className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    </span>
  );
}

function TakeBack({ organisationId, seat }: { organisationId: number; seat: Seat }) {
  const [isAsked, ask] = useState(false);
  const taking = useTakeBack(organisationId, seat.name);
  const takeBack = useConfirmDialog(
    () => taking.mutateAsync(seat.id),
    () => ask(false),
  );
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
        {...takeBack}
        title={`Take the seat back from ${name}?`}
        description={`“${nameOf(seat)}” no longer opens for ${name} by this seat. ${next}`}
        confirmLabel="Take back"
      />
    </>
  );
}
