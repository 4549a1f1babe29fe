import type { FastifyInstance } from 'fastify';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { ErrorCode } from '#contract/errors.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import { rejectOtherWay } from '#server/identity/connections/enforcement-actions.ts';
import { findProviderSignOut } from '#server/identity/connections/session-end-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { Failure } from '#server/platform/failure.ts';
import { hashedKey, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { SessionCookies } from './cookies.ts';
import type { SignInDeps } from './flows/deps.ts';
import { resetPassword } from './flows/password.ts';
import { confirmSignIn } from './flows/proof.ts';
import { checkVerification, login, register, verifyEmail } from './flows/sign-in.ts';
import { checkPasswordLink, requestResetLink } from './link-actions.ts';
import { verificationLink } from './rules.ts';
import { signOut } from './session-actions.ts';

export type SignInRoutes = { database: Database; deps: SignInDeps; cookies: SessionCookies };

/** Errors that guessing produces; each is logged as one line, without the account, which only the database knows. */
const failedSignIns: ReadonlySet<ErrorCode> = new Set([
  'accounts.wrong-credentials',
  'accounts.wrong-password',
  'accounts.code-refused',
  'accounts.provider-refused',
  'accounts.passkey-refused',
  'accounts.passkey-unknown',
  'accounts.passkey-copied',
]);

/** Logs failed sign-ins, and failed proofs of routes of other features. */
export function logFailedSignIns(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Failure && failedSignIns.has(error.code)) {
      request.log.info({ code: error.code }, 'a sign-in failed');
    }
  });
}

const small = { bodyLimit: 4 * 1024 };

export function signInRoutes(app: FastifyInstance, { database, deps, cookies }: SignInRoutes): void {
  const { write, flow, visitors } = routesOf(app, database);

  visitors.flow(
    endpoints.login,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const { user, secret } = await login(ctx, deps, body, browser);
      cookies.open(reply, secret, browser);
      return user;
    },
    small,
  );

  visitors.flow(
    endpoints.register,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const { user, secret } = await register(ctx, deps, body, browser);
      cookies.open(reply, secret, browser);
      return user;
    },
    small,
  );

  write(endpoints.logout, async (ctx, { request, reply }) => {
    const secret = cookies.read(request);
    const { portal, sealer } = deps;
    const providerAddress = await findProviderSignOut(ctx, { publicUrl: portal.publicUrl, sealer });
    if (secret) await signOut(ctx, secret);
    cookies.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Signed out', providerAddress };
  });

  flow(
    endpoints.confirmSignIn,
    async (ctx, { body, request, reply }) => {
      cookies.open(reply, await confirmSignIn(ctx, deps, body), cookies.browserOf(request));
      return { message: 'Confirmed' };
    },
    small,
  );

  visitors.read(endpoints.openVerificationLink, async (_ctx, { query, reply }) =>
    reply.header('referrer-policy', 'no-referrer').redirect(verificationLink('', encodeURIComponent(query.token))),
  );

  visitors.flow(endpoints.checkVerificationLink, (ctx, { body, request }) =>
    checkVerification(ctx, deps, { ...body, sessionSecret: cookies.read(request) }),
  );

  visitors.flow(endpoints.verifyEmail, (ctx, { body, request }) =>
    verifyEmail(ctx, deps, { ...body, sessionSecret: cookies.read(request) }),
  );

  visitors.flow(endpoints.forgotPassword, async (ctx, { body }) => {
    const { limits, limiter } = deps;
    await rejectOtherWay(ctx, body.email);
    await limiter.take(limits.resetRequestsPerNetwork, networkOf(ctx.origin.ip));
    for (const limit of limits.resetRequestsPerAddress)
      await limiter.take(limit, hashedKey(comparableAddress(body.email)));
    await ctx.transaction((inner) => requestResetLink(inner, body.email));
    return { message: 'If this address has an account, we have sent it a link.' };
  });

  visitors.read(endpoints.validateResetToken, async (ctx, { body, request }) => {
    await deps.limiter.take(deps.limits.linkTries, networkOf(request.ip));
    await checkPasswordLink(ctx, body.token);
    return { message: 'This link can be used.' };
  });

  visitors.flow(endpoints.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, deps, body);
    return { message: 'Your password has been reset. Please sign in.' };
  });
}
