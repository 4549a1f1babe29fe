import { createHmac } from 'node:crypto';
import type { ApiAnswer, Outcome, Remember } from './api.ts';
import { realNowSeconds, secondsPerDay } from './clock.ts';
import { settingsOf } from './context.ts';
import { ApiError } from './errors.ts';
import type { Store } from './store.ts';

/** Keys protect retries, which happen in real time, so their 24 hours are real ones. */
const lifetimeSeconds = secondsPerDay;

/** Keys whose first call is being executed or held back; only in memory. */
export type RunningKeys = Set<string>;

type KeyedCall = {
  store: Store;
  running: RunningKeys;
  key: string;
  path: string;
  requestId: string;
  parameters: Record<string, unknown>;
};

/**
 * Executes a POST at most once per idempotency key and path, and repeats its first response for a day, errors included.
 * `remember` stores the response inside the transaction of the call itself.
 * @throws ApiError 409 while the first call is still running, 400 when the parameters differ
 */
export async function answerOnce(call: KeyedCall, run: (remember: Remember) => Promise<Outcome>): Promise<Outcome> {
  const { store, running, key, path, requestId } = call;
  const id = `${path} ${key}`;
  if (running.has(id)) throw keyInUse(key);
  const fingerprint = fingerprintOf(store, call.parameters);
  const earlier = earlierAnswer(store, id, fingerprint, key);
  if (earlier) return earlier;
  const remember: Remember = (answer) => {
    forgetOldAnswers(store);
    const { status, body } = answer();
    store.put('idempotent_answer', { id, fingerprint, status, body, requestId, createdAt: realNowSeconds() });
    return { status, body };
  };
  running.add(id);
  try {
    return await run(remember);
  } finally {
    running.delete(id);
  }
}

/** Returns a fingerprint of a call, without storing its content, such as card numbers. */
function fingerprintOf(store: Store, parameters: unknown): string {
  return createHmac('sha256', settingsOf(store).fingerprintKey).update(JSON.stringify(parameters)).digest('hex');
}

function earlierAnswer(store: Store, id: string, fingerprint: string, key: string): ApiAnswer | undefined {
  const answer = store.find('idempotent_answer', id);
  if (!answer || answer.createdAt < realNowSeconds() - lifetimeSeconds) return undefined;
  if (answer.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  const headers = { 'idempotent-replayed': 'true', 'original-request': answer.requestId };
  return { status: answer.status, headers, body: answer.body };
}

function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Stripe-Idempotency-Key (${key}). Please retry this request later.`,
  });
}

/** Deletes responses that are older than a day. The caller must be inside a transaction. */
function forgetOldAnswers(store: Store): void {
  const oldest = realNowSeconds() - lifetimeSeconds;
  for (const answer of store.all('idempotent_answer')) {
    if (answer.createdAt >= oldest) return; // oldest first, so the rest is younger
    store.remove('idempotent_answer', answer.id);
  }
}
