import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { comparableAddress } from '#contract/email-addresses.ts';
import * as admin from '#contract/identity/accounts-admin.endpoints.ts';
import { CreateUser, User, UserForm } from '#contract/identity/accounts-admin.ts';
import { ConnectionParams } from '#contract/identity/connections.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import { ChangePassword, RecoveryCodes, SecondFactorSetup, SignIn, SignInQuery } from '#contract/identity/sign-in.ts';
import { CodeForm, Proof } from '#contract/identity/sign-in-forms.ts';
import * as ways from '#contract/identity/sign-in-ways.endpoints.ts';
import { WaysIn } from '#contract/identity/sign-in-ways.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
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
    { body: ChangePassword, reply: Message },
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      cookies.open(reply, await changePassword(ctx, deps, body, browser), browser);
      return { message: 'Your password has been changed. Other devices were signed out.' };
    },
    small,
  );

  flow(endpoints.resendVerification, { reply: Message }, async (ctx) => {
    const key = hashedKey(comparableAddress((await getAccount(ctx)).email));
    for (const limit of Object.values(deps.limits.verificationMails)) await deps.limiter.take(limit, key);
    await ctx.transaction((inner) => resendVerification(inner, deps.portal));
    return { message: 'A new link is on its way to you. It works once, for 24 hours.' };
  });

  write(endpoints.setUpSecondFactor, { reply: SecondFactorSetup }, async (ctx) =>
    setUpSecondFactor(ctx, { account: await getAccount(ctx), sealer: deps.sealer, portal: deps.portal }),
  );

  flow(
    endpoints.enableSecondFactor,
    { body: CodeForm, reply: RecoveryCodes },
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
    { body: Proof, reply: Message },
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      cookies.open(reply, await disableSecondFactor(ctx, deps, body, browser), browser);
      return { message: 'Two-factor authentication is off.' };
    },
    small,
  );

  read(endpoints.listSignIns, { query: SignInQuery, reply: z.array(SignIn) }, async (ctx, { query, reply }) => {
    const { signIns, total } = await showSignIns(ctx, query);
    reply.header('x-total-count', String(total));
    return signIns;
  });

  write(endpoints.endSignIn, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await endSignIn(ctx, params.id);
    return { message: 'Signed out' };
  });

  write(endpoints.endSignIns, { reply: Message }, async (ctx, { reply }) => {
    await endSignIns(ctx);
    cookies.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Signed out everywhere' };
  });

  read(ways.listWaysIn, { reply: WaysIn }, (ctx) => showWaysIn(ctx));

  write(ways.removeIdentity, { params: IdParams, reply: Message }, async (ctx, { params, request, reply }) => {
    const browser = cookies.browserOf(request);
    const secret = await removeIdentity(ctx, { id: params.id, device: browser, ...deps });
    cookies.open(reply, secret, browser);
    return { message: 'The sign-in was removed. Other devices were signed out.' };
  });

  write(ways.removeCompanySignIn, { params: ConnectionParams, reply: Message }, async (ctx, call) => {
    const { params, request, reply } = call;
    const browser = cookies.browserOf(request);
    cookies.open(reply, await removeCompanySignIn(ctx, { ...params, device: browser, ...deps }), browser);
    return { message: 'The company sign-in was removed. Other devices were signed out.' };
  });

  write(ways.forgetDevices, { reply: Message }, async (ctx) => {
    await forgetOwnDevices(ctx);
    return { message: 'Other devices are no longer known.' };
  });

  write(ways.endLinks, { reply: Message }, async (ctx) => {
    await endOwnLinks(ctx);
    return { message: 'No mailed link works any more.' };
  });

  flow(admin.createUser, { body: CreateUser, reply: User }, (ctx, { body }) => createUser(ctx, deps, body));

  write(admin.saveUser, { params: IdParams, body: UserForm, reply: User }, (ctx, { params, body }) =>
    saveUser(ctx, { id: params.id, form: body, portal: deps.portal }),
  );

  write(admin.switchOffSecondFactor, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await switchOffSecondFactor(ctx, params.id, deps.portal);
    return { message: 'Two-factor authentication of this user is off.' };
  });
}
