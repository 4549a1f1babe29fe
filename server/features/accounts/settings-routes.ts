import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/accounts.endpoints.ts';
import {
  ChangePassword,
  CodeForm,
  CurrentUser,
  Message,
  OwnPassword,
  ProfileForm,
  RecoveryCodes,
  SecondFactorSetup,
  Settings,
  SettingsForm,
  SignIn,
  SignInQuery,
} from '#contract/accounts.ts';
import { IdParams } from '#contract/text.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { getAccount } from './actions.ts';
import { endSignIn, endSignIns, showSignIns } from './device-actions.ts';
import { changePassword } from './flows/password.ts';
import { disable, enable } from './flows/second-factor.ts';
import { resendVerification } from './link-actions.ts';
import { changeProfile, changeSettings } from './profile-actions.ts';
import type { AccountRoutes } from './routes.ts';
import { setUpSecondFactor } from './second-factor-actions.ts';

const small = { bodyLimit: 4 * 1024 };

/** What members change about their own account. */
export function settingsRoutes(app: FastifyInstance, { database, deps, cookies }: AccountRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  write(endpoints.updateProfile, { body: ProfileForm, reply: CurrentUser }, (ctx, { body }) =>
    changeProfile(ctx, body),
  );

  write(endpoints.updateSettings, { body: SettingsForm, reply: Settings }, (ctx, { body }) =>
    changeSettings(ctx, body),
  );

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
    for (const limit of deps.limits.verificationMails) await deps.limiter.take(limit, String(ctx.actor.userId));
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
      const { recoveryCodes, secret } = await enable(ctx, deps, body.code, browser);
      cookies.open(reply, secret, browser);
      return { recoveryCodes };
    },
    small,
  );

  flow(
    endpoints.disableSecondFactor,
    { body: OwnPassword, reply: Message },
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      cookies.open(reply, await disable(ctx, deps, body.password, browser), browser);
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
}
