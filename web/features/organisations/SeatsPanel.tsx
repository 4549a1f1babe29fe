import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { Organisation } from '#contract/organisations.ts';
import type { SeatPool } from '#contract/organisations-seats.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { lazyDialog } from '../../platform/lazy-dialog.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { typeNames } from '../catalogue/display.ts';
import { poolsQuery } from './api.ts';
import { availableText, endText, keyOf, nameOf, pausedText } from './people-display.ts';
import { SeatHolders } from './SeatHolders.tsx';
import { UseBar } from './UseBar.tsx';

const assignDialog = lazyDialog(async () => (await import('./AssignDialog.tsx')).AssignDialog);

/** The seats of an organisation: what they open, how many are in use, and their people (SEAT-03). */
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
