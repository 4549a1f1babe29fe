import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/accounts.endpoints.ts';
import * as admin from '#contract/identity/accounts-admin.endpoints.ts';
import type { BulkUpdate } from '#contract/identity/accounts-admin.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { RemovalList } from '#server/platform/files/removals.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import * as actions from './actions.ts';
import * as notes from './note-actions.ts';
import { countByRole } from './store.ts';
import * as users from './user-actions.ts';

type AccountRoutes = { database: Database; removals: RemovalList; env: { demo: boolean } };

/**
 * Registers the routes of members' own profile and settings, of the list of users, of roles and of notes about members.
 * Routes about getting into an account belong to sign-in, the deletion of one to privacy.
 */
export function accountRoutes(app: FastifyInstance, { database, removals, env }: AccountRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.getCurrentUser, (ctx) => actions.getCurrentUser(ctx));

  write(endpoints.updateProfile, (ctx, { body }) => actions.changeProfile(ctx, body));

  write(endpoints.updateFirstSteps, (ctx, { body }) => actions.changeFirstSteps(ctx, body));

  write(endpoints.updateSettings, (ctx, { body }) => actions.changeSettings(ctx, body));

  read(admin.listUsers, async (ctx, { query, reply }) => {
    const { users: found, total } = await users.listUsers(ctx, query);
    reply.header('x-total-count', total);
    return found;
  });

  read(admin.listMembers, (ctx, { query }) => users.listMembers(ctx, query));

  flow(admin.downloadUsers, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => users.exportUsers(inner, query));
    return sendCsv(reply, { name: nameOfDay('users', ctx), text });
  });

  read(admin.countUsers, (ctx) => countByRole(ctx.db));

  read(admin.getUser, (ctx, { params }) => users.getUser(ctx, params.id));

  const setRoles = async (ctx: MemberFlowContext, update: BulkUpdate) => {
    const removed = await ctx.transaction((inner) => users.setRoles(inner, update, env.demo));
    for (const removal of removed) await removals.add(removal);
  };

  flow(admin.updateUsers, async (ctx, { body }) => {
    await setRoles(ctx, body);
    return { message: 'The users have been updated.' };
  });

  flow(admin.setUserRole, async (ctx, { params, body }) => {
    await setRoles(ctx, { userIds: [params.id], updates: { role: body.role } });
    return users.getUser(ctx, params.id);
  });

  read(admin.listNotes, (ctx, { params }) => notes.listNotes(ctx, params.id));

  write(admin.addNote, (ctx, { params, body }) => notes.addNote(ctx, params.id, body.text));

  write(admin.removeNote, async (ctx, { params }) => {
    await notes.removeNote(ctx, params.id, params.noteId);
    return { message: 'The note has been deleted.' };
  });
}
