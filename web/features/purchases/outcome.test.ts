import { expect, test } from 'vitest';
import { outcomeOfError, outcomeOfIntent } from './outcome.ts';

const intent = (status: Parameters<typeof outcomeOfIntent>[0]['status']) => ({ id: 'pi_1', status });

test('a payment that can still be paid has no outcome', () => {
  for (const status of ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const) {
    expect(outcomeOfIntent(intent(status), 'now')).toBeNull();
  }
});

test('a payment that has ended says how', () => {
  expect(outcomeOfIntent(intent('succeeded'), 'now')).toEqual({ kind: 'paid', intentId: 'pi_1', wasPaidBefore: false });
  expect(outcomeOfIntent(intent('processing'), 'now')).toEqual({ kind: 'processing' });
  expect(outcomeOfIntent(intent('canceled'), 'now')).toEqual({ kind: 'replaced' });
});

test('CHECKOUT-13 a declined card and a failed 3-D Secure give the provider’s message', () => {
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

test('CHECKOUT-11 a second window learns that the payment has been made', () => {
  const spent = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as const;
  expect(outcomeOfError({ ...spent, payment_intent: intent('succeeded') })).toEqual({
    kind: 'paid',
    intentId: 'pi_1',
    wasPaidBefore: true,
  });
  expect(outcomeOfError({ ...spent, payment_intent: intent('canceled') })).toEqual({ kind: 'replaced' });
});

test('a wrong field is the form’s to say', () => {
  expect(outcomeOfError({ type: 'validation_error', code: 'incomplete_cvc' })).toEqual({ kind: 'incomplete' });
});

test('whatever else happens has to be looked at, because the card may have been charged', () => {
  for (const type of ['api_connection_error', 'api_error', 'rate_limit_error', 'invalid_request_error'] as const) {
    expect(outcomeOfError({ type, message: 'Broken' })).toBeNull();
  }
});
