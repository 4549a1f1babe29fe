import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { settingsOf, simulatedNow } from './context.ts';
import { type Dispatcher, startDispatcher } from './deliveries.ts';
import { exampleOf } from './document.ts';
import { createFaults } from './faults.ts';
import { type ServerParts, serve } from './http.ts';
import { loadSettings, type Settings } from './records.ts';
import { savePortalSettings } from './resources/billing-portal.ts';
import { taskHandlers } from './resources.ts';
import { openStore, type Store } from './store.ts';
import { millisecondsToNextTask, runTimeline } from './tasks.ts';

/** Running stand-in for Stripe. */
export type PaymentSandbox = {
  prefix: '/sandbox/payments';
  /** Loopback port where the server's SDK reaches the sandbox. */
  port: number;
  /**
   * `sk_test_sandbox...`; like the `pk_test_sandbox...` and `whsec_...` below it is made once and kept in the state.
   */
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Serves browsers under the portal's own origin; `request.url` has the prefix stripped. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

export type PaymentSandboxOptions = {
  /** Folder under which the state is kept, in `<dataDir>/sandbox/payments`. */
  dataDir: string;
  /** URL of the default endpoint's webhooks; null to send none. */
  webhookUrl: string | null;
  /**
   * Path prefix that browsers see, `/sandbox/payments`; empty when the sandbox runs alone and serves pages of any
   * origin.
   */
  publicPath: string;
  /** Loopback port to listen on; a free one when absent. */
  port?: number;
  /**
   * Origin under which browsers reach the sandbox, such as `https://learn.example.org`; the webhooks' origin when
   * absent.
   */
  publicUrl?: string;
  log: (message: string) => void;
};

/**
 * Starts the payment sandbox: opens its state, listens on the loopback port and continues unfinished webhooks.
 * @throws when the state cannot be read or written, or the port is taken
 */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const { dataDir, webhookUrl, publicPath, log } = options;
  const store = await openStore(join(dataDir, 'sandbox', 'payments', 'journal.jsonl'));
  const settings = loadSettings(store);
  prepareDefaultEndpoint(store, settings, webhookUrl);
  preparePages({ store, publicPath, publicUrl: options.publicUrl ?? null });
  const faults = createFaults();
  const dispatcher = startDispatcher({ store, faults, log });
  const timetable = startTimetable({ store, publicPath, dispatcher, log });
  const afterCall = () => {
    dispatcher.wake();
    timetable.plan();
  };
  const parts: ServerParts = { store, faults, dispatcher, publicPath, log, running: new Set(), afterCall };

  const handle = (request: IncomingMessage, response: ServerResponse) => void serve(parts, request, response);
  const server = createServer(handle);
  await listen(server, options.port ?? 0);
  dispatcher.retry(['pending']);
  timetable.plan();
  return {
    prefix: '/sandbox/payments',
    // Safe: a server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    secretKey: settings.secretKey,
    publishableKey: settings.publishableKey,
    webhookSecret: settings.webhookSecret,
    handle,
    async close() {
      timetable.close();
      faults.clearCalls();
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), dispatcher.close()]);
      await store.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** Creates or enables the portal's own endpoint with the current URL, or disables it without one. */
function prepareDefaultEndpoint(store: Store, settings: Settings, url: string | null): void {
  const id = settings.defaultEndpoint;
  const existing = store.find('webhook_endpoint', id);
  store.transaction(() => {
    if (url === null) {
      if (existing) store.put('webhook_endpoint', { ...existing, status: 'disabled' });
      return;
    }
    const blank = { ...exampleOf('webhook_endpoint'), id, created: simulatedNow(store), description: 'The portal' };
    store.put('webhook_endpoint', { ...(existing ?? blank), enabled_events: ['*'], status: 'enabled', url });
    store.put('endpoint_secret', { id, secret: settings.webhookSecret });
  });
}

/** Stores what the pages need: their origin, and the customer portal's settings unless a control call removed them. */
function preparePages(parts: { store: Store; publicPath: string; publicUrl: string | null }): void {
  const { store, publicPath, publicUrl } = parts;
  store.transaction(() => {
    const settings = store.put('settings', { ...settingsOf(store), publicOrigin: publicUrl });
    const context = { store, publicPath, now: simulatedNow(store), request: { id: null, idempotencyKey: null } };
    savePortalSettings(context, settings.isPortalSaved ?? true);
  });
}

/** Runs each task at its simulated time, also when no call advances the clock. */
function startTimetable(parts: {
  store: Store;
  publicPath: string;
  dispatcher: Dispatcher;
  log: (message: string) => void;
}): { plan(): void; close(): void } {
  const { store, publicPath, dispatcher, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function run(): void {
    try {
      runTimeline({ store, handlers: taskHandlers, publicPath, until: simulatedNow(store) });
      dispatcher.wake();
      plan();
    } catch (error) {
      log(`payment sandbox: planned work failed: ${error instanceof Error ? error.message : String(error)}`);
      // The failed task is still planned and would fail again, so it waits a minute.
      wakeIn(60_000);
    }
  }

  function plan(): void {
    wakeIn(millisecondsToNextTask(store));
  }

  function wakeIn(milliseconds: number | null): void {
    clearTimeout(timer);
    if (closed || milliseconds === null) return;
    timer = setTimeout(run, milliseconds);
    timer.unref();
  }

  return {
    plan,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
