import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { BillingDetails, BillingDetailsForm } from './payments.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Company details of buyers, invoices of payments and credit notes of refunds';

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:id',
  params: IdParams,
  caller: 'member',
  scope: 'none',
  summary: 'The invoice of a payment or the credit note of a refund as PDF: an own one, or any for administrators',
  responseTypes: ['application/pdf'],
  errors: ['payments.document-not-found'],
});

export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/api/user/billing-details',
  response: BillingDetails,
  caller: 'member',
  scope: 'none',
  summary: 'The company name, address, tax id and order number that invoices of the caller show',
  errors: [],
});

export const saveBillingDetails = endpoint({
  method: 'PUT',
  path: '/api/user/billing-details',
  body: BillingDetailsForm,
  response: BillingDetails,
  caller: 'member',
  scope: 'none',
  summary: 'Replaces what invoices of the caller show; a new tax id is checked by the payment provider',
  errors: [
    'payments.tax-id-refused',
    'payments.place-needed',
    'payments.place-unknown',
    'payments.tax-failed',
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});
