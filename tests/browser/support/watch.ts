import type { BrowserContext, Request } from '@playwright/test';

/** Collects the reports of browsers while a test runs. */
export type Watch = {
  /** Follows another browser context with all its pages. */
  follow(context: BrowserContext): Promise<void>;
  /**
   * Announces a rejected or failed call that this test provokes, such as "401 POST /api/login" or "failed GET
   * /api/resources". It is a problem when it never happened, and so is a call that is neither announced nor allowed.
   */
  expectRefusal(call: string): void;
  /** Announces a rejection that may happen or not, such as the second of two calls after a session's end. */
  allowRefusal(call: string): void;
  /** Announces a host that a stand-in of this test answers for, such as a video's. */
  expectForeign(origin: string): void;
  /** Announces an error that this test provokes and that the app only logs. */
  expectLog(pattern: RegExp): void;
  /** Returns all problems; empty when there are none. */
  problems(): string[];
};

/** The app's call for the current user, which is rejected for every visitor. */
const always = '401 GET /api/user';

// Logs violations explicitly, because not every version of the browser reports them as an error of the console.
const reportViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('Content security policy: ' + event.violatedDirective + ' refused ' + event.blockedURI));`;

/**
 * Creates a watch. Console errors, uncaught exceptions, violations of the content security policy, requests to other
 * hosts and unannounced rejections are problems.
 * @param origin the portal's
 */
export function createWatch(origin: string): Watch {
  const found: string[] = [];
  const expected = new Map<string, boolean>();
  const origins = new Set([origin]);
  const expectedLogs = new Map<RegExp, boolean>();
  const callOf = (outcome: string | number, request: Request) =>
    `${outcome} ${request.method()} ${new URL(request.url()).pathname}`;

  function rejection(call: string) {
    if (call === always) return;
    if (expected.has(call)) expected.set(call, true);
    else found.push(call);
  }

  function log(text: string) {
    const pattern = [...expectedLogs.keys()].find((one) => one.test(text));
    if (pattern) expectedLogs.set(pattern, true);
    else found.push(`console: ${text}`);
  }

  return {
    follow: async (context) => {
      context.on('weberror', (error) => found.push(`uncaught: ${error.error()} ${error.error().stack ?? ''}`));
      context.on('console', (message) => {
        // Rejected calls are judged by their responses below.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) log(message.text());
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && !origins.has(url.origin)) found.push(`request to ${url.href}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 400) rejection(callOf(response.status(), response.request()));
      });
      context.on('requestfailed', (request) => {
        // When a page navigates away, the browser aborts its requests.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') rejection(callOf('failed', request));
      });
      await context.addInitScript({ content: reportViolations });
    },
    expectRefusal: (call) => void expected.set(call, false),
    allowRefusal: (call) => void expected.set(call, true),
    expectForeign: (foreign) => void origins.add(foreign),
    expectLog: (pattern) => void expectedLogs.set(pattern, false),
    problems: () => [
      ...found,
      ...[...expected].filter(([, happened]) => !happened).map(([call]) => `never happened: ${call}`),
      ...[...expectedLogs].filter(([, happened]) => !happened).map(([pattern]) => `never logged: ${pattern}`),
    ],
  };
}
