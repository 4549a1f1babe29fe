import { secondsPerDay } from './clock.ts';
import { settingsOf, simulatedNow } from './context.ts';
import type { Dispatcher } from './deliveries.ts';
import { ApiError, invalidRequest, unrecognisedUrl } from './errors.ts';
import { type Faults, noWebhookFault, readWebhookFault } from './faults.ts';
import { callerOf } from './keys.ts';
import type { Settings } from './records.ts';
import { defaultConfiguration, savePortalSettings } from './resources/billing-portal.ts';
import { changeTaxSettings } from './resources/tax-settings.ts';
import { taskHandlers } from './resources.ts';
import type { Store } from './store.ts';
import { advanceClock } from './tasks.ts';
import { taxSettingsOf } from './tax/places.ts';
import { isCountry } from './tax/rates.ts';

export type ControlParts = { store: Store; faults: Faults; dispatcher: Dispatcher; publicPath: string };
export type ControlRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  authorization: string | undefined;
};

const longestAdvanceDays = 3660;

/**
 * The sandbox's own switches, outside Stripe's API. Moving the clock is open, as testers of a running demo do it without
 * knowing its secret key; everything else asks for that key.
 * @throws ApiError
 */
export async function answerControl(parts: ControlParts, request: ControlRequest): Promise<object> {
  const { store, faults, dispatcher } = parts;
  const call = `${request.method} ${request.path}`;
  if (call === 'POST /sandbox/advance') return advance(parts, request.body);

  if (callerOf(store, request.authorization, undefined) !== 'server') {
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'Secret key needed.',
    });
  }
  switch (call) {
    case 'GET /sandbox/clock':
      return clock(store);
    case 'GET /sandbox/faults':
      return { calls: faults.calls(), webhooks: faults.webhooks };
    case 'POST /sandbox/faults':
      return faults.addCall(request.body);
    case 'DELETE /sandbox/faults':
      faults.clearCalls();
      setWebhookFault(parts, {});
      return { calls: [], webhooks: noWebhookFault };
    case 'POST /sandbox/retries':
      return setRetries(store, request.body);
    case 'GET /sandbox/tax':
      return taxSettingsOf(store);
    case 'POST /sandbox/tax':
      return setTax(parts, request.body);
    case 'GET /sandbox/portal-settings':
      return portalSettings(parts);
    case 'POST /sandbox/portal-settings':
      return savePortal(parts, request.body);
    case 'POST /sandbox/webhooks':
      return setWebhookFault(parts, request.body);
    case 'GET /sandbox/deliveries':
      return { data: deliveries(store, request.query) };
    case 'POST /sandbox/deliveries/settle':
      await dispatcher.settled();
      return { settled: true };
    case 'POST /sandbox/deliveries/retry':
      return { retried: dispatcher.retry(['pending', 'failed', 'dropped']) };
  }
  const resend = /^POST \/sandbox\/(?:deliveries|events)\/(\w+)\/resend$/.exec(call);
  if (resend?.[1] && dispatcher.resend(resend[1])) return { resent: resend[1] };
  throw unrecognisedUrl(request.method, request.path);
}

function advance({ store, publicPath, dispatcher }: ControlParts, body: Record<string, unknown>): object {
  const days = Number(body.days);
  if (body.days === '' || !Number.isFinite(days) || days <= 0 || days > longestAdvanceDays) {
    throw invalidRequest(`days must be a number above 0 and at most ${longestAdvanceDays}`, { param: 'days' });
  }
  const seconds = Math.round(days * secondsPerDay);
  advanceClock({ store, handlers: taskHandlers, publicPath, seconds });
  dispatcher.wake();
  return clock(store);
}

function clock(store: Store): object {
  const { clockOffsetSeconds } = settingsOf(store);
  return { object: 'sandbox.clock', now: simulatedNow(store), advanced_seconds: clockOffsetSeconds };
}

/** What becomes of a subscription when the last retry of its payment failed. */
function setRetries(store: Store, { end = 'cancel', uncollectible = false }: Record<string, unknown>): object {
  if (end !== 'cancel' && end !== 'unpaid' && end !== 'past_due') {
    throw invalidRequest('end must be one of cancel, unpaid, past_due', { param: 'end' });
  }
  if (typeof uncollectible !== 'boolean') {
    throw invalidRequest('uncollectible must be true or false', { param: 'uncollectible' });
  }
  const changed: Settings = { ...settingsOf(store), afterLastRetry: end, uncollectibleAfterLastRetry: uncollectible };
  store.transaction(() => store.put('settings', changed));
  return { end, uncollectible };
}

/** Whether the customer portal's settings were saved; without that Stripe opens no portal. */
function portalSettings({ store }: ControlParts): object {
  return { saved: defaultConfiguration({ store }) !== undefined };
}

function savePortal(parts: ControlParts, { saved }: Record<string, unknown>): object {
  const { store, publicPath } = parts;
  if (!['true', 'false'].includes(String(saved))) {
    throw invalidRequest('saved must be true or false', { param: 'saved' });
  }
  store.transaction(() => {
    const context = { store, publicPath, now: simulatedNow(store), request: { id: null, idempotencyKey: null } };
    savePortalSettings(context, String(saved) === 'true');
  });
  return portalSettings(parts);
}

/** The seller's country and the countries it is registered for tax in; what is not sent stays. */
function setTax({ store }: ControlParts, { country, registrations }: Record<string, unknown>): object {
  const before = taxSettingsOf(store);
  const countries = registrations ?? before.registrations;
  if (country !== undefined && !(typeof country === 'string' && isCountry(country))) {
    throw invalidRequest('country must be a code such as GB', { param: 'country' });
  }
  if (!Array.isArray(countries) || !countries.every((one) => typeof one === 'string' && isCountry(one))) {
    throw invalidRequest('registrations must be a list of codes such as GB', { param: 'registrations' });
  }
  const tax = { ...before, country: country ?? before.country, registrations: countries };
  store.transaction(() => changeTaxSettings(store, tax));
  return tax;
}

function setWebhookFault({ faults, dispatcher }: ControlParts, body: Record<string, unknown>): object {
  const wasShuffling = faults.webhooks.mode === 'shuffle';
  faults.setWebhooks(readWebhookFault(body));
  if (wasShuffling) dispatcher.reverse();
  dispatcher.wake();
  return faults.webhooks;
}

function deliveries(store: Store, query: URLSearchParams): object[] {
  const unfinished = new Set(store.all('delivery').map((one) => one.id));
  const finished = store.all('finished_delivery').filter((one) => !unfinished.has(one.id));
  return [...finished, ...store.all('delivery')]
    .map((one) => ({ ...one, type: store.get('event', one.event).type }))
    .filter((one) => matches(query, 'event', one.event) && matches(query, 'state', one.state))
    .filter((one) => matches(query, 'type', one.type));
}

function matches(query: URLSearchParams, name: string, value: string): boolean {
  const wanted = query.get(name);
  return wanted === null || wanted === value;
}
