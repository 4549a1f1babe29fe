import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/identity/passkeys.endpoints.ts';
import type { Device } from '#server/identity/sign-in/session-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Cookie } from '#server/platform/http/cookies.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { PasskeySupport } from '#server/platform/security/relying-party.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { removePasskey, renamePasskey, showPasskeys } from './actions.ts';
import * as flows from './flows.ts';

type PasskeyRoutes = {
  database: Database;
  deps: flows.PasskeyDeps;
  support: PasskeySupport;
  /** Cookie with the browser's secret, to which challenges are bound. */
  challenges: Cookie;
  /** The cookies of the session and of the device. */
  cookies: {
    browserOf(request: FastifyRequest): Device;
    open(reply: FastifyReply, secret: string, browser: Device): void;
  };
};

const limits = { bodyLimit: 32 * 1024 };

export function passkeyRoutes(app: FastifyInstance, routes: PasskeyRoutes): void {
  const { database, deps, support, challenges, cookies } = routes;
  const { read, write, flow, visitors } = routesOf(app, database);

  /**
   * Returns the browser's secret, a new one only without the cookie, so that two tabs do not undo each other's
   * challenges.
   */
  function opened(request: FastifyRequest, reply: FastifyReply): { browserSecret: string } {
    const browserSecret = challenges.read(request) ?? newSecret();
    challenges.set(reply, browserSecret);
    return { browserSecret };
  }

  // Without the cookie the secret is a new one, for which no challenge is found.
  const held = (request: FastifyRequest) => ({ browserSecret: challenges.read(request) ?? newSecret() });

  visitors.flow(endpoints.beginPasskeySignIn, (ctx, { request, reply }) =>
    flows.beginSignIn(ctx, deps, opened(request, reply)),
  );

  visitors.flow(
    endpoints.signInByPasskey,
    async (ctx, { body: signed, request, reply }) => {
      const device = cookies.browserOf(request);
      const { user, secret } = await flows.signIn(ctx, deps, { signed, device, ...held(request) });
      cookies.open(reply, secret, device);
      return user;
    },
    limits,
  );

  flow(endpoints.beginPasskeyProof, (ctx, { request, reply }) => flows.beginProof(ctx, deps, opened(request, reply)));

  flow(
    endpoints.confirmByPasskey,
    async (ctx, { body: signed, request, reply }) => {
      const secret = await flows.confirm(ctx, deps, { signed, ...held(request) });
      cookies.open(reply, secret, cookies.browserOf(request));
      return { message: 'Confirmed' };
    },
    limits,
  );

  read(endpoints.listPasskeys, (ctx) => showPasskeys(ctx, support));

  flow(endpoints.beginPasskey, (ctx, { request, reply }) => flows.beginNew(ctx, deps, opened(request, reply)));

  flow(
    endpoints.addPasskey,
    (ctx, { body: made, request }) =>
      flows.addNew(ctx, deps, { made, device: cookies.browserOf(request), ...held(request) }),
    limits,
  );

  write(endpoints.renamePasskey, (ctx, { params, body }) =>
    renamePasskey(ctx, { id: params.id, name: body.name, party: support.party }),
  );

  write(endpoints.removePasskey, async (ctx, { params, request, reply }) => {
    const device = cookies.browserOf(request);
    const secret = await removePasskey(ctx, { id: params.id, device, portal: deps.portal, party: support.party });
    cookies.open(reply, secret, device);
    return { message: 'The passkey was removed. Other devices were signed out.' };
  });
}
