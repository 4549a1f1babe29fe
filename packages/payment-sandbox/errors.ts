import type Stripe from 'stripe';

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** Body of `{"error": ...}`, as in Stripe's schema `api_errors`. */
export type ErrorBody = {
  type: ErrorType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
};

/**
 * Error that Stripe would respond with. `keepsChanges` marks errors that happen after something was written (a declined
 * card leaves a failed charge and the intent's last error). All others roll back the changes of the call.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keepsChanges: boolean;

  constructor(status: number, body: ErrorBody, options: { keepsChanges?: boolean } = {}) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentationUrl(body.code) } : body;
    this.keepsChanges = options.keepsChanges ?? false;
  }
}

function documentationUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** Returns a 400 without a code, or with one from Stripe's list. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details });
}

/**
 * Returns an ApiError unchanged. Any other error is a fault of the sandbox: it is logged, and the caller learns no more
 * than from Stripe.
 */
export function asApiError(error: unknown, log: (message: string) => void): ApiError {
  if (error instanceof ApiError) return error;
  log(`payment sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ApiError(500, {
    type: 'api_error',
    message: 'Sorry, something went wrong in the payment sandbox. Its log says what.',
  });
}

/** Returns a 404 for an unknown id in the path. */
export function noSuchResource(kind: string, id: string): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' });
}

/** Returns a 400 for a parameter that names an unknown object, unlike an unknown id in the path. */
export function noSuchReference(kind: string, id: string, param: string): ApiError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function unknownParameter(param: string): ApiError {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

/**
 * Returns the error for a parameter that Stripe knows but this stand-in does not act on, because ignoring it silently
 * would be worse.
 */
export function unsupportedParameter(param: string): ApiError {
  return invalidRequest(`The payment sandbox does not support the parameter ${param}.`, { param });
}

export function unrecognisedUrl(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method.toUpperCase()}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
