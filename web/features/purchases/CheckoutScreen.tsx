import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { isNotFound } from '../../platform/errors.ts';
import { usePathPart } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { resourceQuery } from '../catalogue/api.ts';
import { resourceIdOf } from '../catalogue/display.ts';
import { CheckoutPayment } from './CheckoutPayment.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { NotForSalePanel } from './NotForSalePanel.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { OwnedPanel } from './OwnedPanel.tsx';
import { PaymentFrame } from './PaymentFrame.tsx';
import { UnknownResource } from './UnknownResource.tsx';
import { type PaymentSetup, usePaymentSetup } from './use-payment-setup.ts';

/** Paying for one resource. */
export function CheckoutScreen() {
  const id = resourceIdOf(usePathPart('resourceId'));
  usePage('Checkout');
  return <PaymentFrame>{id === null ? <UnknownResource /> : <Checkout id={id} key={id} />}</PaymentFrame>;
}

function Checkout({ id }: { id: number }) {
  const setup = usePaymentSetup(id);
  const { data, isPending, error, isFetching, refetch } = useQuery(resourceQuery(id));
  if (isPending) return <CheckoutSkeleton />;
  if (isNotFound(error)) return <UnknownResource />;
  if (error) {
    return (
      <LoadError
        title="Failed to fetch the resource"
        description="Nothing has been charged. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (setup.kind === 'owned') return <OwnedPanel id={id} title={data.title} />;
  if (setup.kind === 'not-for-sale') return <NotForSalePanel id={id} title={data.title} reason={setup.reason} />;
  return <OpenCheckout resource={data} setup={setup} />;
}

function OpenCheckout({ resource, setup }: { resource: Resource; setup: PaymentSetup }) {
  const { currency } = usePortalConfig();
  // What the server charges counts, not the price that was loaded for the catalogue.
  const charged = setup.kind === 'ready' ? setup.opened : { amount: resource.price ?? 0, currency };
  return (
    <>
      <PageHeading title="Checkout" subtitle="One payment gives you permanent access." />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
          <OrderSummary resource={resource} amount={charged.amount} currency={charged.currency} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <CheckoutPayment resource={resource} setup={setup} />
        </div>
      </div>
    </>
  );
}
