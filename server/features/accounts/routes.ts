import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/accounts.endpoints.ts';
import { CurrentUser, LinkToken, Login, Message, Proof, Register, ResetPassword } from '#contract/accounts.ts';
import type { Database } from '#server/platform/db.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import type { AccountDeps } from './flows/deps.ts';
import { resetPassword } from './flows/password.ts';
import { confirmSignIn } from './flows/proof.ts';
import { login, register } from './flows/sign-in.ts';
import { longestSignInSeconds } from './rules.ts';

type AccountRoutes = { database: Database; deps: AccountDeps; secureCookie: boolean };

const small = { bodyLimit: 4 * 1024 };

/** Signing in and out, registering, and the links of mails. */
export function accountRoutes(app: FastifyInstance, { database, deps, secureCookie }: AccountRoutes): void {
  const { read, write, flow, visitors } = routesOf(app, database);
  const cookie = sessionCookie(secureCookie);

  visitors.flow(
    endpoints.login,
    { body: Login, reply: CurrentUser },
    async (ctx, { body, request, reply }) => {
      const { user, secret } = await login(ctx, deps, body, deviceOf(request, cookie.read(request)));
      cookie.set(reply, secret);
      return user;
    },
    small,
  );

  visitors.flow(
    endpoints.register,
    { body: Register, reply: CurrentUser },
    async (ctx, { body, request, reply }) => {
      const { user, secret } = await register(ctx, deps, body, deviceOf(request, cookie.read(request)));
      cookie.set(reply, secret);
      return user;
    },
    small,
  );

  write(endpoints.logout, { reply: Message }, async (ctx, { request, reply }) => {
    const secret = cookie.read(request);
    if (secret) await actions.signOut(ctx, secret);
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Signed out' };
  });

  flow(
    endpoints.confirmSignIn,
    { body: Proof, reply: Message },
    async (ctx, { body, request, reply }) => {
      cookie.set(reply, await confirmSignIn(ctx, deps, body, deviceOf(request, cookie.read(request))));
      return { message: 'Confirmed' };
    },
    small,
  );

  read(endpoints.getCurrentUser, { reply: CurrentUser }, (ctx) => actions.getCurrentUser(ctx));

  // A redirect is sent at once, so the transaction must be over by then.
  visitors.flow(endpoints.verifyEmail, { query: LinkToken }, async (ctx, { query, request, reply }) => {
    await deps.limiter.take(deps.limits.linkTries, networkOf(request.ip));
    reply.header('referrer-policy', 'no-referrer');
    const isVerified = await ctx.transaction((inner) => actions.verifyEmail(inner, query.token));
    if (isVerified) return reply.redirect('/?email=verified');
    // A person who opened an old link sees the portal say so; anything else gets the plain refusal.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/?email=link-invalid');
    throw fail('accounts.verification-invalid');
  });

  visitors.read(endpoints.validateResetToken, { body: LinkToken, reply: Message }, async (ctx, { body, request }) => {
    await deps.limiter.take(deps.limits.linkTries, networkOf(request.ip));
    await actions.checkPasswordLink(ctx, body.token);
    return { message: 'This link can be used.' };
  });

  visitors.flow(endpoints.resetPassword, { body: ResetPassword, reply: Message }, async (ctx, { body }) => {
    await resetPassword(ctx, deps, body);
    return { message: 'Your password has been reset. Please sign in.' };
  });
}

function deviceOf(request: FastifyRequest, formerSecret: string | null): actions.Device {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, formerSecret };
}

/** The session cookie: `__Host-` and Secure behind https, so that no other host or path can set it. */
export function sessionCookie(isSecure: boolean) {
  const name = isSecure ? '__Host-session' : 'session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    set: (reply: FastifyReply, secret: string) => {
      reply.setCookie(name, secret, { ...options, maxAge: longestSignInSeconds });
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(name, options);
    },
  };
}
