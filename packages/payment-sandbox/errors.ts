import type Stripe from 'stripe';

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** The body of `{"error": ...}` as Stripe's schema `api_errors` has it. */
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
 * An answer Stripe would refuse with. `keepsChanges` marks refusals that happen after something was written (a
 * declined card leaves a failed charge and the intent's last error); all others undo what the call had begun.
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

/** 400 without a code, or with one from Stripe's list. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** Anything else is a fault of the sandbox: it is logged, and the caller learns no more than Stripe would tell. */
export function asApiError(error: unknown, log: (message: string) => void): ApiError {
  if (error instanceof ApiError) return error;
  log(`payment sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ApiError(500, {
    type: 'api_error',
    message: 'Sorry, something went wrong in the payment sandbox. Its log says what.',
  });
}

/** The id in the path is not known: 404. */
export function noSuchResource(kind: string, id: string): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' });
}

/** A parameter names an object that is not known: 400, unlike an unknown id in the path. */
export function noSuchReference(kind: string, id: string, param: string): ApiError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function unknownParameter(param: string): ApiError {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

/** Stripe knows this parameter, this stand-in does not act on it: better refused than silently ignored. */
export function unsupportedParameter(param: string): ApiError {
  return invalidRequest(`The payment sandbox does not support the parameter ${param}.`, { param });
}

export function unrecognisedUrl(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method.toUpperCase()}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
