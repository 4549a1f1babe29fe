import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/message.ts';
import * as endpoints from '#contract/organisations/directory.endpoints.ts';
import {
  Directory,
  DirectoryPeopleQuery,
  DirectoryPerson,
  DirectoryTokenForm,
  DirectoryTokenParams,
  NewDirectoryToken,
} from '#contract/organisations/directory.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as actions from './token-actions.ts';

type DirectoryRoutes = { database: Database; publicUrl: string; portal: Portal };

export function directoryRoutes(app: FastifyInstance, { database, publicUrl, portal }: DirectoryRoutes): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.getDirectory, { params: IdParams, reply: Directory }, (ctx, { params }) =>
    actions.getDirectory(ctx, params.id, publicUrl),
  );

  const list = { params: IdParams, query: DirectoryPeopleQuery, reply: z.array(DirectoryPerson) };
  read(endpoints.listDirectoryPeople, list, async (ctx, { params, query, reply }) => {
    const { people, total } = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return people;
  });

  const made = { params: IdParams, body: DirectoryTokenForm, reply: NewDirectoryToken };
  write(endpoints.createDirectoryToken, made, (ctx, { params, body }) =>
    actions.createToken(ctx, params.id, body.name, portal),
  );

  const revoked = { params: DirectoryTokenParams, reply: Message };
  write(endpoints.revokeDirectoryToken, revoked, async (ctx, { params: { id, tokenId } }) => {
    await actions.revokeToken(ctx, { organisationId: id, tokenId }, portal);
    return { message: 'The token is revoked.' };
  });
}
