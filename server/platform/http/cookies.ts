import type { FastifyReply, FastifyRequest } from 'fastify';

type CookieRequest = Pick<FastifyRequest, 'cookies'>;
type CookieResponse = Pick<FastifyReply, 'setCookie' | 'clearCookie'>;

export type Cookie = {
  read(request: CookieRequest): string | null;
  set(reply: CookieResponse, value: string): void;
  clear(reply: CookieResponse): void;
};

/**
 * Makes a cookie that scripts cannot read. Behind https its name begins with `__Host-` and it is Secure, so that no
 * other host can set it, and none of a narrower path hides it.
 */
export function createCookie(name: string, options: { isSecure: boolean; maxAgeSeconds: number }): Cookie {
  const fullName = options.isSecure ? `__Host-${name}` : name;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: options.isSecure } as const;
  return {
    read: (request) => request.cookies[fullName] ?? null,
    set: (reply, value) => void reply.setCookie(fullName, value, { ...attributes, maxAge: options.maxAgeSeconds }),
    clear: (reply) => void reply.clearCookie(fullName, attributes),
  };
}
