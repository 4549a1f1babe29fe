import { endpoint } from './endpoint.ts';
import type { OpenPayment, PurchaseQuery } from './purchases.ts';
import type { SeatOrder, SeatOrderForm, SeatPrices, SeatPricesForm } from './purchases-seats.ts';
import type { IdParams } from './text.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Buying seats of a resource for an organisation';

export const getSeatPrices = endpoint<{ params: IdParams; reply: SeatPrices }>({
  method: 'GET',
  path: '/api/resources/:id/seat-prices',
  caller: 'member',
  summary: 'What seats of a resource cost, by their number',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const orderSeats = endpoint<{ params: IdParams; body: SeatOrderForm; reply: OpenPayment }>({
  method: 'POST',
  path: '/api/organisations/:id/orders',
  caller: 'member',
  summary: 'Opens, or opens again, the payment of seats for an organisation; for its owners',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'catalogue.not-found',
    'purchases.not-for-sale',
    'purchases.above-maximum',
    'payments.place-needed',
    'payments.place-unknown',
    'payments.tax-failed',
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const listSeatOrders = endpoint<{ params: IdParams; query: PurchaseQuery; reply: SeatOrder[] }>({
  method: 'GET',
  path: '/api/organisations/:id/orders',
  caller: 'member',
  summary: 'The seats that an organisation has bought, newest first, for its owners; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listOrdersOfOrganisation = endpoint<{ params: IdParams; query: PurchaseQuery; reply: SeatOrder[] }>({
  method: 'GET',
  path: '/api/admin/organisations/:id/orders',
  caller: 'administrator',
  summary: 'The seats that an organisation has bought, newest first; X-Total-Count is their number',
  errors: ['organisations.not-found'],
});

export const getSetSeatPrices = endpoint<{ params: IdParams; reply: SeatPrices }>({
  method: 'GET',
  path: '/api/admin/resources/:id/seat-prices',
  caller: 'administrator',
  summary: 'The volume prices of a resource, of drafts too',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const setSeatPrices = endpoint<{ params: IdParams; body: SeatPricesForm; reply: SeatPrices }>({
  method: 'PUT',
  path: '/api/admin/resources/:id/seat-prices',
  caller: 'administrator',
  summary: 'Sets the volume prices of a resource; no steps clear them',
  errors: ['catalogue.not-found', 'purchases.not-for-sale', 'purchases.seat-price', 'purchases.seat-steps'],
});
