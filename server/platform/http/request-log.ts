import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Pattern of accepted `x-request-id` values, without characters that could confuse a line of the log. */
const correlation = /^[\w-]{8,64}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Returns the id of `x-request-id`, otherwise the trace of `traceparent` (W3C Trace Context). The caller chose it
 * freely.
 */
function correlationIdOf(headers: IncomingHttpHeaders): string | undefined {
  const [given, trace] = [headers['x-request-id'], headers.traceparent].map((value) => String(value ?? ''));
  return given && correlation.test(given) ? given : traceParent.exec(trace ?? '')?.[1];
}

/** Machines call these every few seconds. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one line for each request, for probes at the level debug, without its URL, which may contain secrets and names
 * (OPS-05).
 * @param hashCaller hashes a member's id, alike on every node
 */
export function logRequests(app: FastifyInstance, hashCaller: (userId: number) => string): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, actor, routeOptions, headers } = request;
    const route = routeOptions.url ?? 'unknown';
    const line = {
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // Computed only when the line is written.
      get caller() {
        return actor ? hashCaller(actor.userId) : null;
      },
      get correlationId() {
        return correlationIdOf(headers);
      },
    };
    request.log[probes.has(route) ? 'debug' : 'info'](line, 'request');
  });
}
