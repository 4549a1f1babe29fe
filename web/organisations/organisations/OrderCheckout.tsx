import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { paymentsOff } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError, isNotFound } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { ownOrganisation, seatPricesQuery } from './api.ts';
import { OrderForm } from './OrderForm.tsx';
import '#web/ui/all-classes.css';

/** Ordering seats of a resource for an organisation (SEAT-01); a part of the checkout. */
export function OrderCheckout({ resourceId }: { resourceId: number }) {
  return <Orderer>{(organisation) => <Chosen organisation={organisation} resourceId={resourceId} />}</Orderer>;
}

/** Renders its children for members who may order seats, and a reason for all others. */
export function Orderer({ children }: { children: (organisation: Organisation) => ReactNode }) {
  usePage('Order seats');
  const { payments } = usePortalConfig();
  return (
    <Loaded
      query={useQuery(ownOrganisation)}
      skeleton={<OrderSkeleton />}
      failure="Your organisation did not load"
      safe="Nothing has been charged. Check your connection, then try again."
    >
      {(organisation) => {
        if (organisation?.role !== 'owner') return organisation ? <OwnersOnly /> : <WithoutOrganisation />;
        return (
          <>
            <PageHeading title="Order seats" subtitle={`For ${organisation.name}`} />
            {payments.publishableKey === null ? <Banner tone="warning">{paymentsOff}</Banner> : children(organisation)}
          </>
        );
      }}
    </Loaded>
  );
}

function Chosen({ organisation, resourceId }: { organisation: Organisation; resourceId: number }) {
  return (
    <Loaded
      query={useQuery(seatPricesQuery(resourceId))}
      skeleton={<OrderSkeleton />}
      // A typed URL may name any resource.
      instead={(error) => (isNotFound(error) || isNotForSale(error)) && <NotForSale />}
      failure="The prices did not load"
      safe="Nothing has been charged. Check your connection, then try again."
    >
      {(loaded) => <OrderForm organisation={organisation} prices={{ ...loaded, plan: null }} />}
    </Loaded>
  );
}

const isNotForSale = (error: Error) =>
  error instanceof ApiError && error.code === ('purchases.not-for-sale' satisfies ErrorCode);

export function OrderSkeleton() {
  return <Skeleton className="h-96 w-full rounded-lg!" />;
}

function NotForSale() {
  return (
    <StatePanel
      title="This resource is not for sale"
      icon={<Users size={32} />}
      actions={
        <Link to="/organisation" search={{ tab: 'seats' }} className={buttonClasses({})}>
          Back to seats
        </Link>
      }
    >
      <p>Seats are sold of resources that have a price of their own.</p>
    </StatePanel>
  );
}

function OwnersOnly() {
  return (
    <StatePanel
      headingLevel={1}
      title="Owners order seats"
      icon={<Users size={32} />}
      actions={
        <Link to="/organisation" className={buttonClasses({})}>
          See your organisation
        </Link>
      }
    >
      <p>Ask an owner of your organisation to order them.</p>
    </StatePanel>
  );
}

function WithoutOrganisation() {
  return (
    <StatePanel
      headingLevel={1}
      title="Seats are for organisations"
      icon={<Users size={32} />}
      actions={
        <Link to="/organisation" className={buttonClasses({})}>
          Create an organisation
        </Link>
      }
    >
      <p>Create your organisation first. You are then its owner, and can order seats for its people.</p>
    </StatePanel>
  );
}
