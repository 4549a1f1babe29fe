import type { FastifyInstance, FastifyReply } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/privacy.endpoints.ts';
import { OwnPassword } from '#contract/sign-in.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { deleteOwn, deleteUser, type ErasureDeps } from './flows/erase.ts';

type ErasureRoutes = { database: Database; deps: ErasureDeps; clearCookies: (reply: FastifyReply) => void };

/** Every delete of a user. */
export function erasureRoutes(app: FastifyInstance, { database, deps, clearCookies }: ErasureRoutes): void {
  const { flow } = routesOf(app, database);

  flow(endpoints.deleteAccount, { body: OwnPassword, reply: Message }, async (ctx, { body, reply }) => {
    await deleteOwn(ctx, deps, body.password);
    clearCookies(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Your account has been deleted.' };
  });

  flow(endpoints.deleteUser, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await deleteUser(ctx, deps, params.id);
    return { message: 'The account has been deleted.' };
  });
}
