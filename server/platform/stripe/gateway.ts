import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { elapsedMs } from '../clock.ts';
import type { FlowContext } from '../context.ts';
import { StartError } from '../start-error.ts';
import { timeOutside } from '../telemetry/signals.ts';
import { traceParent } from '../telemetry/spans.ts';
import { createBreaker } from './circuit-breaker.ts';
import { StripeOutage, StripeRejection } from './errors.ts';

/** The version of the API for which the portal was written; the SDK accepts no other. */
export const apiVersion = '2026-10-28.endive';

/** Time from which the caller waits; null for a job or a command. */
type Caller = Pick<FlowContext, 'callerWaitsSinceMs'>;

/** The only client of Stripe, or of the payment sandbox. */
export type StripeGateway = {
  /**
   * Makes one call, or a few that belong together. The caller's time limit covers all of them: a running call then
   * continues, and its outcome is found later, like after any outage.
   * @throws StripeOutage (`purchases.provider-failed`) when Stripe does not respond, StripeRejection when it rejects the
   * call
   */
  call<Answer>(caller: Caller, ask: (api: Stripe) => Promise<Answer>): Promise<Answer>;
  /** Like `call`, but concurrent calls of one key are one call. */
  callOnce<Answer>(caller: Caller, key: string, ask: (api: Stripe) => Promise<Answer>): Promise<Answer>;
  /** Returns the event in a webhook's bytes; null when its signature is missing, wrong or older than five minutes. */
  readEvent(rawBody: Uint8Array, signature: string | undefined): Stripe.Event | null;
};

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** URL of the API if it is not Stripe's own, such as `http://127.0.0.1:12111`. */
  apiBase: string | null;
  /** Time limit of one attempt, in milliseconds; a call has up to two attempts. */
  timeoutMs?: number;
  /**
   * Maximum time that a caller waits for Stripe over all calls, in milliseconds: for one call and its second attempt.
   */
  patienceMs?: number;
  log: (message: string) => void;
};

/** @throws StartError for a URL that the SDK cannot use */
export function createStripeGateway({
  secretKey,
  webhookSecret,
  apiBase,
  timeoutMs = 8_000,
  patienceMs = 17_000,
  log,
}: StripeOptions): StripeGateway {
  const api = new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: tracedClient(),
    ...(apiBase && addressOf(apiBase)),
  });
  const breaker = createBreaker({ failuresToOpen: 5, waitMs: 30_000, elapsedMs });
  const underWay = new Map<string, Promise<unknown>>();

  async function attempt<Answer>(ask: (api: Stripe) => Promise<Answer>): Promise<Answer> {
    if (!breaker.admits()) throw new StripeOutage({ wasAnswered: false });
    try {
      const answer = await timeOutside('stripe', () => ask(api), isRejection);
      breaker.succeeded();
      return answer;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const failure = failureOf(error);
      if (failure instanceof StripeRejection) {
        breaker.succeeded();
      } else {
        breaker.failed();
        log(`Stripe could not be asked: ${error.type} ${error.statusCode ?? ''} ${error.message}`);
      }
      throw failure;
    }
  }

  async function inTime<Answer>(caller: Caller, begin: () => Promise<Answer>): Promise<Answer> {
    if (caller.callerWaitsSinceMs === null) return begin();
    const waited = elapsedMs() - caller.callerWaitsSinceMs;
    if (waited >= patienceMs) throw new StripeOutage({ wasAnswered: false });
    const answered = new AbortController();
    const tooLong = pause(patienceMs - waited, null, { signal: answered.signal }).then(() => {
      throw new StripeOutage({ wasAnswered: false });
    });
    return Promise.race([begin(), tooLong]).finally(() => answered.abort());
  }

  function askOnce<Answer>(key: string, ask: (api: Stripe) => Promise<Answer>): Promise<Answer> {
    // Safe cast, because the entry of a key comes from a call with the same key, which has the same kind of result.
    const known = underWay.get(key) as Promise<Answer> | undefined;
    if (known) return known;
    const asked = attempt(ask).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  return {
    call: (caller, ask) => inTime(caller, () => attempt(ask)),
    callOnce: (caller, key, ask) => inTime(caller, () => askOnce(key, ask)),
    readEvent: (rawBody, signature) => {
      try {
        return api.webhooks.constructEvent(Buffer.from(rawBody), signature ?? '', webhookSecret);
      } catch (error) {
        const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable';
        const hint = /tolerance/.test(reason) ? ' (it is old, or the clock of this machine is wrong)' : '';
        log(`A webhook was refused: ${reason}${hint}`);
        return null;
      }
    },
  };
}

/** Returns Stripe's own client, with the trace added to its calls. */
function tracedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) => {
    const traceparent = traceParent();
    return ask(host, port, path, method, traceparent ? { ...headers, traceparent } : headers, ...rest);
  };
  return client;
}

/** Converts a URL for the SDK, which accepts host, port and protocol, but no path in front of Stripe's own. */
function addressOf(apiBase: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol, pathname } = new URL(apiBase);
  if (pathname !== '/') throw new StartError('STRIPE_API_BASE must be an address without a path.');
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}

function isRejection(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && failureOf(error) instanceof StripeRejection;
}

function failureOf(error: InstanceType<typeof Stripe.errors.StripeError>): StripeOutage | StripeRejection {
  const status = error.statusCode ?? 0;
  const isDown = error instanceof Stripe.errors.StripeConnectionError || status >= 500 || status === 0;
  // 401 and 403 mean wrong keys, 429 too many calls, 409 that the previous attempt, which timed out, still runs.
  if (isDown || [401, 403, 409, 429].includes(status)) return new StripeOutage({ wasAnswered: status >= 500 });
  return new StripeRejection({
    message: error.message,
    status,
    code: error.code ?? null,
    parameter: error.param ?? null,
  });
}
