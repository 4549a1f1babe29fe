import { realNowSeconds } from './clock.ts';
import type { Method } from './document.ts';
import type { Settings } from './records.ts';
import type { Store } from './store.ts';

/** Input of every rule of the sandbox: the store, the simulated time, and the call that caused the work. */
export type Context = {
  store: Store;
  /** Simulated seconds; constant during one call. */
  now: number;
  request: { id: string | null; idempotencyKey: string | null };
  /** Whether the clock or a control call caused the work, not a call of the API. */
  byClock?: boolean;
  /** Whether the work runs on a copy of the store; a missing value is then shown instead of rejected. */
  isPreview?: boolean;
  /** Path under the portal's origin at which browsers reach this server; empty when it has an origin of its own. */
  publicPath: string;
};

/** Call of an operation. `P` is the SDK's type of its parameters. */
export type Call<P> = Context & {
  parameters: P;
  /** Ids in the path by their names, such as the common `id`. */
  path: Record<string, string>;
  id: string;
  /** Whether a browser calls, with the publishable key and a client secret. */
  byBrowser: boolean;
};

export type Operation = {
  method: Method;
  /** Path as in the OpenAPI document, such as `/v1/refunds/{id}/cancel`. */
  path: string;
  /** Parameters that this sandbox acts on. Others that Stripe knows are rejected instead of ignored. */
  accepts: readonly string[];
  /**
   * Set when browsers may also call it, with the publishable key, the client secret of this object, and only these
   * parameters.
   */
  browser?: { secretOf: 'payment_intent' | 'setup_intent'; accepts: readonly string[] };
  /** Runs the operation synchronously inside one transaction. */
  run(call: Call<Record<string, unknown>>): object;
};

/** Declares an operation with typed parameters. */
export function operation<P>(definition: Omit<Operation, 'run'> & { run(call: Call<P>): object }): Operation {
  // Safe because the parameters were checked against this operation's schema, from which the SDK's type P is generated.
  return definition as unknown as Operation;
}

export function settingsOf(store: Store): Settings {
  return store.get('settings', 'settings');
}

/** Returns the sandbox's time in seconds: the real time plus the seconds it was advanced. */
export function simulatedNow(store: Store): number {
  return realNowSeconds() + settingsOf(store).clockOffsetSeconds;
}

/**
 * Returns the full URL of one of the sandbox's pages, such as `/checkout/cs_test_1`. The origin is that of `near` when
 * the sandbox runs below a portal. Otherwise, it is the sandbox's public origin or, without one, the origin of the
 * default webhook endpoint.
 * @param near a URL under the portal's origin: success_url, return_url
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
