import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';

/** The id of a card that belongs to the customer. @throws ApiError 400 for any other */
export function ownCard({ store }: Context, customerId: string, methodId: string, param: string): string {
  const method = store.find('payment_method', methodId);
  if (method && idOf(method.customer) === customerId) return method.id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}

/** The refusal of a payment that must come at once while the bank wants to ask first. */
export function needsAction(): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  });
}

/** The refusal to charge a customer without a card. */
export function noCard(): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
  });
}
