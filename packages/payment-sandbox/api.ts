import { realNowMilliseconds } from './clock.ts';
import { type Operation, simulatedNow } from './context.ts';
import { apiVersion, parameterSchema } from './document.ts';
import { ApiError, asApiError, invalidRequest, unrecognisedUrl, unsupportedParameter } from './errors.ts';
import { expandAnswer } from './expand.ts';
import type { CallFault, Faults } from './faults.ts';
import { answerOnce, type RunningKeys } from './idempotency.ts';
import { newId } from './ids.ts';
import { browserView, type Caller, callerOf, checkBrowserMay, withoutEnvelope } from './keys.ts';
import { checkParameters } from './parameter-check.ts';
import type { RawParameters } from './parameters.ts';
import { inclusions, operations } from './resources.ts';
import type { Store } from './store.ts';

/** Decoded call under /v1. */
type ApiRequest = {
  method: string;
  path: string;
  parameters: RawParameters;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
};

export type ApiAnswer = { status: number; body: object; headers?: Record<string, string> };

/** Outcome of a call whose connection must be closed without a response. */
export const cutConnection = Symbol('cut the connection');
export type Outcome = ApiAnswer | typeof cutConnection;

export type ApiParts = {
  store: Store;
  faults: Faults;
  running: RunningKeys;
  publicPath: string;
  log: (message: string) => void;
};

/** Call that has passed the checks of its keys and parameters. */
type CheckedCall = FoundOperation & {
  caller: Caller;
  requestId: string;
  request: ApiRequest;
  parameters: Record<string, unknown>;
};

/** Handles one call of the API. All of its changes are on the disk before the promise settles. */
export async function answerApiCall(parts: ApiParts, request: ApiRequest): Promise<Outcome> {
  const requestId = newId('req');
  const outcome = await refuseOrRun(parts, request, requestId);
  await parts.store.flushed();
  if (outcome === cutConnection) return outcome;
  const key = request.idempotencyKey;
  const headers = { 'request-id': requestId, 'stripe-version': apiVersion, ...(key ? { 'idempotency-key': key } : {}) };
  return { ...outcome, headers: { ...headers, ...outcome.headers } };
}

async function refuseOrRun(parts: ApiParts, request: ApiRequest, requestId: string): Promise<Outcome> {
  try {
    if (parts.faults.isOverRate(realNowMilliseconds())) throw overRate();
    const call = check(parts.store, request, requestId);
    const { idempotencyKey: key, path } = request;
    if (call.operation.method !== 'post' || !key) return await runWithFaults(parts, call, (answer) => answer());
    return await answerOnce({ ...parts, key, path, requestId, parameters: call.parameters }, (remember) =>
      runWithFaults(parts, call, remember),
    );
  } catch (error) {
    return errorAnswer(asApiError(error, parts.log));
  }
}

/** Returns the error of https://docs.stripe.com/rate-limits */
function overRate(): ApiError {
  return new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded. Learn more about rate limits here: https://stripe.com/docs/rate-limits.',
  });
}

/** Makes all checks before anything is executed or stored: keys, path, parameters. */
function check(store: Store, request: ApiRequest, requestId: string): CheckedCall {
  const { key: formKey } = request.parameters;
  const caller = callerOf(store, request.authorization, typeof formKey === 'string' ? formKey : undefined);
  const found = findOperation(operations, request.method, request.path);
  if (caller === 'browser') {
    checkBrowserMay({ store, operation: found?.operation, id: found?.path.id ?? '', parameters: request.parameters });
  }
  if (!found) throw unrecognisedUrl(request.method, request.path);
  const raw = withoutEnvelope(request.parameters, caller);
  const parameters = checkParameters(parameterSchema(found.operation.method, found.operation.path), raw);
  checkAccepted(found.operation, caller, parameters);
  return { ...found, caller, requestId, request, parameters };
}

/** Rejects parameters that this sandbox does not act on. A browser may also expand only the card that it sent. */
function checkAccepted(operation: Operation, caller: Caller, parameters: Record<string, unknown>): void {
  const accepts = caller === 'browser' ? (operation.browser?.accepts ?? []) : operation.accepts;
  const refused = Object.keys(parameters).find((name) => name !== 'expand' && !accepts.includes(name));
  if (refused) throw unsupportedParameter(refused);
  const expanded = expansions(parameters).find((path) => caller === 'browser' && path !== 'payment_method');
  if (expanded) throw invalidRequest(`This property cannot be expanded (${expanded}).`, { param: 'expand' });
}

