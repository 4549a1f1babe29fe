import type { FastifyInstance } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/accounts-admin.endpoints.ts';
import { CreateUser, User, UserForm } from '#contract/accounts-admin.ts';
import { IdParams } from '#contract/text.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { saveUser } from './admin-actions.ts';
import { createUser } from './flows/create-user.ts';
import type { SignInRoutes } from './routes.ts';
import { switchOffSecondFactor } from './second-factor-actions.ts';

/** What administrators do with accounts that concerns how they are entered: passwords, addresses, second factors. */
export function signInAdminRoutes(app: FastifyInstance, { database, deps }: Omit<SignInRoutes, 'cookies'>): void {
  const { write, flow } = routesOf(app, database);
  const { portal } = deps;

  flow(endpoints.createUser, { body: CreateUser, reply: User }, (ctx, { body }) => createUser(ctx, deps, body));

  write(endpoints.saveUser, { params: IdParams, body: UserForm, reply: User }, (ctx, { params, body }) =>
    saveUser(ctx, { id: params.id, form: body, portal }),
  );

  write(endpoints.switchOffSecondFactor, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await switchOffSecondFactor(ctx, params.id, portal);
    return { message: 'Two-factor authentication of this user is off.' };
  });
}
