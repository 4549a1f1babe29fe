import { createHmac } from 'node:crypto';
import { realNowMilliseconds, realNowSeconds } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Delivery } from './records.ts';
import type { Store } from './store.ts';
import { accountVersion, inVersion } from './webhook-versions.ts';

/**
 * Waiting times after failed attempts: short compared to Stripe's three days, so that a portal that comes back gets its
 * webhooks soon.
 */
const usualDelaysMs = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
const answerWithinMs = 10_000;

/**
 * Sends the deliveries that are due one after another, in the order of the events unless a fault shuffles them. Nothing
 * is sent before it is on the disk.
 */
export type Dispatcher = {
  /** Looks for work now; must be called after every transaction. */
  wake(): void;
  /** Makes every delivery in one of these states due at once; returns their number. */
  retry(states: readonly Delivery['state'][]): number;
  /** Settles when nothing is due at this moment, for tests that must not sleep. */
  settled(): Promise<void>;
  reverse(): void;
  /** Resends one delivery, or all of an event, delivered or not. Returns false when the id is unknown. */
  resend(id: string): boolean;
  close(): Promise<void>;
};

export function startDispatcher(parts: { store: Store; faults: Faults; log: (message: string) => void }): Dispatcher {
  const { store, faults, log } = parts;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let wokenMeanwhile = false;

  function wake(): void {
    if (closing.signal.aborted) return;
    wokenMeanwhile = true;
    working ??= work().finally(() => {
      working = null;
      if (wokenMeanwhile) wake();
    });
  }

  async function work(): Promise<void> {
    wokenMeanwhile = false;
    clearTimeout(timer);
    try {
      await store.flushed();
      for (let next = nextInLine(); next; next = nextInLine()) {
        await attempt(next);
        if (closing.signal.aborted) return;
      }
      planNextRound();
    } catch (error) {
      log(`payment sandbox: webhooks stopped: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function nextInLine(): Delivery | undefined {
    if (faults.webhooks.mode === 'late') delayNew();
    return nextDue(store, faults);
  }

  /** Sets the time of new deliveries that must be late, instead of making them due at once. */
  function delayNew(): void {
    const dueAtMs = realNowMilliseconds() + faults.webhooks.lateByMs;
    const isNew = (one: Delivery) => one.nextAttemptAtMs === 0 && isAffected(store, faults, one, 'late');
    const late = store.all('delivery').filter(isNew);
    if (late.length === 0) return;
    store.transaction(() => {
      for (const one of late) store.put('delivery', { ...one, nextAttemptAtMs: dueAtMs });
    });
  }

  function planNextRound(): void {
    const times = store
      .all('delivery')
      .filter((one) => !isHeld(store, faults, one))
      .map((one) => one.nextAttemptAtMs);
    if (times.length === 0) return;
    timer = setTimeout(wake, Math.max(Math.min(...times) - realNowMilliseconds(), 0));
    timer.unref();
  }

  async function attempt(delivery: Delivery): Promise<void> {
    if (isAffected(store, faults, delivery, 'drop')) {
      finish({ ...delivery, state: 'dropped' });
      return;
    }
    const answer = await post(delivery);
    const copies = isAffected(store, faults, delivery, 'duplicate') ? [await post(delivery)] : [];
    if (closing.signal.aborted) return;
    record(delivery, copies.at(-1) ?? answer);
    await store.flushed();
  }

  /** Sends one signed POST. Returns the response's status, or a word for the reason why there is none. */
  async function post(delivery: Delivery): Promise<string> {
    const endpoint = store.find('webhook_endpoint', delivery.endpoint);
    const secret = store.find('endpoint_secret', delivery.endpoint)?.secret;
    if (!endpoint || !secret) return 'endpoint gone';
    const version = endpoint.api_version ?? accountVersion(store);
    const body = JSON.stringify(inVersion(store.get('event', delivery.event), version));
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, [secret], realNowSeconds()),
          'user-agent': 'Stripe/1.0 (payment sandbox)',
        },
        body,
        redirect: 'manual', // a redirect counts as a failure
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMs)]),
      });
      await response.arrayBuffer();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? error.name : 'no answer';
    }
  }

  function record(sent: Delivery, lastAnswer: string): void {
    // The delivery may have been removed with its endpoint, or requested again, while it was being sent.
    const current = store.find('delivery', sent.id);
    if (!current) return;
    const delivery = { ...current, attempts: current.attempts + 1, lastAnswer };
    const delays = faults.webhooks.retryDelaysMs ?? usualDelaysMs;
    const delay = delays[delivery.attempts - 1];
    if (/^2\d\d$/.test(lastAnswer)) finish({ ...delivery, state: 'delivered' });
    else if (delay === undefined) finish({ ...delivery, state: 'failed' });
    else
      store.transaction(() => store.put('delivery', { ...delivery, nextAttemptAtMs: realNowMilliseconds() + delay }));
  }

  function finish(delivery: Delivery): void {
    store.transaction(() => {
      store.remove('delivery', delivery.id);
      const isFirstSuccess = delivery.state === 'delivered' && !wasDelivered(store, delivery.id);
      store.put('finished_delivery', delivery);
      const event = store.get('event', delivery.event);
      if (isFirstSuccess) store.put('event', { ...event, pending_webhooks: Math.max(event.pending_webhooks - 1, 0) });
    });
  }

  function retry(states: readonly Delivery['state'][]): number {
    const all = [...store.all('finished_delivery'), ...store.all('delivery')];
    const wanted = all.filter((one) => states.includes(one.state));
    store.transaction(() => {
      for (const one of wanted) queueAgain(store, one);
    });
    wake();
    return wanted.length;
  }

  return {
    wake,
    retry,
    async settled() {
      wake();
      while (working) await working;
    },
    reverse() {
      store.transaction(() => {
        for (const one of store.all('delivery').reverse()) {
          store.remove('delivery', one.id);
          store.put('delivery', one);
        }
      });
    },
    resend(id) {
      const all = new Map([...store.all('finished_delivery'), ...store.all('delivery')].map((one) => [one.id, one]));
      const wanted = [...all.values()].filter((one) => one.id === id || one.event === id);
      if (wanted.length === 0) return false;
      store.transaction(() => {
        for (const one of wanted) queueAgain(store, one);
      });
      wake();
      return true;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** Queues a delivery again. A delivered one keeps its record, so that it is not counted twice. */
function queueAgain(store: Store, delivery: Delivery): void {
  if (delivery.state !== 'delivered') store.remove('finished_delivery', delivery.id);
  store.put('delivery', { ...delivery, state: 'pending', attempts: 0, nextAttemptAtMs: realNowMilliseconds() });
}

function wasDelivered(store: Store, id: string): boolean {
  return store.find('finished_delivery', id)?.state === 'delivered';
}

function nextDue(store: Store, faults: Faults): Delivery | undefined {
  const now = realNowMilliseconds();
  return store.all('delivery').find((one) => one.nextAttemptAtMs <= now && !isHeld(store, faults, one));
}

function isHeld(store: Store, faults: Faults, delivery: Delivery): boolean {
  return isAffected(store, faults, delivery, 'hold') || isAffected(store, faults, delivery, 'shuffle');
}

function isAffected(store: Store, faults: Faults, delivery: Delivery, mode: string): boolean {
  const { mode: active, types } = faults.webhooks;
  return active === mode && (types.length === 0 || types.includes(store.get('event', delivery.event).type));
}

/**
 * Returns the header that Stripe signs webhooks with: `t=<unix>,v1=<hex>`, one v1 for each valid secret.
 * @param timestamp real seconds, even when the sandbox's clock was moved, because receivers reject old signatures
 */
export function signatureHeader(body: string, secrets: readonly string[], timestamp: number): string {
  const sign = (secret: string) => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return [`t=${timestamp}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
