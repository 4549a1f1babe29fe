import { callApi } from './api-client.js';
import { askBank } from './overlay.js';

/**
 * @typedef {import('./api-client.js').ApiError} ApiError
 * @typedef {import('./api-client.js').Intent} Intent
 * @typedef {{ intent: Intent, error?: undefined } | { intent?: undefined, error: ApiError }} IntentResult
 */

/** Paths and names in the API for paying and for saving a card. */
export const kinds = {
  payment: {
    path: '/v1/payment_intents',
    prefix: 'payment_intent',
    lastError: 'last_payment_error',
    result: 'paymentIntent',
  },
  setup: { path: '/v1/setup_intents', prefix: 'setup_intent', lastError: 'last_setup_error', result: 'setupIntent' },
};

/** @typedef {(typeof kinds)[keyof typeof kinds]} Kind */

/** @param {string} clientSecret */
function idIn(clientSecret) {
  return clientSecret.split('_secret_')[0];
}

/**
 * @param {Kind} kind
 * @param {string} key
 * @param {string} clientSecret
 * @returns {Promise<IntentResult>}
 */
export async function retrieveIntent(kind, key, clientSecret) {
  const path = `${kind.path}/${idIn(clientSecret)}`;
  const { value, error } = await callApi('GET', path, { key, client_secret: clientSecret });
  return error ? { error } : { intent: value };
}

/**
 * Confirms, and lets the customer answer the bank when it asks.
 * @param {Kind} kind
 * @param {string} key
 * @param {string} clientSecret
 * @param {Record<string, unknown>} parameters
 * @returns {Promise<IntentResult>}
 */
export async function confirmIntent(kind, key, clientSecret, parameters) {
  const sent = { key, client_secret: clientSecret, use_stripe_sdk: true, ...parameters };
  const { value, error } = await callApi('POST', `${kind.path}/${idIn(clientSecret)}/confirm`, sent);
  return error ? { error } : finishIntent(kind, key, clientSecret, value);
}

/**
 * Shows the bank's question if the intent waits for it. An intent that has not succeeded afterwards is an error.
 * @param {Kind} kind
 * @param {string} key
 * @param {string} clientSecret
 * @param {Intent} intent
 * @returns {Promise<IntentResult>}
 */
export async function finishIntent(kind, key, clientSecret, intent) {
  if (intent.status !== 'requires_action') return { intent };
  const failure = await answerBankFor(intent);
  if (failure) return { error: failure };
  const result = await retrieveIntent(kind, key, clientSecret);
  if (!result.intent || result.intent.status === 'succeeded') return result;
  const reason = result.intent[kind.lastError] ?? { type: 'api_error', message: 'The payment was not completed.' };
  return { error: { ...reason, [kind.prefix]: result.intent } };
}

/**
 * @param {Intent} intent
 * @returns {Promise<ApiError | undefined>}
 */
async function answerBankFor(intent) {
  const step = intent.next_action?.use_stripe_sdk?.source ?? intent.next_action?.redirect_to_url?.url?.split('/').pop();
  /** @type {ApiError | undefined} */
  let failure;
  await askBank({ amount: shownAmount(intent) }, async (outcome) => {
    const { error } = await callApi('POST', `/three-d-secure/${step}`, { outcome });
    failure = error;
  });
  return failure;
}

/** @param {Intent} intent */
function shownAmount({ amount, currency }) {
  if (typeof amount !== 'number') return '';
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
