import { secondsPerDay } from './clock.ts';
import { type Context, settingsOf, simulatedNow } from './context.ts';
import type { Dispatcher } from './deliveries.ts';
import { apiVersion } from './document.ts';
import { ApiError, invalidRequest, noSuchResource, unrecognisedUrl } from './errors.ts';
import { type Faults, noWebhookFault, readWebhookFault } from './faults.ts';
import { callerOf } from './keys.ts';
import type { Settings } from './records.ts';
import { changeSettlement } from './resources/balance.ts';
import { enabledTypes, methodTypes } from './resources/bank-methods.ts';
import { defaultConfiguration, savePortalSettings } from './resources/billing-portal.ts';
import { settleDebit } from './resources/debits.ts';
import { moveDispute, openDispute } from './resources/dispute-states.ts';
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
 * Handles the sandbox's own switches, outside Stripe's API. Moving the clock is open, because testers of a running demo
 * do it without knowing its secret key; everything else requires that key.
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
    case 'GET /sandbox/payment-methods':
      return { types: enabledTypes(store) };
    case 'POST /sandbox/payment-methods':
      return setMethods(store, request.body);
    case 'POST /sandbox/settlement':
      return changeSettlement(store, request.body);
    case 'POST /sandbox/api-version':
      return setVersion(store, request.body);
    case 'POST /sandbox/rate-limit':
      return faults.limitRate(request.body.perSecond);
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
  const settled = /^POST \/sandbox\/payment_intents\/(\w+)\/settle$/.exec(call);
  if (settled?.[1]) return settle(parts, settled[1], request.body);
  const disputed = /^POST \/sandbox\/charges\/(\w+)\/dispute$/.exec(call);
  if (disputed?.[1]) return contest(parts, disputed[1], request.body);
  const dispute = /^POST \/sandbox\/disputes\/(\w+)$/.exec(call);
  if (dispute?.[1]) return moveTo(parts, dispute[1], request.body);
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

/**
 * Sets the state of a subscription after the last retry of its payment failed, and whether its invoice is marked
 * uncollectible.
 */
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

/** Returns whether the customer portal's settings were saved; otherwise Stripe opens no portal. */
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

/**
 * Sets the API version of events, and of endpoints that set none. Without a version in the call, it is the version that
 * the sandbox implements.
 */
function setVersion(store: Store, { version = apiVersion }: Record<string, unknown>): object {
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version)) {
    throw invalidRequest('version must be one such as 2024-06-20', { param: 'version' });
  }
  store.transaction(() => store.put('settings', { ...settingsOf(store), accountApiVersion: version }));
  return { version };
}

/** Sets the enabled payment methods, and the days a bank takes for a debit; absent values stay. */
function setMethods(store: Store, { types, debitDays }: Record<string, unknown>): object {
  const chosen = types === undefined ? enabledTypes(store) : methodTypes.filter((one) => listOf(types).includes(one));
  if (chosen.length === 0 || (types !== undefined && chosen.length < listOf(types).length)) {
    throw invalidRequest(`types must be a list of ${methodTypes.join(', ')}`, { param: 'types' });
  }
  const days = debitDays === undefined ? settingsOf(store).debitDays : Number(debitDays);
  if (days !== undefined && !(Number.isFinite(days) && days > 0)) {
    throw invalidRequest('debitDays must be a number above 0', { param: 'debitDays' });
  }
  const changed: Settings = {
    ...settingsOf(store),
    paymentMethodTypes: [...chosen],
    ...(days ? { debitDays: days } : {}),
  };
  store.transaction(() => store.put('settings', changed));
  return { types: chosen, debitDays: days ?? null };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Settles a processing debit now, as succeeded or failed. */
function settle(parts: ControlParts, id: string, { outcome }: Record<string, unknown>): object {
  if (outcome !== 'succeeded' && outcome !== 'failed') {
    throw invalidRequest('outcome must be succeeded or failed', { param: 'outcome' });
  }
  const { store } = parts;
  store.transaction(() => settleDebit(contextOf(parts), id, outcome));
  parts.dispatcher.wake();
  return { id, status: store.get('payment_intent', id).status };
}

/** Opens a cardholder's dispute or inquiry about a charge. */
function contest(
  parts: ControlParts,
  id: string,
  { inquiry = false, reason = 'fraudulent' }: Record<string, unknown>,
): object {
  const { store } = parts;
  const charge = store.find('charge', id);
  if (!charge?.paid || charge.disputed) throw invalidRequest(`${id} is no paid charge without a dispute.`);
  const kind = { inquiry: inquiry === true, reason: String(reason) };
  const { id: dispute, status } = store.transaction(() => openDispute(contextOf(parts), charge, kind));
  parts.dispatcher.wake();
  return { id: dispute, status };
}

/** Moves a dispute to the status that the bank decides. */
function moveTo(parts: ControlParts, id: string, { status }: Record<string, unknown>): object {
  const { store } = parts;
  const dispute = store.find('dispute', id);
  if (!dispute) throw noSuchResource('dispute', id);
  const moved = store.transaction(() => moveDispute(contextOf(parts), dispute, String(status)));
  parts.dispatcher.wake();
  return { id, status: moved.status };
}

function contextOf({ store, publicPath }: ControlParts): Context {
  return { store, publicPath, now: simulatedNow(store), request: { id: null, idempotencyKey: null }, byClock: true };
}

/**
 * Sets the seller's country, the countries of its tax registrations, and whether Stripe Tax is not set up; absent
 * values stay.
 */
function setTax({ store }: ControlParts, { country, registrations, pending }: Record<string, unknown>): object {
  const before = taxSettingsOf(store);
  const countries = registrations ?? before.registrations;
  if (country !== undefined && !(typeof country === 'string' && isCountry(country))) {
    throw invalidRequest('country must be a code such as GB', { param: 'country' });
  }
  if (!Array.isArray(countries) || !countries.every((one) => typeof one === 'string' && isCountry(one))) {
    throw invalidRequest('registrations must be a list of codes such as GB', { param: 'registrations' });
  }
  const tax = {
    ...before,
    country: country ?? before.country,
    registrations: countries,
    isPending: pending === undefined ? before.isPending : pending === true,
  };
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
