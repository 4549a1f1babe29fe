import { timingSafeEqual } from 'node:crypto';
import { type Operation, settingsOf } from './context.ts';
import { ApiError, invalidRequest, noSuchResource } from './errors.ts';
import type { RawParameters } from './parameters.ts';
import type { Store } from './store.ts';

export type Caller = 'server' | 'browser';

/**
 * Returns the caller: the secret key is the portal's server, the publishable key a browser.
 * @param authorization the header, Bearer or Basic as curl sends it
 * @param formKey the `key` parameter, as Stripe.js sends it
 * @throws ApiError 401 without a key or with a wrong one
 */
export function callerOf(store: Store, authorization: string | undefined, formKey: string | undefined): Caller {
  const key = keyFromHeader(authorization) ?? formKey;
  if (!key) {
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const { secretKey, publishableKey } = settingsOf(store);
  if (sameText(key, secretKey)) return 'server';
  if (sameText(key, publishableKey)) return 'browser';
  throw unauthorised(`Invalid API Key provided: ${masked(key)}`);
}

function keyFromHeader(authorization: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? '').split(' ');
  if (!value) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function unauthorised(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}

function masked(key: string): string {
  const shown = /^[\w]{12,}$/.test(key) ? `${key.slice(0, 8)}****${key.slice(-4)}` : '****';
  return shown;
}

/** Compares secrets in constant time, so that the time reveals nothing. */
function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Lets a browser call only what Stripe.js may call, and only with the client secret of that object. An unknown object
 * and a wrong secret are rejected as by Stripe; neither response contains the object's data.
 */
export function checkBrowserMay(options: {
  store: Store;
  operation: Operation | undefined;
  id: string;
  parameters: RawParameters;
}): void {
  const collection = options.operation?.browser?.secretOf;
  if (!collection) {
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    });
  }
  const sent = options.parameters.client_secret;
  if (typeof sent !== 'string' || sent === '') {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  const object = options.store.find(collection, options.id);
  if (!object) throw noSuchResource(collection, options.id);
  if (!sameText(sent, object.client_secret ?? '')) {
    throw invalidRequest(
      `The client_secret provided does not match any associated ${nameOf(collection)} on this account.`,
      {
        param: 'client_secret',
      },
    );
  }
}

function nameOf(collection: string): string {
  return collection.replace(/(^|_)(\w)/g, (_match, _separator, letter: string) => letter.toUpperCase());
}

/** Parameters that Stripe.js adds to every call, beside an operation's own. */
const browserEnvelope = [
  'key',
  'client_secret',
  '_stripe_version',
  '_stripe_account',
  'expected_payment_method_type',
  'is_stripe_sdk',
  'mandate_data', // cards need none, and a debit from a page gets one without it
];
/** Data about the page that Stripe.js adds to a call and to its payment method; not used here. */
const browserTelemetry = [
  'client_attribution_metadata',
  'guid',
  'muid',
  'pasted_fields',
  'payment_user_agent',
  'referrer',
  'sid',
  'time_on_page',
];

/**
 * Returns the operation's own parameters: without the key, and for a browser's call without those that Stripe.js adds.
 */
export function withoutEnvelope(parameters: RawParameters, caller: Caller): RawParameters {
  if (caller === 'server') return withoutNames(parameters, ['key']);
  const own = withoutNames(parameters, [...browserEnvelope, ...browserTelemetry]);
  const data = own.payment_method_data;
  if (typeof data !== 'object' || Array.isArray(data)) return own;
  return { ...own, payment_method_data: withoutNames(data, browserTelemetry) };
}

function withoutNames(parameters: RawParameters, names: readonly string[]): RawParameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}

/** Fields of an intent that a browser may see: no metadata, no customer. */
const visibleFields: Readonly<Record<string, readonly string[]>> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
};

/** Reduces a response, including errors, to the fields that a caller with the publishable key may see. */
export function browserView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(browserView);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const visible = visibleFields[String(new Map<string, unknown>(fields).get('object'))];
  const kept = visible ? fields.filter(([name]) => visible.includes(name)) : fields;
  return Object.fromEntries(kept.map(([name, inner]) => [name, browserView(inner)]));
}
