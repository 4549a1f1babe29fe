import type { FastifyInstance, FastifyRequest } from 'fastify';
import { comparableAddress } from '#contract/email-addresses.ts';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { Failure } from '#server/platform/failure.ts';
import type { Cookie } from '#server/platform/http/cookies.ts';
import { hashedKey, type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { ProviderFetch } from '#server/platform/security/openid.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { getConnection, getOwnTest } from './connection-actions.ts';
import { findBySlug, findForAddress, startAddress } from './enforcement-actions.ts';
import { logoutByProvider } from './flows/logout.ts';
import { startSignIn } from './flows/start.ts';
import { outcomeAddress } from './outcome-actions.ts';
import * as own from './private-actions.ts';
import type { Providers } from './provider-actions.ts';

export type ConnectionLimits = {
  /** Limit of company look-ups and started sign-ins per network. */
  starts: Limit;
  /** Logout tokens from one network. */
  logouts: Limit;
  /** A member's requests for a mailed code, and attempts to confirm a private address by its code. */
  codes: Limit;
  /** Codes that are mailed to private addresses, which are strangers' until they are confirmed. */
  privateAddresses: { perNetwork: Limit; perAddress: Limit };
};

export type ConnectionRoutes = {
  database: Database;
  limiter: Limiter;
  limits: ConnectionLimits;
  portal: Portal;
  providers: Providers;
  fetchFor: (organisationId: number | null) => ProviderFetch;
  /** Cookie with the secret of a browser that was sent to a provider. */
  browserCookie: Cookie;
  findMember: (request: FastifyRequest) => Promise<{ userId: number } | null>;
  nameOrganisation: (ctx: Context, id: number) => Promise<string>;
};

const small = { bodyLimit: 16 * 1024 };

export function connectionRoutes(app: FastifyInstance, options: ConnectionRoutes): void {
  const { database, limiter, limits, portal, providers, browserCookie } = options;
  const { publicUrl } = portal;
  const { visitors } = routesOf(app, database);

  visitors.read(endpoints.findConnection, async (ctx, { body }) => {
    await limiter.take(limits.starts, networkOf(ctx.origin.ip));
    return { connection: await findForAddress(ctx, body.email) };
  });

  visitors.read(endpoints.openCompany, async (ctx, { params, query, reply }) => {
    await limiter.take(limits.starts, networkOf(ctx.origin.ip));
    const id = await findBySlug(ctx, params.slug);
    if (id === null) return reply.redirect('/auth?outcome=company-unknown');
    return reply.redirect(startAddress(id, query.returnTo === undefined ? {} : { returnTo: query.returnTo }));
  });

  visitors.flow(endpoints.startConnection, async (ctx, { params, query, request, reply }) => {
    await limiter.take(limits.starts, networkOf(ctx.origin.ip));
    const browserSecret = browserCookie.read(request) ?? newSecret();
    const member = query.purpose === 'confirm' ? await options.findMember(request) : null;
    const start = { ...params, query, browserSecret, publicUrl, userId: member?.userId ?? null };
    try {
      if (query.purpose === 'confirm' && !member) return reply.redirect('/auth');
      const address = await startSignIn(ctx, providers, start);
      browserCookie.set(reply, browserSecret);
      return reply.header('referrer-policy', 'no-referrer').redirect(address);
    } catch (error) {
      if (!(error instanceof Failure) || !request.headers.accept?.includes('text/html')) throw error;
      const page = query.purpose === 'confirm' ? '/confirmed' : '/auth';
      return reply.redirect(await outcomeAddress(ctx, page, error, params.connectionId));
    }
  });

  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: small.bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    formRoutes(forms, options);
  });

  visitors.read(endpoints.getConnectionKeys, async (ctx, { params }) => {
    const { public_key: key } = await getConnection(ctx, params.connectionId);
    return { keys: key === null ? [] : [key as Record<string, unknown>] };
  });
}

/** Registers the routes for launchers and providers, which send forms without cookie and origin. */
function formRoutes(app: FastifyInstance, options: ConnectionRoutes): void {
  const { database, limiter, limits, providers, fetchFor } = options;
  const { visitors } = routesOf(app, database);
  const exempt = { ...small, config: { originExempt: true as const } };

  visitors.read(
    endpoints.launchConnection,
    async (_ctx, { params, body, reply }) => {
      const given = Object.entries(body).filter(([, value]) => value !== undefined) as [string, string][];
      // A form of another site arrives without the SameSite cookie of the session; the browser sends the cookie when it
      // follows the redirect.
      return reply.redirect(startAddress(params.connectionId, Object.fromEntries(given)), 303);
    },
    exempt,
  );

  visitors.flow(
    endpoints.logoutByProvider,
    async (ctx, { params, request, reply }) => {
      reply.header('cache-control', 'no-store');
      await limiter.take(limits.logouts, networkOf(ctx.origin.ip));
      const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown };
      await logoutByProvider(ctx, providers, { ...params, token: typeof token === 'string' ? token : '', fetchFor });
      return reply.send();
    },
    exempt,
  );
}

export function ownConnectionRoutes(app: FastifyInstance, options: ConnectionRoutes): void {
  const { database, limiter, limits, portal, nameOrganisation } = options;
  const { read, write } = routesOf(app, database);

  read(endpoints.getConnectionTest, (ctx, { params }) => getOwnTest(ctx, params.connectionId));

  read(endpoints.getCompanySignIn, (ctx) => own.showCompanySignIn(ctx, nameOrganisation));

  write(endpoints.setPrivateAddress, async (ctx, { body }) => {
    await limiter.take(limits.codes, `${ctx.actor.userId}`);
    const { perNetwork, perAddress } = limits.privateAddresses;
    await own.askPrivate(ctx, body.email, {
      portal,
      takeMail: async () => {
        await limiter.take(perNetwork, networkOf(ctx.origin.ip));
        await limiter.take(perAddress, hashedKey(comparableAddress(body.email)));
      },
    });
    return { message: `The code is on its way to ${body.email}.` };
  });

  write(endpoints.confirmPrivateAddress, async (ctx, { body }) => {
    await limiter.take(limits.codes, `${ctx.actor.userId}`);
    await own.confirmPrivate(ctx, body.code);
    return own.showCompanySignIn(ctx, nameOrganisation);
  });

  write(endpoints.removePrivateAddress, async (ctx) => {
    await own.removePrivate(ctx);
    return { message: 'The private address is removed.' };
  });

  write(endpoints.mailConfirmCode, async (ctx) => {
    await limiter.take(limits.codes, `${ctx.actor.userId}`);
    await own.mailConfirmCode(ctx, portal);
    return { message: 'The code is on its way to you. It works for 10 minutes.' };
  });
}
