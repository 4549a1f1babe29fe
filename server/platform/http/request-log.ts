import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What other programs may send as an id: nothing that a line of the log or of the audit log could be confused by. */
const requestId = /^[\w-]{8,64}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a request: that of `x-request-id`, the trace of `traceparent` (W3C Trace Context), or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const [given, trace] = [headers['x-request-id'], headers.traceparent].map((value) => String(value ?? ''));
  if (given && requestId.test(given)) return given;
  return traceParent.exec(trace ?? '')?.[1] ?? randomUUID();
}

/** Asked by machines every few seconds. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one line for each request, without its address, which may hold secrets and names (OPS-05).
 * @param hashCaller of a member's id, the same on every node
 */
export function logRequests(app: FastifyInstance, hashCaller: (userId: number) => string): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, actor, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const line = {
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // Asked for only when the line is written.
      get caller() {
        return actor ? hashCaller(actor.userId) : null;
      },
    };
    request.log[probes.has(route) ? 'debug' : 'info'](line, 'request');
  });
}
