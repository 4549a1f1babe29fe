import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import * as ways from '#contract/identity/sign-in-ways.endpoints.ts';
import { outcomeAddress } from '#server/identity/connections/outcome-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { createCookie } from '#server/platform/http/cookies.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { confirmByProvider, connectByProvider, finishByCode, signInByProvider } from './flows/sign-in.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { SignInRoutes } from './routes.ts';
import { confirmMaxAgeSeconds, ownPath, secondStepMinutes } from './rules.ts';

/** Data that the browser keeps while it is at the provider. */
const Errand = z.object({
  handshake: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  purpose: z.enum(['sign-in', 'confirm', 'connect']),
  returnTo: z.string(),
  /** The member who connects; another member of the same browser is rejected. */
  userId: z.optional(z.int()),
});
type Errand = z.infer<typeof Errand>;

type ProviderRoutes = SignInRoutes & { provider: IdentityProvider | null; isSecure: boolean };

export function providerRoutes(app: FastifyInstance, options: ProviderRoutes): void {
  const { database, deps, cookies, provider, isSecure } = options;
  const { visitors, flow } = routesOf(app, database);
  const short = { isSecure, maxAgeSeconds: secondStepMinutes * 60 };
  const errandCookie = createCookie('provider', short);
  const waitingCookie = createCookie('second-step', short);

  async function begin(reply: FastifyReply, asked: Omit<Errand, 'handshake'>): Promise<string> {
    if (!provider) throw fail('accounts.no-provider');
    const { address, handshake } = await provider.begin(asked.purpose === 'confirm' ? confirmMaxAgeSeconds : undefined);
    errandCookie.set(reply, Buffer.from(JSON.stringify({ ...asked, handshake })).toString('base64url'));
    return address;
  }

  flow(ways.connectIdentity, async (ctx, { reply }) => ({
    address: await begin(reply, { purpose: 'connect', returnTo: '/settings', userId: ctx.actor.userId }),
  }));

  visitors.flow(endpoints.beginProviderSignIn, async (ctx, { query, request, reply }) => {
    try {
      return reply.redirect(await begin(reply, { purpose: query.purpose, returnTo: ownPath(query.returnTo) }));
    } catch (error) {
      return sendOutcome(ctx, error, { request, reply, purpose: query.purpose });
    }
  });

  visitors.flow(endpoints.finishProviderSignIn, async (ctx, { request, reply }) => {
    if (!provider) throw fail('accounts.no-provider');
    const errand = readErrand(errandCookie.read(request));
    // The cookie is good for one response.
    errandCookie.clear(reply);
    reply.header('referrer-policy', 'no-referrer');
    try {
      if (!errand) throw fail('accounts.provider-refused');
      const answer = { provider, search: new URL(request.url, 'http://portal').search, handshake: errand.handshake };
      const browser = cookies.browserOf(request);
      if (errand.purpose === 'confirm') {
        cookies.open(reply, await confirmByProvider(ctx, deps, answer, cookies.read(request)), browser);
        return reply.redirect('/confirmed');
      }
      if (errand.purpose === 'connect') {
        const { userId } = errand;
        await connectByProvider(ctx, deps, answer, { sessionSecret: cookies.read(request), userId });
        return reply.redirect(ownPath(errand.returnTo));
      }
      const entry = await signInByProvider(ctx, deps, answer, browser);
      if (entry.kind === 'signed-in') {
        cookies.open(reply, entry.secret, browser);
        return reply.redirect(ownPath(errand.returnTo));
      }
      waitingCookie.set(reply, entry.secret);
      const next = ownPath(errand.returnTo);
      const query = new URLSearchParams({ view: 'code', ...(next !== '/' && { next }) });
      return reply.redirect(`/auth?${query}`);
    } catch (error) {
      return sendOutcome(ctx, error, { request, reply, purpose: errand?.purpose ?? 'sign-in' });
    }
  });

  visitors.flow(
    endpoints.finishByCode,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const waiting = { code: body.code, waitingSecret: waitingCookie.read(request), device: browser };
      const { user, secret } = await finishByCode(ctx, deps, waiting);
      waitingCookie.clear(reply);
      cookies.open(reply, secret, browser);
      return user;
    },
    { bodyLimit: 4 * 1024 },
  );
}

function readErrand(value: string | null): Errand | null {
  try {
    return Errand.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString()));
  } catch {
    // There is no cookie, or none of ours.
    return null;
  }
}

const outcomePages = { 'sign-in': '/auth', confirm: '/confirmed', connect: '/settings' } as const;

type Outcome = { request: FastifyRequest; reply: FastifyReply; purpose: Errand['purpose'] };

/** Redirects a browser to a page that shows the error; other clients get the error as JSON. */
async function sendOutcome(ctx: Context, error: unknown, { request, reply, purpose }: Outcome): Promise<FastifyReply> {
  if (!(error instanceof Failure) || !request.headers.accept?.includes('text/html')) throw error;
  return reply.redirect(await outcomeAddress(ctx, outcomePages[purpose], error, null));
}
