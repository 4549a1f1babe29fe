import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { elapsedMs, now } from '../clock.ts';
import type { Context, FlowContext, MemberContext, MemberFlowContext } from '../context.ts';
import type { Database } from '../database/db.ts';
import { causedBy } from '../jobs/cause.ts';

type Part<Types, Name extends string> = Name extends keyof Types ? Types[Name] : undefined;

/** Parameters of a handler beside its context: the checked parts, and the raw pair for cookies and streams. */
export type Call<Types> = {
  params: Part<Types, 'params'>;
  query: Part<Types, 'query'>;
  body: Part<Types, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Handler<Types, Ctx> = (ctx: Ctx, call: Call<Types>) => Promise<Part<Types, 'response'> | FastifyReply>;

type Register<Ctx> = <Types extends object>(
  endpoint: Endpoint<Types>,
  handler: Handler<Types, Ctx>,
  options?: RouteShorthandOptions,
) => void;

type Opening<Ctx> = (request: FastifyRequest, work: (ctx: Ctx) => Promise<unknown>) => Promise<unknown>;

/**
 * Returns the functions that register routes of one feature. `read` runs its statements on the pool, `write` inside one
 * transaction that is committed before the reply, `flow` opens none: flows call outside services and commit on their
 * own. `readBehind` is a read whose reply may be ten seconds old: it runs on the replica if there is one. Handlers of
 * members' and administrators' routes know the caller; those of `visitors` may not.
 */
export function routesOf(app: FastifyInstance, database: Database) {
  const read: Opening<Context> = (request, work) => work(contextOf(request, database.db));
  const readBehind: Opening<Context> = (request, work) => database.replica.read((db) => work(contextOf(request, db)));
  const write: Opening<Context> = (request, work) => database.transaction((db) => work(contextOf(request, db)));
  const flow: Opening<FlowContext> = (request, work) => {
    const ctx = contextOf(request, database.db);
    const transaction: FlowContext['transaction'] = (action) => database.transaction((db) => action({ ...ctx, db }));
    return work({ ...ctx, callerWaitsSinceMs: elapsedMs(), transaction });
  };
  return {
    read: forMembers<Context, MemberContext>(app, read),
    readBehind: forMembers<Context, MemberContext>(app, readBehind),
    write: forMembers<Context, MemberContext>(app, write),
    flow: forMembers<FlowContext, MemberFlowContext>(app, flow),
    visitors: { read: forVisitors(app, read), write: forVisitors(app, write), flow: forVisitors(app, flow) },
  };
}

/** Returns the context of a call's actions; `db` is the pool, the replica or the call's transaction. */
export function contextOf(request: FastifyRequest, db: Context['db']): Context {
  return { db, now: now(), actor: request.actor, origin: originOf(request) };
}

/** Returns the origin of a request. The user agent, which may have any length, is cut to 400 characters. */
function originOf({ ip, id, headers }: FastifyRequest): Context['origin'] {
  return { ip, requestId: id, userAgent: headers['user-agent']?.slice(0, 400) ?? null };
}

function forVisitors<Ctx>(app: FastifyInstance, open: Opening<Ctx>): Register<Ctx> {
  return (endpoint, handler, options = {}) => {
    if (endpoint.scope === undefined) throw new Error(`${endpoint.path} names no scope (APIKEY-03).`);
    const { params, query, body, response } = endpoint;
    app.route({
      ...options,
      method: endpoint.method,
      url: endpoint.path,
      config: {
        ...options.config,
        caller: endpoint.caller,
        scope: endpoint.scope,
        ...(endpoint.proof && { hasOwnProof: true }),
        ...(endpoint.needsFreshSignIn && { needsFreshSignIn: true }),
      },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(response && { response: { [endpoint.status ?? 200]: response } }),
      },
      handler: (request, reply) => {
        if (endpoint.status) reply.code(endpoint.status);
        const call = { params: request.params, query: request.query, body: request.body, request, reply };
        // Safe cast, because Fastify has checked the parts against the schemas that have these types.
        return causedBy(request.id, () => open(request, (ctx) => handler(ctx, call as never)));
      },
    });
  };
}

function forMembers<Ctx, MemberCtx extends Ctx>(app: FastifyInstance, open: Opening<Ctx>): Register<MemberCtx> {
  const register = forVisitors(app, open);
  return (endpoint, handler, options) => {
    if (endpoint.caller === 'visitor') throw new Error(`${endpoint.path} is open to visitors: use visitors.*`);
    // Safe cast, because the guard has rejected everybody without a session or a key before a handler runs.
    register(endpoint, (ctx, call) => handler(ctx as MemberCtx, call), options);
  };
}
