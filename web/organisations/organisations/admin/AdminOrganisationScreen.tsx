import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminOrganisationDetail } from '#contract/organisations/organisations-admin.ts';
import { shortDate } from '#web/dates.ts';
import { AdminOnly } from '#web/identity/accounts/AdminOnly.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { availableText, endText, keyOf, nameOf } from '../people-display.ts';
import { UseBar } from '../UseBar.tsx';
import { organisationQuery, useCloseOf, useConfirm } from './api.ts';
import { CreditCard } from './CreditCard.tsx';
import { LotsCard } from './LotsCard.tsx';
import { OrdersCard } from './OrdersCard.tsx';
import { OrganisationState } from './OrganisationsScreen.tsx';
import { PeopleOfCard } from './PeopleOfCard.tsx';

const closeDialog = lazyDialog(async () => (await import('../CloseDialog.tsx')).CloseDialog);
const moveDialog = lazyDialog(async () => (await import('./MoveDomainDialog.tsx')).MoveDomainDialog);
const giveDialog = lazyDialog(async () => (await import('./GiveSeatsDialog.tsx')).GiveSeatsDialog);

const trail = [
  { label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) },
  { label: 'Organisations', link: linkTo({ to: '/admin-dashboard/organisations' }) },
];

/** One organisation for administrators: seats, people, and what they can do (ORG-07). */
export function AdminOrganisationScreen() {
  return (
    <AdminOnly>
      <LoadedOrganisation />
    </AdminOnly>
  );
}

function LoadedOrganisation() {
  const { id } = useParams({ from: '/members/shell/admin-dashboard/organisations/$id' });
  return (
    <Loaded
      query={useQuery(organisationQuery(Number(id)))}
      skeleton={<Skeleton className="h-96 w-full rounded-lg!" />}
      failure="The organisation did not load"
      safe="It may not exist. Nothing was changed."
    >
      {(organisation) => <Organisation {...organisation} />}
    </Loaded>
  );
}

function Organisation(organisation: AdminOrganisationDetail) {
  const { id, name, closedAt, createdAt } = organisation;
  const [isGiving, give] = useState(false);
  usePage(name, trail);
  return (
    <>
      <PageHeading
        title={name}
        subtitle={
          <span className="flex flex-wrap items-center gap-3">
            <OrganisationState closedAt={closedAt} />
            Since {shortDate(createdAt)}
          </span>
        }
        actions={
          closedAt === null ? (
            <Button {...giveDialog.near} onClick={() => give(true)}>
              <Gift size={18} />
              Grant seats
            </Button>
          ) : null
        }
      />
      <Figures {...organisation} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PoolsCard {...organisation} />
          <LotsCard {...organisation} />
          <OrdersCard {...organisation} />
          {closedAt === null ? <PeopleOfCard {...organisation} /> : null}
        </div>
        <div className="flex flex-col gap-6">
          {closedAt === null ? <OwnersCard {...organisation} /> : null}
          <CreditCard id={id} isOpen={closedAt === null} />
          {closedAt === null ? <ManageCard {...organisation} /> : null}
        </div>
      </div>
      {isGiving ? <giveDialog.Dialog id={id} name={name} onClose={() => give(false)} /> : null}
    </>
  );
}

function Figures({ people, invited, seats, seatsInUse }: AdminOrganisationDetail) {
  return (
    <dl className="mb-8 grid grid-cols-2 border-y border-border">
      <Figure label="People" note={`${invited} invited`}>
        {people}
      </Figure>
      <Figure label="Seats in use" note={`of ${seats}`}>
        {seatsInUse}
      </Figure>
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="border-border py-4 not-first:border-l not-first:pl-4 lg:not-first:pl-6">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="flex items-baseline gap-2">
        <span className="font-display text-2xl font-semibold tabular-nums">{children}</span>
        <span className="text-sm text-muted-foreground">{note}</span>
      </dd>
    </div>
  );
}

function PoolsCard({ pools }: AdminOrganisationDetail) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="px-5 pt-5 pb-3 lg:px-6">Seats</h2>
      {pools.length === 0 ? (
        <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">This organisation has no seats.</p>
      ) : (
        <ul className="lines-between border-t border-border">
          {pools.map((pool) => (
            <li key={keyOf(pool)} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3.5 text-sm lg:px-6">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold wrap-anywhere">{nameOf(pool)}</p>
                <p className="text-muted-foreground tabular-nums">
                  {endText(pool)} · {availableText(pool)}
                </p>
              </div>
              <span className="w-32">
                <UseBar inUse={pool.inUse} seats={pool.seats} />
              </span>
              <span className="w-20 text-right tabular-nums">
                {pool.inUse} of {pool.seats}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OwnersCard({ owners }: AdminOrganisationDetail) {
  return (
    <Card>
      <h2>Owners</h2>
      <ul className="mt-4 flex flex-col gap-3 text-sm">
        {owners.map(({ userId, name, email }) => (
          <li key={userId} className="flex items-center gap-3">
            <Avatar name={name} />
            <span translate="no" className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{name}</span>
              <span className="text-muted-foreground">{email}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ManageCard({ id, name, confirmedAt }: AdminOrganisationDetail) {
  const [isClosing, ask] = useState(false);
  const [isMoving, move] = useState(false);
  const closing = useCloseOf(id);
  const { mutate, isPending } = useConfirm(id);
  return (
    <Card>
      <h2>Manage</h2>
      <p className="mt-1.5 mb-3 text-sm text-muted-foreground">
        Owners are changed by the roles of its people. A confirmed organisation can order by invoice, and the daily
        limit of invitations does not hold for it.
      </p>
      <Button variant="outline" isBusy={isPending} onClick={() => mutate({ isConfirmed: !confirmedAt, name })}>
        {confirmedAt ? 'Undo confirmation' : 'Confirm organisation'}
      </Button>
      <p className="mt-5 mb-3 text-sm text-muted-foreground">
        A domain that another organisation verified before moves here once its DNS record names this one.
      </p>
      <Button variant="outline" {...moveDialog.near} onClick={() => move(true)}>
        Move a domain here
      </Button>
      <Button variant="destructive-ghost" className="mt-3 -ml-4" {...closeDialog.near} onClick={() => ask(true)}>
        Close organisation
      </Button>
      {isMoving ? <moveDialog.Dialog id={id} name={name} onClose={() => move(false)} /> : null}
      {isClosing ? <closeDialog.Dialog name={name} closing={closing} onClose={() => ask(false)} /> : null}
    </Card>
  );
}
