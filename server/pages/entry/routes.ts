import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerByLink } from '#contract/pages/entry.endpoints.ts';
import type { SignInDeps } from '#server/identity/sign-in/flows/deps.ts';
import type { Device } from '#server/identity/sign-in/session-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as flows from './flows.ts';

type EntryRoutes = {
  database: Database;
  deps: SignInDeps;
  /** Reads and sets the cookies of the session and of the device. */
  cookies: {
    browserOf(request: FastifyRequest): Device;
    open(reply: FastifyReply, secret: string, browser: Device): void;
  };
};

/** Registers the route that creates an account through the link of an invitation or a gift. */
export function entryRoutes(app: FastifyInstance, { database, deps, cookies }: EntryRoutes): void {
  const { visitors } = routesOf(app, database);
  visitors.flow(
    registerByLink,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const { user, secret } = await flows.registerByLink(ctx, deps, body, browser);
      cookies.open(reply, secret, browser);
      return user;
    },
    { bodyLimit: 4 * 1024 },
  );
}
