import { realNowSeconds } from './clock.ts';
import type { Method } from './document.ts';
import type { Settings } from './records.ts';
import type { Store } from './store.ts';

/** What every rule of the sandbox works with: the memory, the simulated time, and the call that caused the work. */
export type Context = {
  store: Store;
  /** Simulated seconds; stays the same during one call. */
  now: number;
  /** The test clock whose time this is; the sandbox's own without one. */
  testClock?: string;
  request: { id: string | null; idempotencyKey: string | null };
  /** Work of the clock, without a call. */
  byClock?: boolean;
  /** The work is tried on a copy of the store: what is missing is shown instead of refused. */
  isPreview?: boolean;
  /** Where browsers reach this server under the portal's origin. */
  publicPath: string;
};

/** One call of an operation. `P` is the SDK's type of its parameters. */
export type Call<P> = Context & {
  parameters: P;
  /** The ids in the path by their names; `id` is the usual one. */
  path: Record<string, string>;
  id: string;
  /** Called with the publishable key and a client secret: by a browser. */
  byBrowser: boolean;
};

export type Operation = {
  method: Method;
  /** As in the OpenAPI document, such as `/v1/refunds/{id}/cancel`. */
  path: string;
  /** The parameters this sandbox acts on; others that Stripe knows are refused instead of ignored. */
  accepts: readonly string[];
  /** May also be called with the publishable key and the client secret of this object, with these parameters. */
  browser?: { secretOf: 'payment_intent' | 'setup_intent'; accepts: readonly string[] };
  /** Runs inside one transaction, synchronously. */
  run(call: Call<Record<string, unknown>>): object;
};

/** Declares an operation with typed parameters. */
export function operation<P>(definition: Omit<Operation, 'run'> & { run(call: Call<P>): object }): Operation {
  // Safe: the parameters were checked against this operation's schema, from which the SDK's type P is generated.
  return definition as unknown as Operation;
}

export function settingsOf(store: Store): Settings {
  return store.get('settings', 'settings');
}

/** The sandbox's time in seconds: the real one plus what was advanced. */
export function simulatedNow(store: Store): number {
  return realNowSeconds() + settingsOf(store).clockOffsetSeconds;
}

/**
 * The full address of one of the sandbox's pages, such as `/checkout/cs_test_1`.
 * Below a portal it is an address of that portal, best known from an address the caller wants to come back to; standing
 * alone (no public path) the sandbox has an origin of its own. Without either, the webhooks' origin is the portal's.
 * @param near an address under the portal's origin: success_url, return_url
 */
export function pageAddress(
  { store, publicPath }: Pick<Context, 'store' | 'publicPath'>,
  path: string,
  near?: string | null,
): string {
  const { publicOrigin, defaultEndpoint } = settingsOf(store);
  const callers = publicPath !== '' && near && URL.canParse(near) ? near : null;
  const base = callers ?? publicOrigin ?? store.find('webhook_endpoint', defaultEndpoint)?.url ?? 'http://localhost';
  return new URL(`${publicPath}${path}`, base).href;
}
