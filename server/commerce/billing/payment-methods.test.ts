import { expect, test } from 'vitest';
import { labelOf } from '#server/commerce/payments/method-rules.ts';

const none = { brand: null, last4: null, wallet: null };

test('BILL-06 every payment method has a name that its owner recognises', () => {
  expect(labelOf({ ...none, type: 'card', brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
  expect(labelOf({ ...none, type: 'card', brand: 'new-brand', last4: '0001' })).toBe('Card ending 0001');
  expect(labelOf({ type: 'card', brand: 'visa', last4: '4242', wallet: 'apple_pay' })).toBe(
    'Apple Pay (Visa ending 4242)',
  );
  expect(labelOf({ ...none, type: 'link' })).toBe('Link');
  expect(labelOf({ ...none, type: 'sepa_debit', last4: '3000' })).toBe('SEPA debit ••3000');
  expect(labelOf({ ...none, type: 'bacs_debit', last4: '2345' })).toBe('Bacs debit ••2345');
  expect(labelOf({ ...none, type: 'amazon_pay' })).toBe('Amazon Pay');
});
