import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { authorizePath } from '#contract/identity/assistants.endpoints.ts';
import {
  AssistantAnswer,
  AssistantRequestQuery,
  assistantScopes,
  usualAssistantScopes,
} from '#contract/identity/assistants.ts';
import type { Actor, Context, MemberFlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { contextOf } from '#server/platform/http/routes.ts';
import { isKnown, registerClient } from './client-actions.ts';
import { answerRequest } from './flows.ts';
import { exchangeCode, refresh, revoke, type TokenRequest, type TokenResponse } from './grant-actions.ts';
import type { AssistantRoutes } from './routes.ts';
import type { ProtocolError } from './rules.ts';

const paths = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const;

type ProtocolRoutes = AssistantRoutes & {
  /** Name of the portal, by which assistants show it. */
  productName: () => Promise<string>;
};

/**
 * Registers the routes for assistants themselves (OAuth 2.1; RFC 9728, 8414, 7591, 7009). The protocols define them, so
 * they are not part of the API's description.
 */
export function protocolRoutes(app: FastifyInstance, options: ProtocolRoutes): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', options.requireOpen);
    metadataRoutes(scope, options);
    authorizeRoutes(scope, options);
    tokenRoutes(scope, options);
  });
}

const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;

/** Registers the routes of the metadata of the resource and of its authorization server (RFC 9728, RFC 8414). */
function metadataRoutes(app: FastifyInstance, { deps, productName }: ProtocolRoutes): void {
  const { publicUrl } = deps.portal;
  for (const path of [paths.resource, `${paths.resource}/mcp`]) {
    app.get(path, open, async () => ({
      resource: deps.resource,
      authorization_servers: [publicUrl],
      // A client without a challenge asks for all of these, so that the scope for owners is left out.
      scopes_supported: usualAssistantScopes,
      bearer_methods_supported: ['header'],
      resource_name: await productName(),
    }));
  }
  app.get(paths.server, open, async () => ({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${authorizePath}`,
    token_endpoint: `${publicUrl}${paths.token}`,
    revocation_endpoint: `${publicUrl}${paths.revoke}`,
    registration_endpoint: `${publicUrl}${paths.register}`,
    scopes_supported: assistantScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }));
}

/** Registers the route that the consent form posts to; it redirects to the client. The web app renders the form. */
function authorizeRoutes(app: FastifyInstance, { database, limiter, limits, deps, requireOpen }: ProtocolRoutes): void {
  app.get(authorizePath, open, (_request, reply) => reply.callNotFound());
  app.register(async (forms) => {
    acceptForms(forms);
    forms.route({
      method: 'POST',
      url: authorizePath,
      config: { caller: 'member', needsFreshSignIn: true },
      schema: {
        hide: true,
        querystring: AssistantRequestQuery,
        body: z.object({ answer: AssistantAnswer.shape.answer, member: AssistantAnswer.shape.member }),
      },
      // The page reads the request again and says what is wrong, or lets the member sign in.
      errorHandler: async (error, request, reply) => {
        if (!(error instanceof Failure || error.validation) || isFinal(error)) throw error;
        // The guard checks the session before the hook of these routes runs, so assistants may be switched off here.
        await requireOpen();
        return reply.redirect(request.url, 303);
      },
      handler: async (request, reply) => {
        const { actor } = request;
        // Safe casts, because Fastify has checked the parts against these schemas.
        const query = request.query as AssistantRequestQuery;
        const { answer, member } = request.body as Pick<AssistantAnswer, 'answer' | 'member'>;
        if (!actor || member !== String(actor.userId)) throw fail('accounts.other-member');
        await limiter.take(limits.requests, `${actor.userId}`);
        const ctx = flowContextOf(request, { database, actor });
        const address = await answerRequest(ctx, { query, isAllowed: answer === 'allow' }, deps);
        return reply.redirect(address, 303);
      },
    });
  });
}

/** Whether the page could not say more about an error: the call came from another site, or assistants are off. */
const isFinal = (error: Error) =>
  error instanceof Failure && (error.code === 'request.foreign-origin' || error.code === 'request.not-found');

type Opened = Pick<AssistantRoutes, 'database'> & { actor: Actor };

function flowContextOf(request: FastifyRequest, { database, actor }: Opened): MemberFlowContext {
  const ctx = { ...contextOf(request, database.db), actor };
  return {
    ...ctx,
    callerWaitsSinceMs: null,
    transaction: (action) => database.transaction((db) => action({ ...ctx, db })),
  };
}

/** Accepts forms, in which no field is given twice (OAuth 2.1, section 3.2.2). */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(String(body))];
      const form = Object.fromEntries(fields);
      if (Object.keys(form).length === fields.length) done(null, form);
      else done(Object.assign(new Error('A parameter is given twice.'), { statusCode: 400 }));
    },
  );
}

/** Registers the routes for programs without a browser. Errors below 500 have the protocol's format, except 404. */
function tokenRoutes(app: FastifyInstance, { database, limiter, limits, deps }: ProtocolRoutes): void {
  const write = <Result>(request: FastifyRequest, action: (ctx: Context) => Promise<Result>) =>
    database.transaction((db) => action(contextOf(request, db)));

  app.register(async (programs) => {
    programs.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const status = error instanceof Failure ? error.status : (error.statusCode ?? 500);
      if (status >= 500 || status === 404) throw error;
      if (error instanceof Failure && error.retryAfterSeconds !== null) {
        reply.header('retry-after', String(error.retryAfterSeconds));
      }
      return reply.code(status).send({ error: 'invalid_request', error_description: error.message });
    });

    programs.post(paths.register, open, async (request, reply) => {
      await limiter.take(limits.registrations, networkOf(request.ip));
      const registered = await write(request, (ctx) => registerClient(ctx, request.body));
      return 'error' in registered ? sendError(reply, registered) : reply.code(201).send(registered);
    });

    programs.register(async (forms) => {
      forms.removeContentTypeParser('application/json');
      acceptForms(forms);

      /** Registers a POST route for clients that the portal knows; others get the error `unknownClient`. */
      const post = (
        path: string,
        action: (ctx: Context, form: TokenRequest) => Promise<TokenResponse | ProtocolError | null>,
      ) =>
        forms.post(path, open, async (request, reply) => {
          await limiter.take(limits.tokens, networkOf(request.ip));
          const form = (request.body ?? {}) as TokenRequest;
          const answer = await write(request, async (ctx) =>
            (await isKnown(ctx, form.client_id ?? '')) ? action(ctx, form) : unknownClient,
          );
          return answer !== null && 'error' in answer ? sendError(reply, answer) : reply.send(answer ?? {});
        });

      post(paths.token, async (ctx, form) => {
        if (form.resource !== undefined && form.resource !== deps.resource) {
          return { error: 'invalid_target', description: `resource must be ${deps.resource}.` };
        }
        if (form.grant_type === 'authorization_code') return exchangeCode(ctx, form, deps);
        if (form.grant_type === 'refresh_token') return refresh(ctx, form, deps);
        return {
          error: 'unsupported_grant_type',
          description: 'grant_type must be authorization_code or refresh_token.',
        };
      });
      post(paths.revoke, revoke);
    });
  });
}

const unknownClient: ProtocolError = { error: 'invalid_client', description: 'The portal does not know this client.' };

function sendError(reply: FastifyReply, { error, description }: ProtocolError): FastifyReply {
  return reply.code(error === 'invalid_client' ? 401 : 400).send({ error, error_description: description });
}
