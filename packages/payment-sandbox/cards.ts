import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { DebitBehaviour } from './bank-accounts.ts';
import { ApiError } from './errors.ts';

/** Behaviour of a test card. `decline` names a reason of `declines`; a card may require 3-D Secure before that. */
export type CardBehaviour = {
  decline?: DeclineReason;
  /** Whether the card is declined only when it is charged, not when it is attached to a customer. */
  attachesAnyway?: boolean;
  threeDSecure?: 'always' | 'unless_set_up';
  dispute?: DisputeKind;
  refund?: 'pending' | 'fails';
  /** Outcome of a debit, which follows days later; absent for cards. */
  debit?: DebitBehaviour;
};

export type DisputeKind = { reason: string; inquiry?: boolean };

export type DeclineReason = keyof typeof declines;

/** Stripe's words for each decline of the bank. */
export const declines = {
  generic: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  blocked: { code: 'card_declined', decline_code: 'fraudulent', message: 'Your card was declined.' },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const;

type TestCard = { number: string; names: readonly string[]; behaviour: CardBehaviour };

/** Table of test cards; `names` follow `pm_card_` in payment method ids and `tok_` in tokens. */
const testCards: readonly TestCard[] = [
  { number: '4242424242424242', names: ['visa'], behaviour: {} },
  { number: '5555555555554444', names: ['mastercard'], behaviour: {} },
  { number: '378282246310005', names: ['amex'], behaviour: {} },
  { number: '4000000000000002', names: ['chargeDeclined', 'visa_chargeDeclined'], behaviour: { decline: 'generic' } },
  {
    number: '4000000000009995',
    names: ['chargeDeclinedInsufficientFunds', 'visa_chargeDeclinedInsufficientFunds'],
    behaviour: { decline: 'insufficient_funds' },
  },
  { number: '4000000000009987', names: ['visa_chargeDeclinedLostCard'], behaviour: { decline: 'lost_card' } },
  { number: '4000000000009979', names: ['visa_chargeDeclinedStolenCard'], behaviour: { decline: 'stolen_card' } },
  { number: '4000000000000069', names: ['chargeDeclinedExpiredCard'], behaviour: { decline: 'expired_card' } },
  { number: '4000000000000127', names: ['chargeDeclinedIncorrectCvc'], behaviour: { decline: 'incorrect_cvc' } },
  { number: '4000000000000119', names: ['chargeDeclinedProcessingError'], behaviour: { decline: 'processing_error' } },
  {
    number: '4000000000000341',
    names: ['chargeCustomerFail'],
    behaviour: { decline: 'generic', attachesAnyway: true },
  },
  { number: '4000002500003155', names: ['authenticationRequired'], behaviour: { threeDSecure: 'unless_set_up' } },
  { number: '4000002760003184', names: [], behaviour: { threeDSecure: 'always' } },
  { number: '4000000000003220', names: ['threeDSecure2Required'], behaviour: { threeDSecure: 'always' } },
  {
    number: '4000008400001629',
    names: ['threeDSecureRequiredChargeDeclined'],
    behaviour: { threeDSecure: 'always', decline: 'generic', attachesAnyway: true },
  },
  {
    number: '4000008260003178',
    names: [],
    behaviour: { threeDSecure: 'always', decline: 'insufficient_funds', attachesAnyway: true },
  },
  { number: '4000000000000259', names: ['createDispute'], behaviour: { dispute: { reason: 'fraudulent' } } },
  {
    number: '4000000000002685',
    names: ['createDisputeProductNotReceived'],
    behaviour: { dispute: { reason: 'product_not_received' } },
  },
  {
    number: '4000000000001976',
    names: ['createDisputeInquiry'],
    behaviour: { dispute: { reason: 'fraudulent', inquiry: true } },
  },
  { number: '4000000000007726', names: ['pendingRefund'], behaviour: { refund: 'pending' } },
  { number: '4000000000005126', names: ['refundFail'], behaviour: { refund: 'fails' } },
  {
    number: '4100000000000019',
    names: ['radarBlock'],
    behaviour: { decline: 'blocked', attachesAnyway: true },
  },
];

/** Whether a number satisfies the Luhn checksum, as every card number does. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

type CardBrand = 'visa' | 'mastercard' | 'amex' | 'unknown';

export function brandOf(number: string): CardBrand {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return 'unknown';
}

/**
 * Returns a fingerprint that depends on number and expiry, so that a tester has many cards of one number (Stripe uses
 * only the number). Without the installation's key it reveals nothing about the number.
 */
export function fingerprintOf(
  { number, month, year }: { number: string; month: number; year: number },
  key: string,
): string {
  return createHmac('sha256', key)
    .update(`${number} ${month}/${year}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'x')
    .slice(0, 16);
}

/** Returns the test card behind `pm_card_visa` or `tok_visa`. */
export function testCardNamed(id: string): TestCard | undefined {
  const name = id.replace(/^(pm_card_|tok_)/, '');
  return name === id ? undefined : testCards.find((card) => card.names.includes(name));
}

/**
 * Finds the test card of a number.
 * @throws ApiError 402 for text that is no card number, or a card that is no test card, because a real card must never
 * be entered here
 */
export function testCardOf(number: string): TestCard {
  if (!passesLuhn(number)) throw cardFault('incorrect_number', 'Your card number is incorrect.', 'number');
  const card = testCards.find((candidate) => candidate.number === number);
  if (card) return card;
  throw new ApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
    param: 'number',
  });
}

/**
 * Checks the values beside the number.
 * @param now simulated seconds
 * @throws ApiError 402 in Stripe's words
 */
export function checkCardDetails(card: { month: number; year: number; cvc: string | undefined }, now: number): void {
  const today = new Date(now * 1000);
  if (card.month < 1 || card.month > 12) {
    throw cardFault('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const thisYear = today.getUTCFullYear();
  if (card.year < thisYear || card.year > thisYear + 50) {
    throw cardFault('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (card.year === thisYear && card.month < today.getUTCMonth() + 1) {
    throw cardFault('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardFault('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
}

function cardFault(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param });
}

/** Objects in a decline, beside its reason. */
type RefusalContext = {
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
};

/**
 * Returns the card error of a decline (HTTP 402). With an intent it keeps the changes, because a failed charge or
 * attempt stays on record.
 */
export function cardRefusal(reason: DeclineReason, about: RefusalContext): ApiError {
  const keepsChanges = about.payment_intent !== undefined || about.setup_intent !== undefined;
  return new ApiError(402, { type: 'card_error', ...declines[reason], ...about }, { keepsChanges });
}
