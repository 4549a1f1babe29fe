import type { FastifyRequest } from 'fastify';
import type { Env } from '#server/app/env.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a state-changing call is foreign (GEN-02): the browser says that another origin sent it, or its Origin is
 * neither the portal's public URL nor the host that it was sent to.
 */
export function isForeignOrigin(request: Pick<FastifyRequest, 'method' | 'headers'>, publicUrl: string): boolean {
  if (readingMethods.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  const originHost = URL.parse(origin)?.host;
  return !originHost || (originHost !== new URL(publicUrl).host && originHost !== host);
}

/**
 * Returns the origin at which a browser reaches this portal: a demo is also opened from other machines, under other
 * host names.
 */
export function portalOrigin({ publicUrl }: Pick<Env, 'publicUrl'>, host: string): string {
  return `${new URL(publicUrl).protocol}//${host}`;
}
