import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type Caller, pageMemberHeader } from '#contract/endpoint.ts';
import type { Actor } from '../context.ts';
import { fail } from '../failure.ts';
import { isForeignOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** People who may call this route; a route without it stops the start. */
    caller?: Caller;
    /** Set if the call needs a fresh sign-in (PERM-05). */
    needsFreshSignIn?: true;
    /** Set if no cookie identifies the caller: the webhook has its signature, outside tools have a token. */
    originExempt?: true;
  }
  interface FastifyRequest {
    /** The signed-in person; set by the guard on routes for members and administrators. */
    actor: Actor | null;
  }
}

export type GuardOptions = {
  publicUrl: string;
  /** Finds the signed-in user of this request; null without a valid session. */
  findActor: (request: FastifyRequest) => Promise<Actor | null>;
};

/**
 * Decides on every request, before its body is read: 401, then the origin rule, then 403, last a sign-in that is too
 * old. A route names its callers in its own options, never by its path.
 */
export function guardRoutes(app: FastifyInstance, { publicUrl, findActor }: GuardOptions): void {
  const unguarded: RouteOptions[] = [];
  app.decorateRequest('actor', null);
  app.addHook('onRoute', (route) => {
    unguarded.push(route);
  });
  app.addHook('onReady', async () => {
    const open = unguarded.find((route) => route.config?.caller === undefined);
    if (open) throw new Error(`The route ${String(open.method)} ${open.url} does not say who may call it.`);
  });
  app.addHook('onRequest', async (request) => {
    const { caller, originExempt, needsFreshSignIn } = request.routeOptions.config;
    // Unknown paths have no route and get the not-found reply.
    if (caller === undefined) return;
    if (caller !== 'visitor') {
      request.actor = await findActor(request);
      if (!request.actor) throw fail('accounts.sign-in-required');
    }
    const page = request.headers[pageMemberHeader];
    if (request.actor && page !== undefined && page !== String(request.actor.userId))
      throw fail('accounts.other-member');
    if (!originExempt && isForeignOrigin(request, publicUrl)) throw fail('request.foreign-origin');
    if (caller === 'administrator' && request.actor?.role !== 'administrator') {
      throw fail(request.actor?.lacksPasskey ? 'accounts.passkey-required' : 'accounts.administrator-required');
    }
    if (needsFreshSignIn && !request.actor?.isFresh) throw fail('accounts.confirm-sign-in');
  });
}
