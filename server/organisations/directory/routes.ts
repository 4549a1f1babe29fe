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
  EndedAccess,
  EndedAccessQuery,
  NewDirectoryToken,
} from '#contract/organisations/directory.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv } from '#server/platform/http/send-csv.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as ended from './ended-actions.ts';
import * as actions from './token-actions.ts';

type DirectoryRoutes = { database: Database; publicUrl: string; portal: Portal };

export function directoryRoutes(app: FastifyInstance, { database, publicUrl, portal }: DirectoryRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.getDirectory, { params: IdParams, reply: Directory }, (ctx, { params }) =>
    actions.getDirectory(ctx, params.id, publicUrl),
  );

  const list = { params: IdParams, query: DirectoryPeopleQuery, reply: z.array(DirectoryPerson) };
  read(endpoints.listDirectoryPeople, list, async (ctx, { params, query, reply }) => {
    const { people, total } = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return people;
  });

  const record = { params: IdParams, query: EndedAccessQuery, reply: z.array(EndedAccess) };
  read(endpoints.listEndedAccess, record, async (ctx, { params, query, reply }) => {
    const page = await ended.listEndedAccess(ctx, params.id, query);
    reply.header('x-total-count', String(page.total));
    return page.ended;
  });

  flow(endpoints.downloadEndedAccess, { params: IdParams }, async (ctx, { params, request, reply }) => {
    const text = await ended.exportEndedAccess(ctx, params.id);
    if (request.method !== 'HEAD') {
      await ctx.transaction((inner) => ended.recordDownload({ ...inner, actor: ctx.actor }, params.id));
    }
    return sendCsv(reply, { name: nameOfDay('offboarding', ctx), text });
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
