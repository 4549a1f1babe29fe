import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { PurchaseQuery } from './purchases.ts';
import {
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

export const getSeatPrices = endpoint({
  method: 'GET',
  path: '/api/resources/:id/seat-prices',
  params: IdParams,
  response: SeatPrices,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'What seats of a resource cost, by their number',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const orderSeats = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/orders',
  params: IdParams,
  body: SeatOrderForm,
  response: OpenOrder,
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

export const previewSeats = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/orders/:orderId/preview',
  params: OrderParams,
  query: SeatsChangeQuery,
  response: SeatsPreview,
  caller: 'member',
  scope: 'none',
  summary: 'What another number of seats of the plan costs; for owners',
  errors: changeErrors,
});

export const changeSeats = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/orders/:orderId',
  params: OrderParams,
  body: SeatsChange,
  response: ChangedSeats,
  caller: 'member',
  scope: 'none',
  summary: 'Adds seats of the plan at once, or has fewer from the renewal on; for owners',
  errors: [...changeErrors, 'purchases.change-under-way', 'subscriptions.preview-outdated'],
});

export const cancelSeatOrder = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/orders/:orderId',
  params: OrderParams,
  response: Message,
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

export const cancelOrderOfOrganisation = endpoint({
  method: 'DELETE',
  path: '/api/admin/organisations/:id/orders/:orderId',
  params: OrderParams,
  response: Message,
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

export const setCreditLimit = endpoint({
  method: 'PUT',
  path: '/api/admin/organisations/:id/credit-limit',
  params: IdParams,
  body: CreditLimitForm,
  response: OrganisationCredit,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Sets how much the unpaid invoices of an organisation may add up to while their seats work',
  errors: ['organisations.not-found', 'purchases.credit-limit'],
});

export const getCredit = endpoint({
  method: 'GET',
  path: '/api/admin/organisations/:id/credit',
  params: IdParams,
  response: OrganisationCredit,
  caller: 'administrator',
  scope: 'none',
  summary: 'What an organisation owes, and its credit limit',
  errors: ['organisations.not-found'],
});

export const listSeatOrders = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/orders',
  params: IdParams,
  query: PurchaseQuery,
  response: z.array(SeatOrder),
  caller: 'member',
  scope: 'none',
  summary: 'The orders of an organisation, newest first, for its owners; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listOrdersOfOrganisation = endpoint({
  method: 'GET',
  path: '/api/admin/organisations/:id/orders',
  params: IdParams,
  query: PurchaseQuery,
  response: z.array(SeatOrder),
  caller: 'administrator',
  scope: 'none',
  summary: 'The orders of an organisation, newest first; X-Total-Count is their number',
  errors: ['organisations.not-found'],
});

export const getSetSeatPrices = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/seat-prices',
  params: IdParams,
  response: SeatPrices,
  caller: 'administrator',
  scope: 'none',
  summary: 'The volume prices of a resource, of drafts too',
  errors: ['catalogue.not-found', 'purchases.not-for-sale'],
});

export const setSeatPrices = endpoint({
  method: 'PUT',
  path: '/api/admin/resources/:id/seat-prices',
  params: IdParams,
  body: SeatPricesForm,
  response: SeatPrices,
  caller: 'administrator',
  scope: 'none',
  summary: 'Sets the volume prices of a resource; no steps clear them',
  errors: ['catalogue.not-found', 'purchases.not-for-sale', 'purchases.seat-price', 'purchases.seat-steps'],
});
