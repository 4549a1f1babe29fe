import type { FastifyInstance } from 'fastify';
import { comparableAddress } from '#contract/email-addresses.ts';
import * as admin from '#contract/identity/accounts-admin.endpoints.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import * as ways from '#contract/identity/sign-in-ways.endpoints.ts';
import { getAccount } from '#server/identity/accounts/actions.ts';
import { hashedKey } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { saveUser } from './admin-actions.ts';
import { changePassword, createUser } from './flows/password.ts';
import { disableSecondFactor, enableSecondFactor } from './flows/proof.ts';
import { resendVerification } from './link-actions.ts';
import type { SignInRoutes } from './routes.ts';
import { setUpSecondFactor, switchOffSecondFactor } from './second-factor-actions.ts';
import { endSignIn, endSignIns, showSignIns } from './session-actions.ts';
import { endOwnLinks, forgetOwnDevices, removeCompanySignIn, removeIdentity, showWaysIn } from './ways-in-actions.ts';

const small = { bodyLimit: 4 * 1024 };

/** Registers the routes for members' own ways of signing in, and those by which administrators manage accounts. */
export function settingsRoutes(app: FastifyInstance, { database, deps, cookies }: SignInRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  flow(
    endpoints.changePassword,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      cookies.open(reply, await changePassword(ctx, deps, body, browser), browser);
      return { message: 'Your password has been changed. Other devices were signed out.' };
    },
    small,
  );

  flow(endpoints.resendVerification, async (ctx) => {
    const key = hashedKey(comparableAddress((await getAccount(ctx)).email));
    for (const limit of Object.values(deps.limits.verificationMails)) await deps.limiter.take(limit, key);
    await ctx.transaction((inner) => resendVerification(inner, deps.portal));
    return { message: 'A new link is on its way to you. It works once, for 24 hours.' };
  });

  write(endpoints.setUpSecondFactor, async (ctx) =>
    setUpSecondFactor(ctx, { account: await getAccount(ctx), sealer: deps.sealer, portal: deps.portal }),
  );

  flow(
    endpoints.enableSecondFactor,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const { recoveryCodes, secret } = await enableSecondFactor(ctx, deps, body.code, browser);
      cookies.open(reply, secret, browser);
      return { recoveryCodes };
    },
    small,
  );

  flow(
    endpoints.disableSecondFactor,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      cookies.open(reply, await disableSecondFactor(ctx, deps, body, browser), browser);
      return { message: 'Two-factor authentication is off.' };
    },
    small,
  );

  read(endpoints.listSignIns, async (ctx, { query, reply }) => {
    const { signIns, total } = await showSignIns(ctx, query);
    reply.header('x-total-count', String(total));
    return signIns;
  });

  write(endpoints.endSignIn, async (ctx, { params }) => {
    await endSignIn(ctx, params.id);
    return { message: 'Signed out' };
  });

  write(endpoints.endSignIns, async (ctx, { reply }) => {
    await endSignIns(ctx);
    cookies.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Signed out everywhere' };
  });

  read(ways.listWaysIn, (ctx) => showWaysIn(ctx));

  write(ways.removeIdentity, async (ctx, { params, request, reply }) => {
    const browser = cookies.browserOf(request);
    const secret = await removeIdentity(ctx, { id: params.id, device: browser, ...deps });
    cookies.open(reply, secret, browser);
    return { message: 'The sign-in was removed. Other devices were signed out.' };
  });

  write(ways.removeCompanySignIn, async (ctx, call) => {
    const { params, request, reply } = call;
    const browser = cookies.browserOf(request);
    cookies.open(reply, await removeCompanySignIn(ctx, { ...params, device: browser, ...deps }), browser);
    return { message: 'The company sign-in was removed. Other devices were signed out.' };
  });

  write(ways.forgetDevices, async (ctx) => {
    await forgetOwnDevices(ctx);
    return { message: 'Other devices are no longer known.' };
  });

  write(ways.endLinks, async (ctx) => {
    await endOwnLinks(ctx);
    return { message: 'No mailed link works any more.' };
  });

  flow(admin.createUser, (ctx, { body }) => createUser(ctx, deps, body));

  write(admin.saveUser, (ctx, { params, body }) => saveUser(ctx, { id: params.id, form: body, portal: deps.portal }));

  write(admin.switchOffSecondFactor, async (ctx, { params }) => {
    await switchOffSecondFactor(ctx, params.id, deps.portal);
    return { message: 'Two-factor authentication of this user is off.' };
  });
}
