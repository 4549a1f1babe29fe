import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/organisations/directory.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv } from '#server/platform/http/send-csv.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as ended from './ended-actions.ts';
import * as actions from './token-actions.ts';

type DirectoryRoutes = { database: Database; publicUrl: string; portal: Portal };

export function directoryRoutes(app: FastifyInstance, { database, publicUrl, portal }: DirectoryRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.getDirectory, (ctx, { params }) => actions.getDirectory(ctx, params.id, publicUrl));

  read(endpoints.listDirectoryPeople, async (ctx, { params, query, reply }) => {
    const { people, total } = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return people;
  });

  read(endpoints.listEndedAccess, async (ctx, { params, query, reply }) => {
    const page = await ended.listEndedAccess(ctx, params.id, query);
    reply.header('x-total-count', String(page.total));
    return page.ended;
  });

  flow(endpoints.downloadEndedAccess, async (ctx, { params, request, reply }) => {
    const text = await ended.exportEndedAccess(ctx, params.id);
    if (request.method !== 'HEAD') {
      await ctx.transaction((inner) => ended.recordDownload({ ...inner, actor: ctx.actor }, params.id));
    }
    return sendCsv(reply, { name: nameOfDay('offboarding', ctx), text });
  });

  write(endpoints.createDirectoryToken, (ctx, { params, body }) =>
    actions.createToken(ctx, params.id, body.name, portal),
  );

  write(endpoints.revokeDirectoryToken, async (ctx, { params: { id, tokenId } }) => {
    await actions.revokeToken(ctx, { organisationId: id, tokenId }, portal);
    return { message: 'The token is revoked.' };
  });
}
