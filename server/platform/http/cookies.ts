import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../security/secrets.ts';

type CookieOptions = { isSecure: boolean; longestSignInSeconds: number };

/** What the browser that asks for a sign-in says of itself. */
export type Browser = { userAgent: string | null; formerSecret: string | null; deviceSecret: string };

export type SessionCookies = {
  /** The session's secret; null when the browser sends none. */
  read(request: FastifyRequest): string | null;
  /** The browser with its lasting mark, a new one when it has none yet. */
  browserOf(request: FastifyRequest): Browser;
  /** Gives the browser its session, and its mark for as long as browsers keep one. */
  open(reply: FastifyReply, secret: string, browser: Browser): void;
  clear(reply: FastifyReply): void;
};

const deviceSeconds = 400 * 86_400;

/** The cookies of signing in: `__Host-` and Secure behind https, so that no other host or path can set them. */
export function createSessionCookies({ isSecure, longestSignInSeconds }: CookieOptions): SessionCookies {
  const nameOf = (name: string) => (isSecure ? `__Host-${name}` : name);
  const [session, device] = [nameOf('session'), nameOf('device')];
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const read = (request: FastifyRequest) => request.cookies[session] ?? null;
  return {
    read,
    browserOf: (request) => ({
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      formerSecret: read(request),
      deviceSecret: request.cookies[device] ?? newSecret(),
    }),
    open: (reply, secret, { deviceSecret }) => {
      reply.setCookie(session, secret, { ...options, maxAge: longestSignInSeconds });
      reply.setCookie(device, deviceSecret, { ...options, maxAge: deviceSeconds });
    },
    clear: (reply) => {
      reply.clearCookie(session, options);
    },
  };
}

export type ShortCookie = {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
};

const shortSeconds = 600;

/** A cookie for one errand of at most ten minutes, such as the way to a sign-in provider and back. */
export function createShortCookie(name: string, isSecure: boolean): ShortCookie {
  const fullName = isSecure ? `__Host-${name}` : name;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    read: (request) => request.cookies[fullName] ?? null,
    set: (reply, value) => void reply.setCookie(fullName, value, { ...options, maxAge: shortSeconds }),
    clear: (reply) => void reply.clearCookie(fullName, options),
  };
}
