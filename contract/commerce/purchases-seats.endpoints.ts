import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { PurchaseQuery } from './purchases.ts';
import type {
  ChangedSeats,
  CreditLimitForm,
  OpenOrder,
  OrderParams,
  OrganisationCredit,
  SeatOrder,
  SeatOrderForm,
  SeatPrices,
  SeatPricesForm,
  SeatsChange,
  SeatsChangeQuery,
  SeatsPreview,
} from './purchases-seats.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Buying seats of a resource or of the plan for an organisation';

/** Reasons why the seats of a plan cannot change now (SEAT-04). */
const changeErrors = [
  'organisations.not-found',
  'organisations.not-allowed',
  'purchases.order-not-found',
  'purchases.order-fixed',
  'purchases.seats-in-use',
  'purchases.above-credit',
  'subscriptions.ended',
  'subscriptions.suspended',
  'subscriptions.payment-due',
  'subscriptions.not-begun',
  'subscriptions.cancelling',
  'purchases.plan-not-offered',
  'purchases.same-seats',
  'purchases.payments-off',
  'purchases.provider-failed',
] as const;

export const getSeatPrices = endpoint<{ params: IdParams; reply: SeatPrices }>({
  method: 'GET',
  path: '/api/resources/:id/seat-prices',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'What seats of a resource cost, by their number',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const orderSeats = endpoint<{ params: IdParams; body: SeatOrderForm; reply: OpenOrder }>({
  method: 'POST',
  path: '/api/organisations/:id/orders',
  caller: 'member',
  scope: 'none',
  summary: 'Orders seats for an organisation: opens their payment by card, or sends an invoice; for its owners',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'catalogue.not-found',
    'purchases.not-for-sale',
    'purchases.above-maximum',
    'payments.place-needed',
    'payments.place-unknown',
    'payments.tax-failed',
    'payments.tax-id-refused',
    'purchases.payments-off',
    'purchases.provider-failed',
    'purchases.due-days',
    'purchases.payer-unverified',
    'purchases.invoice-unconfirmed',
    'purchases.invoices-unpaid',
    'purchases.invoice-open',
    'purchases.plan-runs',
    'subscriptions.starting',
    'purchases.plan-unpaid',
    'purchases.plan-not-offered',
    'purchases.plan-credit',
    'subscriptions.payment-processing',
  ],
});

export const previewSeats = endpoint<{ params: OrderParams; query: SeatsChangeQuery; reply: SeatsPreview }>({
  method: 'GET',
  path: '/api/organisations/:id/orders/:orderId/preview',
  caller: 'member',
  scope: 'none',
  summary: 'What another number of seats of the plan costs; for owners',
  errors: changeErrors,
});

export const changeSeats = endpoint<{ params: OrderParams; body: SeatsChange; reply: ChangedSeats }>({
  method: 'PATCH',
  path: '/api/organisations/:id/orders/:orderId',
  caller: 'member',
  scope: 'none',
  summary: 'Adds seats of the plan at once, or has fewer from the renewal on; for owners',
  errors: [...changeErrors, 'purchases.change-under-way', 'subscriptions.preview-outdated'],
});

export const cancelSeatOrder = endpoint<{ params: OrderParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/orders/:orderId',
  caller: 'member',
  scope: 'none',
  summary:
    'Cancels an order whose invoice is unpaid and whose seats do not work yet, or the plan with its period; for owners',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'purchases.order-not-found',
    'purchases.order-final',
    'purchases.order-in-use',
    'purchases.payments-off',
    'purchases.provider-failed',
    'subscriptions.ended',
    'subscriptions.payment-processing',
  ],
});

export const cancelOrderOfOrganisation = endpoint<{ params: OrderParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/organisations/:id/orders/:orderId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Cancels an order whose invoice is unpaid, and ends its seats',
  errors: [
    'organisations.not-found',
    'purchases.order-not-found',
    'purchases.order-final',
    'purchases.payments-off',
    'purchases.provider-failed',
    'subscriptions.ended',
    'subscriptions.payment-processing',
  ],
});

export const setCreditLimit = endpoint<{ params: IdParams; body: CreditLimitForm; reply: OrganisationCredit }>({
  method: 'PUT',
  path: '/api/admin/organisations/:id/credit-limit',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Sets how much the unpaid invoices of an organisation may add up to while their seats work',
  errors: ['organisations.not-found', 'purchases.credit-limit'],
});

export const getCredit = endpoint<{ params: IdParams; reply: OrganisationCredit }>({
  method: 'GET',
  path: '/api/admin/organisations/:id/credit',
  caller: 'administrator',
  scope: 'none',
  summary: 'What an organisation owes, and its credit limit',
  errors: ['organisations.not-found'],
});

export const listSeatOrders = endpoint<{ params: IdParams; query: PurchaseQuery; reply: SeatOrder[] }>({
  method: 'GET',
  path: '/api/organisations/:id/orders',
  caller: 'member',
  scope: 'none',
  summary: 'The orders of an organisation, newest first, for its owners; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listOrdersOfOrganisation = endpoint<{ params: IdParams; query: PurchaseQuery; reply: SeatOrder[] }>({
  method: 'GET',
  path: '/api/admin/organisations/:id/orders',
  caller: 'administrator',
  scope: 'none',
  summary: 'The orders of an organisation, newest first; X-Total-Count is their number',
  errors: ['organisations.not-found'],
});

export const getSetSeatPrices = endpoint<{ params: IdParams; reply: SeatPrices }>({
  method: 'GET',
  path: '/api/admin/resources/:id/seat-prices',
  caller: 'administrator',
  scope: 'none',
  summary: 'The volume prices of a resource, of drafts too',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const setSeatPrices = endpoint<{ params: IdParams; body: SeatPricesForm; reply: SeatPrices }>({
  method: 'PUT',
  path: '/api/admin/resources/:id/seat-prices',
  caller: 'administrator',
  scope: 'none',
  summary: 'Sets the volume prices of a resource; no steps clear them',
  errors: ['catalogue.not-found', 'purchases.not-for-sale', 'purchases.seat-price', 'purchases.seat-steps'],
});
