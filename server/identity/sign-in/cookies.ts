import { type Cookie, createCookie } from '#server/platform/http/cookies.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { longestSignInSeconds } from './rules.ts';

type CookieRequest = Parameters<Cookie['read']>[0];
type Request = CookieRequest & { headers: { 'user-agent'?: string } };
type CookieResponse = Parameters<Cookie['clear']>[0];

/** The browser of a sign-in: its description of itself, the session it held, and its device secret. */
export type Browser = { userAgent: string | null; formerSecret: string | null; deviceSecret: string };

export type SessionCookies = {
  /** The session's secret; null when the browser sends none. */
  read(request: Request): string | null;
  /** Returns the browser with its device secret, a new one when it has none yet. */
  browserOf(request: Request): Browser;
  /** Whether the browser has a device secret, which the first sign-in sets. */
  isKnown(request: CookieRequest): boolean;
  /** Sets the session's cookie and the device's. */
  open(reply: CookieResponse, secret: string, browser: Browser): void;
  clear(reply: CookieResponse): void;
};

const deviceSeconds = 400 * 86_400;

/** Makes the cookies of sign-ins, for a portal at this URL. */
export function sessionCookies(publicUrl: string): SessionCookies {
  const isSecure = publicUrl.startsWith('https:');
  const session = createCookie('session', { isSecure, maxAgeSeconds: longestSignInSeconds });
  const device = createCookie('device', { isSecure, maxAgeSeconds: deviceSeconds });
  return {
    read: session.read,
    browserOf: (request) => ({
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      formerSecret: session.read(request),
      deviceSecret: device.read(request) ?? newSecret(),
    }),
    isKnown: (request) => device.read(request) !== null,
    open: (reply, secret, { deviceSecret }) => {
      session.set(reply, secret);
      device.set(reply, deviceSecret);
    },
    clear: session.clear,
  };
}
