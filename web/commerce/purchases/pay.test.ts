import { expect, test } from 'vitest';
import { outcomeOfError, outcomeOfIntent } from './pay.ts';

const intent = (status: Parameters<typeof outcomeOfIntent>[0]['status']) => ({ id: 'pi_1', status });

test('gives no outcome for a payment that can still be paid', () => {
  for (const status of ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const) {
    expect(outcomeOfIntent(intent(status), 'now')).toBeNull();
  }
});

test('gives the outcome of a payment that has ended', () => {
  expect(outcomeOfIntent(intent('succeeded'), 'now')).toEqual({ kind: 'paid', intentId: 'pi_1', wasPaidBefore: false });
  expect(outcomeOfIntent(intent('processing'), 'now')).toEqual({ kind: 'processing' });
  expect(outcomeOfIntent(intent('canceled'), 'now')).toEqual({ kind: 'replaced' });
});

test('CHECKOUT-13 gives the provider’s message for a declined card and a failed 3-D Secure', () => {
  const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } as const;
  expect(outcomeOfError({ ...declined, payment_intent: intent('requires_payment_method') })).toEqual({
    kind: 'refused',
    message: 'Your card was declined.',
  });
  const unconfirmed = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } as const;
  expect(outcomeOfError({ ...unconfirmed, message: 'We are unable to authenticate.' })).toEqual({
    kind: 'refused',
    message: 'We are unable to authenticate.',
  });
});

test('CHECKOUT-11 says in a second window that the payment has been made', () => {
  const spent = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as const;
  expect(outcomeOfError({ ...spent, payment_intent: intent('succeeded') })).toEqual({
    kind: 'paid',
    intentId: 'pi_1',
    wasPaidBefore: true,
  });
  expect(outcomeOfError({ ...spent, payment_intent: intent('canceled') })).toEqual({ kind: 'replaced' });
});

test('leaves a wrong field to the form’s own message', () => {
  expect(outcomeOfError({ type: 'validation_error', code: 'incomplete_cvc' })).toEqual({ kind: 'incomplete' });
});

test('asks Stripe after every other error, because the card may have been charged', () => {
  for (const type of ['api_connection_error', 'api_error', 'rate_limit_error', 'invalid_request_error'] as const) {
    expect(outcomeOfError({ type, message: 'Broken' })).toBeNull();
  }
});
