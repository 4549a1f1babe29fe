import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { elapsedMs } from '../clock.ts';
import type { FlowContext } from '../context.ts';
import { StartError } from '../start-error.ts';
import { timeOutside } from '../telemetry/signals.ts';
import { traceParent } from '../telemetry/spans.ts';
import { createBreaker } from './circuit-breaker.ts';
import { StripeOutage, StripeRefusal } from './errors.ts';

/** The version whose shapes the portal was written for; the SDK accepts no other. */
export const apiVersion = '2026-10-28.endive';

/** Since when the caller of this work waits; null for a job. */
type Caller = Pick<FlowContext, 'callerWaitsSinceMs'>;

/** The only client of Stripe, or of the payment sandbox. */
export type StripeGateway = {
  /**
   * Makes one call, or a few that belong together. The caller's time limit covers all of them: the call under way goes
   * on, and its outcome is found later, as after any outage.
   * @throws StripeOutage (`purchases.provider-failed`) when Stripe does not answer, StripeRefusal when it says no
   */
  call<Answer>(caller: Caller, ask: (api: Stripe) => Promise<Answer>): Promise<Answer>;
  /** The same, but calls of one key that are under way together are one call. */
  callOnce<Answer>(caller: Caller, key: string, ask: (api: Stripe) => Promise<Answer>): Promise<Answer>;
  /** The event in a webhook's bytes; null when its signature is missing, wrong or older than five minutes. */
  readEvent(rawBody: Uint8Array, signature: string | undefined): Stripe.Event | null;
};

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Where the API is when it is not Stripe's own, such as `http://127.0.0.1:12111`. */
  apiBase: string | null;
  /** How long one try may take; every call is tried twice. */
  timeoutMs?: number;
  /** How long a caller waits for Stripe over all calls: for one call and its second try. */
  patienceMs?: number;
  log: (message: string) => void;
};

/** @throws StartError for an address that the SDK cannot be pointed at */
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
      const answer = await timeOutside('stripe', () => ask(api), isRefusal);
      breaker.succeeded();
      return answer;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const failure = failureOf(error);
      if (failure instanceof StripeRefusal) {
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
    // What is stored under a key was put there by a call of the same key, which asks for the same kind of answer.
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

/** Stripe's own client, whose calls name the trace that they belong to. */
function tracedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) => {
    const traceparent = traceParent();
    return ask(host, port, path, method, traceparent ? { ...headers, traceparent } : headers, ...rest);
  };
  return client;
}

/** The SDK knows host, port and protocol, but no path in front of Stripe's own. */
function addressOf(apiBase: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol, pathname } = new URL(apiBase);
  if (pathname !== '/') throw new StartError('STRIPE_API_BASE must be an address without a path.');
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && failureOf(error) instanceof StripeRefusal;
}

function failureOf(error: InstanceType<typeof Stripe.errors.StripeError>): StripeOutage | StripeRefusal {
  const status = error.statusCode ?? 0;
  const isDown = error instanceof Stripe.errors.StripeConnectionError || status >= 500 || status === 0;
  // 401 and 403 mean wrong keys, 429 too many calls, 409 that the try before, which timed out, is still under way.
  if (isDown || [401, 403, 409, 429].includes(status)) return new StripeOutage({ wasAnswered: status >= 500 });
  return new StripeRefusal({
    message: error.message,
    status,
    code: error.code ?? null,
    parameter: error.param ?? null,
  });
}
