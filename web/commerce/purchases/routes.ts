import { createRoute } from '@tanstack/react-router';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { members } from '#web/shell/layouts.tsx';
import { checkoutSearch, returnSearch } from './success-display.ts';

const checkout = createRoute({
  getParentRoute: () => members,
  path: '/checkout/$resourceId',
  validateSearch: checkoutSearch.validateSearch,
  ...screen('CheckoutScreen', () => import('./CheckoutScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.resourceId);
    return id === null ? undefined : loadForMember(context, (client) => client.prefetchQuery(resourceQuery(id)));
  },
});

const paymentSuccess = createRoute({
  getParentRoute: () => members,
  path: '/payment-success',
  validateSearch: returnSearch.validateSearch,
  ...screen('PaymentSuccessScreen', () => import('./PaymentSuccessScreen.tsx')),
});

const gift = createRoute({
  getParentRoute: () => members,
  path: '/gift',
  ...screen('GiftScreen', () => import('./GiftScreen.tsx')),
});

export const purchaseRoutes = [checkout, paymentSuccess, gift] as const;
