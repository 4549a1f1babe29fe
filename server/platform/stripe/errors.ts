import { errors } from '#contract/errors.ts';
import { Failure } from '../failure.ts';

/**
 * Stripe did not respond, or responded with 401, 403, 409, 429 or a server error: the outcome may be unknown. Also
 * thrown while the circuit breaker is open, and when the caller has waited too long.
 */
export class StripeOutage extends Failure {
  /** Whether a response arrived (500 and above): Stripe repeats it for the same idempotency key. */
  readonly wasAnswered: boolean;

  constructor({ wasAnswered }: { wasAnswered: boolean }) {
    super('purchases.provider-failed', { message: errors['purchases.provider-failed'].message });
    this.name = 'StripeOutage';
    this.wasAnswered = wasAnswered;
  }
}

type Rejection = { message: string; status: number; code: string | null; parameter: string | null };

/** Stripe understood the call, rejected it and changed nothing. `code` is Stripe's reason (`resource_missing` ...). */
export class StripeRejection extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly parameter: string | null;

  constructor({ message, status, code, parameter }: Rejection) {
    super(message);
    this.name = 'StripeRejection';
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }
}

/** Whether this is Stripe's response that it knows no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeRejection && error.code === 'resource_missing';
}

/** Returns the result of a call; null when Stripe knows no such object. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Whether this failure is final under its idempotency key: Stripe repeats the response to a key for a day, failures
 * included, so another attempt needs another key.
 */
export function isFinalForKey(error: unknown): boolean {
  return error instanceof StripeRejection || (error instanceof StripeOutage && error.wasAnswered);
}
