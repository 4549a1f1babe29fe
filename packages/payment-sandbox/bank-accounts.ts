import { createHmac } from 'node:crypto';
import { invalidRequest } from './errors.ts';

/** Behaviour of a test account once the bank has had its days. */
export type DebitBehaviour = {
  /** The bank's reason, as the charge's `failure_code`. */
  failure?: string;
  /** Whether the bank takes twice as long. */
  isSlow?: boolean;
  /** Whether the debit is paid, and disputed at once. */
  isDisputed?: boolean;
  endsMandate?: boolean;
};

type TestAccount = { number: string; behaviour: DebitBehaviour };

/**
 * Test accounts for SEPA Direct Debit. The first number of each country succeeds.
 * https://docs.stripe.com/payments/sepa-debit/accept-a-payment
 */
const ibans: readonly TestAccount[] = [
  { number: 'AT611904300234573201', behaviour: {} },
  { number: 'DE89370400440532013000', behaviour: {} },
  { number: 'FR1420041010050500013M02606', behaviour: {} },
  { number: 'IE29AIBK93115212345678', behaviour: {} },
  { number: 'NL39RABO0300065264', behaviour: {} },
  { number: 'ES0700120345030000067890', behaviour: {} },
  { number: 'AT321904300235473204', behaviour: { isSlow: true } },
  { number: 'FR3020041010050500013M02609', behaviour: { isSlow: true } },
  { number: 'AT861904300235473202', behaviour: { failure: 'generic_could_not_process' } },
  { number: 'FR8420041010050500013M02607', behaviour: { failure: 'generic_could_not_process' } },
  { number: 'AT051904300235473205', behaviour: { failure: 'generic_could_not_process', isSlow: true } },
  { number: 'FR7920041010050500013M02600', behaviour: { failure: 'generic_could_not_process', isSlow: true } },
  { number: 'AT591904300235473203', behaviour: { isDisputed: true } },
  { number: 'FR5720041010050500013M02608', behaviour: { isDisputed: true } },
  { number: 'AT981904300000343434', behaviour: { failure: 'charge_exceeds_source_limit' } },
  { number: 'AT601904300000121212', behaviour: { failure: 'charge_exceeds_weekly_limit' } },
  { number: 'AT981904300002222227', behaviour: { failure: 'insufficient_funds' } },
];

export const bacsSortCode = '108800';

/** Test accounts for Bacs Direct Debit, all with the sort code 108800. */
const bacsAccounts: readonly TestAccount[] = [
  { number: '00012345', behaviour: {} },
  { number: '90012345', behaviour: { isSlow: true } },
  { number: '33333335', behaviour: { failure: 'debit_not_authorized', endsMandate: true } },
  { number: '93333335', behaviour: { failure: 'debit_not_authorized', endsMandate: true, isSlow: true } },
  { number: '22222227', behaviour: { failure: 'insufficient_funds' } },
  { number: '92222227', behaviour: { failure: 'insufficient_funds', isSlow: true } },
  { number: '55555559', behaviour: { isDisputed: true } },
];

/**
 * @throws ApiError 400 for text that is no IBAN or none of the test accounts, because a real account must never be
 * entered here
 */
export function testIban(typed: string): TestAccount {
  const number = typed.replaceAll(/\s/g, '').toUpperCase();
  const known = ibans.find((one) => one.number === number);
  if (known) return known;
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number);
  throw invalidRequest(
    isIban ? 'This IBAN is not a test account of the payment sandbox.' : 'The IBAN you entered is invalid.',
    { code: 'account_number_invalid', param: 'sepa_debit[iban]' },
  );
}

/** @throws ApiError 400 for anything except a test account */
export function testBacsAccount(sortCode: string, typed: string): TestAccount {
  const code = sortCode.replaceAll(/[\s-]/g, '');
  if (code !== bacsSortCode) {
    throw invalidRequest('The sort code is not the one of the test accounts, 108800.', {
      code: 'routing_number_invalid',
      param: 'bacs_debit[sort_code]',
    });
  }
  const known = bacsAccounts.find((one) => one.number === typed.replaceAll(/\s/g, ''));
  if (known) return known;
  throw invalidRequest('This account number is not a test account.', {
    code: 'account_number_invalid',
    param: 'bacs_debit[account_number]',
  });
}

/** Returns a fingerprint that depends only on the account and the key. */
export function accountFingerprint(number: string, key: string): string {
  return createHmac('sha256', key).update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16);
}
