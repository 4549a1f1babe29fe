import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

type Fault = { code: string; message: string } | null;
type CardValues = { number: string; expiry: string; cvc: string };
type CardModule = {
  formatNumber(text: string): string;
  formatExpiry(text: string): string;
  formatCvc(text: string, number: string): string;
  numberFault(values: CardValues): Fault;
  expiryFault(values: CardValues, today: Date): Fault;
  cvcFault(values: CardValues): Fault;
};

/** Runs the functions of the browser's script that need no page; Node cannot import the script as a module. */
function cardModule(): CardModule {
  const names = 'formatNumber, formatExpiry, formatCvc, numberFault, expiryFault, cvcFault';
  const source = readFileSync(new URL('./browser/card-values.js', import.meta.url), 'utf8').replaceAll('export ', '');
  return runInContext(`${source}; ({ ${names} })`, createContext({}));
}

describe('the script in place of Stripe.js', () => {
  test('the script in place of Stripe.js is one plain script that leaves window.Stripe with what the React wrapper checks', async () => {
    const response = await fetch(`${sandbox.address}/v3/stripe.js`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const window: { Stripe?: (key: string) => Record<string, unknown> } = {};
    const location = { href: 'https://portal.example.org/checkout/1' };
    const page = { window, document: { currentScript: null }, location, HTMLScriptElement: class {}, WeakMap, URL };
    runInContext(await response.text(), createContext(page));
    expect(window.Stripe).toHaveProperty('version', 'endive');
    const stripe = window.Stripe?.('pk_test_sandbox') ?? {};
    for (const member of [
      'elements',
      'createToken',
      'createPaymentMethod',
      'confirmCardPayment',
      'confirmPayment',
      'confirmSetup',
      'retrievePaymentIntent',
      'retrieveSetupIntent',
      'handleNextAction',
    ]) {
      expect(stripe[member], member).toBeTypeOf('function');
    }
    expect(() => window.Stripe?.('sk_test_sandbox')).toThrow('publishable key');
  });

  test('offers the ways to pay that are switched on, which are cards at first', async () => {
    const script = async () => (await fetch(`${sandbox.address}/v3/stripe.js`)).text();
    expect(await script()).toContain('enabledTypes = ["card"]');
    await sandbox.control('POST', 'payment-methods', { types: ['card', 'sepa_debit'] });
    expect(await script()).toContain('enabledTypes = ["card","sepa_debit"]');
    await sandbox.control('POST', 'payment-methods', { types: ['card'] });
  });

  test('sets styles in no way that a content security policy forbids', async () => {
    const text = await (await fetch(`${sandbox.address}/v3/stripe.js`)).text();
    expect(text).not.toMatch(/innerHTML|style=|setAttribute\('style'|createElement\('style'\)|\beval\(|new Function/);
  });
});

describe('card fields', () => {
  test.each([
    ['4242', '4242'],
    ['42424242', '4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
  ])('card fields write the number %s as %s', (typed, shown) => {
    expect(cardModule().formatNumber(typed)).toBe(shown);
  });

  test.each([
    ['1', '1'],
    ['4', '04'],
    ['12', '12'],
    ['1/', '01/'],
    ['123', '12/3'],
    ['0440', '04/40'],
    ['440', '04/40'],
    ['12/2040', '12/40'],
    ['12 / 40', '12/40'],
    ['122040', '12/40'],
    ['1/40', '01/40'],
  ])('card fields write the expiry %s as %s', (typed, shown) => {
    expect(cardModule().formatExpiry(typed)).toBe(shown);
  });

  test('take three digits of a security code, four for American Express', () => {
    const { formatCvc } = cardModule();
    expect(formatCvc('12345', '4242')).toBe('123');
    expect(formatCvc('12345', '3782 8')).toBe('1234');
  });

  test('find what is wrong with a card before it is sent', () => {
    const { numberFault, expiryFault, cvcFault } = cardModule();
    const good = { number: '4242 4242 4242 4242', expiry: '02/40', cvc: '123' };
    const today = new Date(2040, 1, 28);
    expect([numberFault(good), expiryFault(good, today), cvcFault(good)]).toEqual([null, null, null]);
    expect(numberFault({ ...good, number: '4242 4242' })).toMatchObject({ code: 'incomplete_number' });
    expect(numberFault({ ...good, number: '4242 4242 4242 4241' })).toMatchObject({ code: 'incorrect_number' });
    expect(expiryFault({ ...good, expiry: '02/' }, today)).toMatchObject({ code: 'incomplete_expiry' });
    expect(expiryFault({ ...good, expiry: '13/40' }, today)).toMatchObject({ code: 'invalid_expiry_month' });
    expect(expiryFault({ ...good, expiry: '01/40' }, today)).toMatchObject({ code: 'invalid_expiry_year_past' });
    expect(cvcFault({ ...good, cvc: '12' })).toMatchObject({ code: 'incomplete_cvc' });
    expect(cvcFault({ ...good, number: '378282246310005' })).toMatchObject({ code: 'incomplete_cvc' });
  });
});
