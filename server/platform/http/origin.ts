import type { FastifyRequest } from 'fastify';
import type { Env } from '../../app/env.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The origin rule (GEN-02): a state-changing call is foreign when the browser says that another site sent it,
 * or when its Origin is neither the portal's public address nor the host it was sent to.
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

/** Where a browser reaches this portal: a demo is also opened from other machines, under other host names. */
export function portalOrigin({ publicUrl }: Pick<Env, 'publicUrl'>, host: string): string {
  return `${new URL(publicUrl).protocol}//${host}`;
}
