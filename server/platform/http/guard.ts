import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Caller, type Endpoint, pageMemberHeader } from '#contract/endpoint.ts';
import type { Actor } from '../context.ts';
import { fail, failTooMany } from '../failure.ts';
import type { Limit, Limiter } from './limits.ts';
import { isForeignOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Callers that the route allows; the start fails when a route has none. */
    caller?: Caller;
    /** Scope that a key needs for the call; absent for routes outside the API, which ignore keys. */
    scope?: Endpoint['scope'];
    /** Set if the call has a proof of its own in place of a session or a key. */
    hasOwnProof?: true;
    /** Set if the call needs a fresh sign-in (PERM-05). */
    needsFreshSignIn?: true;
    /**
     * Set if no cookie identifies the caller: for example, the webhook has its signature, outside tools have a token.
     */
    originExempt?: true;
  }
  interface FastifyRequest {
    /**
     * The signed-in person, or the account of a key; set by the guard on routes for members and administrators, and on
     * every other route of the API for a call with a key.
     */
    actor: Actor | null;
  }
}

/** Finds the account for which a key acts, and its scopes; null for a key that does not work. */
export type KeyFinder = (
  request: FastifyRequest,
  token: string,
) => Promise<{
  actor: Actor;
  keyId: number;
  scopes: readonly Endpoint['scope'][];
  /** Whether keys of this kind may make the call at all. */
  isWithinReach: boolean;
  /** Whether the key must be taken over by another owner before it can make the call (APIKEY-05). */
  isHeldBack: boolean;
} | null>;

export type GuardOptions = {
  publicUrl: string;
  /** Finds the signed-in user of this request; null without a valid session. */
  findActor: (request: FastifyRequest) => Promise<Actor | null>;
  findKey: KeyFinder;
  limiter: Limiter;
  /** Limit of the calls of each key. */
  keyLimit: Limit;
};

/** Returns the token of a Bearer header, which may be empty; null without such a header. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const found = /^Bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return found && (found[1] ?? '');
}

/**
 * Decides on every request before its body is read: 401, then a page that was made for another member, then the rule
 * about origins, then 403, last a sign-in that is not fresh. A route names its callers in its options; its path never
 * decides. A request with a key has no session (APIKEY-04).
 */
export function guardRoutes(app: FastifyInstance, { publicUrl, findActor, ...ofKeys }: GuardOptions): void {
  const unguarded: RouteOptions[] = [];
  app.decorateRequest('actor', null);
  app.addHook('onRoute', (route) => {
    unguarded.push(route);
  });
  app.addHook('onReady', async () => {
    const open = unguarded.find((route) => route.config?.caller === undefined);
    if (open) throw new Error(`The route ${String(open.method)} ${open.url} does not say who may call it.`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { caller, scope, hasOwnProof, originExempt, needsFreshSignIn } = request.routeOptions.config;
    // Unknown paths have no route and get the not-found reply.
    if (caller === undefined) return;
    const token = scope === undefined || hasOwnProof ? null : bearerOf(request);
    if (token !== null) await openByKey(request, reply, { ...ofKeys, token });
    else if (caller !== 'visitor') {
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

type CountedCall = { limiter: Limiter; limit: Limit; key: string };

/** Counts a call of a program, says in headers how many are left, and rejects one too many (APIKEY-06). */
export async function countCall(reply: FastifyReply, { limiter, limit, key }: CountedCall): Promise<void> {
  const { hits, waitSeconds } = await limiter.count(limit, key);
  reply.header('ratelimit-policy', `"key";q=${limit.max};w=${limit.windowSeconds}`);
  reply.header('ratelimit', `"key";r=${Math.max(0, limit.max - hits)};t=${waitSeconds}`);
  if (hits > limit.max) throw failTooMany(waitSeconds);
}

type OfKeys = Pick<GuardOptions, 'findKey' | 'limiter' | 'keyLimit'> & { token: string };

/**
 * Accepts the key of a program, or rejects it: 401, then the limit of the key (APIKEY-06), then 403 for a call that it
 * may not make.
 */
async function openByKey(request: FastifyRequest, reply: FastifyReply, { findKey, limiter, keyLimit, token }: OfKeys) {
  const found = await findKey(request, token);
  if (!found) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw fail('keys.refused');
  }
  await countCall(reply, { limiter, limit: keyLimit, key: `${found.keyId}` });
  const { scope } = request.routeOptions.config;
  if (scope === undefined || scope === 'none' || !found.isWithinReach) throw fail('keys.not-by-key');
  if (!found.scopes.includes(scope)) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw fail('keys.scope-missing', { scope });
  }
  if (found.isHeldBack) throw fail('keys.waits');
  request.actor = found.actor;
}
