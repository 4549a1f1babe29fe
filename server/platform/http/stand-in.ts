import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A server that replaces an outside service in demo mode; browsers reach it at the portal's own origin. */
export type StandIn = {
  /** Path prefix such as `/sandbox/payments`, which is removed before `handle` gets the URL. */
  prefix: `/${string}`;
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Passes every request below a prefix to its stand-in, with the body unread. The stand-in sends its own replies and
 * requires its own keys.
 */
export function mountStandIn(app: FastifyInstance, { prefix, handle }: StandIn): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of [prefix, `${prefix}/*`]) {
      scope.route({
        method: [...methods],
        url,
        exposeHeadRoute: false,
        config: { caller: 'visitor', originExempt: true },
        schema: { hide: true },
        handler: (request, reply) => {
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
          request.raw.url = request.raw.url?.slice(prefix.length) || '/';
          handle(request.raw, reply.raw);
        },
      });
    }
  });
}
