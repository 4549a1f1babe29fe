import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/accounts-admin.endpoints.ts';
import { BulkUpdate, CreateUser, RoleForm, User, UserForm, UserQuery, UserStats } from '#contract/accounts-admin.ts';
import { IdParams } from '#contract/text.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { createUser } from './flows/create-user.ts';
import type { AccountRoutes } from './routes.ts';
import { switchOffSecondFactor } from './second-factor-actions.ts';
import * as actions from './user-actions.ts';

/** What administrators do with accounts; deleting one stands with privacy. */
export function accountAdminRoutes(app: FastifyInstance, { database, deps }: Omit<AccountRoutes, 'cookies'>): void {
  const { read, write, flow } = routesOf(app, database);
  const { portal } = deps;

  read(endpoints.listUsers, { query: UserQuery, reply: z.array(User) }, async (ctx, { query, reply }) => {
    const { users, total } = await actions.listUsers(ctx, query);
    reply.header('x-total-count', total);
    return users;
  });

  read(endpoints.countUsers, { reply: UserStats }, (ctx) => actions.countUsers(ctx));

  read(endpoints.getUser, { params: IdParams, reply: User }, (ctx, { params }) => actions.getUser(ctx, params.id));

  flow(endpoints.createUser, { body: CreateUser, reply: User }, (ctx, { body }) => createUser(ctx, deps, body));

  write(endpoints.updateUsers, { body: BulkUpdate, reply: Message }, async (ctx, { body }) => {
    await actions.setRoles(ctx, body);
    return { message: 'The users have been updated.' };
  });

  write(endpoints.saveUser, { params: IdParams, body: UserForm, reply: User }, (ctx, { params, body }) =>
    actions.saveUser(ctx, { id: params.id, form: body, portal }),
  );

  write(endpoints.setUserRole, { params: IdParams, body: RoleForm, reply: User }, (ctx, { params, body }) =>
    actions.setRole(ctx, params.id, body.role),
  );

  write(endpoints.switchOffSecondFactor, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await switchOffSecondFactor(ctx, params.id, portal);
    return { message: 'Two-factor authentication of this user is off.' };
  });
}