/**
 * Runs `answer` and stores its result under the idempotency key, in the caller's transaction; only runs it when the
 * call has no key.
 */
export type Remember = (answer: () => ApiAnswer) => ApiAnswer;

async function runWithFaults(parts: ApiParts, call: CheckedCall, remember: Remember): Promise<Outcome> {
  const { faults } = parts;
  const { method, path } = call.request;
  const before = faults.take('before', method, path);
  if (before?.kind === 'delay') await faults.wait(before);
  if (before?.kind === 'cut') return cutConnection;
  if (before?.kind === 'fail') return errorAnswer(injectedError(before));

  const after = faults.take('after', method, path);
  const answer = execute(parts, call, (run) => remember(() => withFailure(run(), after)));
  if (after?.kind === 'delay') await faults.wait(after);
  if (after?.kind === 'cut') {
    await parts.store.flushed();
    return cutConnection;
  }
  return answer;
}

function withFailure(answer: ApiAnswer, after: CallFault | undefined): ApiAnswer {
  return after?.kind === 'fail' ? errorAnswer(injectedError(after)) : answer;
}

/**
 * Runs the operation in one transaction, which also stores the response, so that a kill cannot separate the two. An
 * error that keeps no changes rolls the transaction back, and is then stored on its own.
 */
function execute(parts: ApiParts, call: CheckedCall, remember: Remember): ApiAnswer {
  const { store } = parts;
  try {
    return store.transaction(() => remember(() => keptAnswer(() => runOperation(parts, call), call.caller)));
  } catch (error) {
    const refusal = errorAnswer(asApiError(error, parts.log), call.caller);
    return store.transaction(() => remember(() => refusal));
  }
}

function keptAnswer(run: () => object, caller: Caller): ApiAnswer {
  try {
    return { status: 200, body: shownTo(caller, run()) };
  } catch (error) {
    if (error instanceof ApiError && error.keepsChanges) return errorAnswer(error, caller);
    throw error;
  }
}

function runOperation(parts: ApiParts, call: CheckedCall): object {
  const { store, publicPath } = parts;
  const { operation, path, parameters, request, requestId } = call;
  const answer = operation.run({
    store,
    publicPath,
    now: simulatedNow(store),
    request: { id: requestId, idempotencyKey: request.idempotencyKey ?? null },
    parameters,
    path,
    id: path.id ?? '',
    byBrowser: call.caller === 'browser',
  });
  return expandAnswer({ answer, paths: expansions(parameters), store, inclusions });
}

function expansions(parameters: Record<string, unknown>): readonly string[] {
  const { expand } = parameters;
  return Array.isArray(expand) ? expand.map(String) : [];
}

function errorAnswer(error: ApiError, caller: Caller = 'server'): ApiAnswer {
  return { status: error.status, body: { error: shownTo(caller, error.body) } };
}

function shownTo(caller: Caller, body: object): object {
  // Safe because the view of an object is an object.
  return caller === 'browser' ? (browserView(body) as object) : body;
}

function injectedError(fault: CallFault): ApiError {
  const { status, code } = fault;
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  return new ApiError(status, { type, message: 'This failure was asked for by a test.', ...(code ? { code } : {}) });
}

type FoundOperation = { operation: Operation; path: Record<string, string> };

/** Finds the operation of a call, and the ids in its path. A fixed segment takes precedence over an id. */
function findOperation(operations: readonly Operation[], method: string, path: string): FoundOperation | undefined {
  const segments = path.split('/');
  let best: FoundOperation | undefined;
  for (const operation of operations) {
    if (operation.method !== method.toLowerCase()) continue;
    const ids = matchPath(operation.path.split('/'), segments);
    if (ids && (!best || Object.keys(ids).length < Object.keys(best.path).length)) best = { operation, path: ids };
  }
  return best;
}

function matchPath(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment !== '') ids[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return ids;
}
