import { confirmIntent, finishIntent, kinds, retrieveIntent } from './intents.js';
import { behindElements, createElements, IntegrationError } from './payment-elements.js';

/**
 * @typedef {import('./intents.js').Kind} Kind
 * @typedef {import('./intents.js').IntentResult} IntentResult
 * @typedef {{ submit(): Promise<{ error?: object }> }} Elements
 * @typedef {{ return_url?: string, payment_method?: string, payment_method_data?: { billing_details?: object, allow_redisplay?: string }, shipping?: object, receipt_email?: string }} ConfirmParams
 * @typedef {{ elements?: Elements, clientSecret?: string, confirmParams?: ConfirmParams, redirect?: 'always' | 'if_required' }} ConfirmOptions
 */

/**
 * `Stripe(publishableKey)`: the part of Stripe.js that the portal uses, with the same results and errors.
 * @param {string} key
 */
function createStripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key.');
  }

  /**
   * @param {Kind} kind
   * @param {string} clientSecret
   */
  async function retrieve(kind, clientSecret) {
    return shown(kind, await retrieveIntent(kind, key, clientSecret));
  }

  /**
   * @param {Kind} kind
   * @param {ConfirmOptions} options
   */
  async function confirm(kind, options) {
    const { elements, confirmParams = {}, redirect = 'always' } = options;
    const { form, clientSecret: ownSecret } = elements ? behindElements(elements) : {};
    const clientSecret = options.clientSecret ?? ownSecret;
    if (!clientSecret) throw new IntegrationError('A clientSecret is needed to confirm.');
    if (redirect !== 'if_required' && !confirmParams.return_url) {
      throw new IntegrationError('confirmParams.return_url is required unless redirect is "if_required".');
    }
    const { error } = elements ? await elements.submit() : {};
    if (error) return { error };
    form?.setBusy(true);
    const result = await confirmIntent(kind, key, clientSecret, parametersFor(confirmParams, form?.method()));
    form?.setBusy(false);
    if (result.error) form?.showRefusal(result.error);
    const isPaid = result.intent && result.intent.status !== 'requires_payment_method';
    if (isPaid && redirect !== 'if_required') return leaveFor(kind, confirmParams.return_url ?? '', result);
    return shown(kind, result);
  }

  return {
    /** @param {import('./payment-elements.js').ElementsOptions} [options] */
    elements: (options = {}) => createElements(key, options),
    /** @param {ConfirmOptions} options */
    confirmPayment: (options) => confirm(kinds.payment, options),
    /** @param {ConfirmOptions} options */
    confirmSetup: (options) => confirm(kinds.setup, options),
    /** @param {string} clientSecret */
    retrievePaymentIntent: (clientSecret) => retrieve(kinds.payment, clientSecret),
    /** @param {string} clientSecret */
    retrieveSetupIntent: (clientSecret) => retrieve(kinds.setup, clientSecret),
    /** @param {{ clientSecret: string }} options */
    async handleNextAction({ clientSecret }) {
      const kind = clientSecret.startsWith('seti_') ? kinds.setup : kinds.payment;
      const { intent, error } = await retrieveIntent(kind, key, clientSecret);
      return error ? { error } : shown(kind, await finishIntent(kind, key, clientSecret, intent));
    },
    /**
     * The older way to pay, with a saved card.
     * @param {string} clientSecret
     * @param {{ payment_method?: string }} [data]
     */
    async confirmCardPayment(clientSecret, data = {}) {
      const parameters = { payment_method: data.payment_method };
      return shown(kinds.payment, await confirmIntent(kinds.payment, key, clientSecret, parameters));
    },
    createPaymentMethod: async () => refusedHere('createPaymentMethod'),
    createToken: async () => refusedHere('createToken'),
  };
}

/**
 * @param {ConfirmParams} sent
 * @param {Record<string, any> | undefined} method what the form holds
 */
function parametersFor(sent, method) {
  const { payment_method_data: data, ...rest } = sent;
  if (!method) return rest;
  const { billing_details: own, ...typed } = method;
  const billing = { ...data?.billing_details, ...own };
  return { ...rest, payment_method_data: { ...data, billing_details: billing, ...typed } };
}

/**
 * @param {Kind} kind
 * @param {IntentResult} result
 */
function shown(kind, result) {
  return result.error ? { error: result.error } : { [kind.result]: result.intent };
}

/**
 * Goes to the return address with the parameters Stripe adds. Never settles: the page is being left.
 * @param {Kind} kind
 * @param {string} returnUrl
 * @param {IntentResult} result
 * @returns {Promise<never>}
 */
function leaveFor(kind, returnUrl, { intent }) {
  const url = new URL(returnUrl, location.href);
  url.searchParams.set(kind.prefix, intent?.id ?? '');
  url.searchParams.set(`${kind.prefix}_client_secret`, intent?.client_secret ?? '');
  url.searchParams.set('redirect_status', intent?.status === 'succeeded' ? 'succeeded' : 'pending');
  location.assign(url);
  return new Promise(() => undefined);
}

/**
 * Members the React wrapper insists on, although the sandbox lets a browser only confirm and read an intent.
 * @param {string} name
 */
function refusedHere(name) {
  const message = `The payment sandbox does not offer ${name} to browsers.`;
  return { error: { type: 'invalid_request_error', code: 'secret_key_required', message } };
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
