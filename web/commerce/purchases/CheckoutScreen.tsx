import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Checkout, CheckoutSkeleton } from './Checkout.tsx';
import { UnknownResource } from './NotForSale.tsx';
import { PaymentFrame } from './PaymentFrame.tsx';

// Loaded lazily, because few members buy for others.
const GiftCheckout = lazyPart(async () => (await import('./GiftCheckout.tsx')).GiftCheckout);
const OrderCheckout = lazyPart(
  async () => (await import('#web/organisations/organisations/OrderCheckout.tsx')).OrderCheckout,
);

const toSeats = { link: linkTo({ to: '/organisation', search: { tab: 'seats' } }), label: 'Back to seats' };

export function CheckoutScreen() {
  const id = resourceIdOf(useParams({ from: '/members/checkout/$resourceId' }).resourceId);
  const { gift, seats } = useSearch({ from: '/members/checkout/$resourceId' });
  const [isGift, areSeats] = [gift === 'true', seats === 'true'];
  usePage('Checkout');
  return (
    <PaymentFrame {...(areSeats && { back: toSeats })}>
      {id === null ? <UnknownResource /> : null}
      {id === null ? null : (
        <Suspense fallback={<CheckoutSkeleton />} key={id}>
          {areSeats ? (
            <OrderCheckout resourceId={id} />
          ) : isGift ? (
            <GiftCheckout id={id} />
          ) : (
            <Checkout id={id} gift={null} />
          )}
        </Suspense>
      )}
    </PaymentFrame>
  );
}
