import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/catalogue/content-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

/** A file has about 60 kB; the limit leaves room for longer texts in any script. */
const large = { bodyLimit: 2 * 1024 * 1024 };

/** Registers the routes to administer the publisher's content (CONTENT-03 to CONTENT-06). */
export function contentRoutes(app: FastifyInstance, database: Database): void {
  const { read, write } = routesOf(app, database);
  read(endpoints.getContentState, (ctx) => actions.getState(ctx));

  read(endpoints.exportContent, async (ctx, { params: { version }, request, reply }) => {
    const text = await actions.exportVersion(ctx, version);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="content-${version}.json"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(request.method === 'HEAD' ? '' : text);
  });

  read(endpoints.checkContent, (ctx, { body }) => actions.checkFile(ctx, body.text), large);

  write(endpoints.publishContent, (ctx, { body }) => actions.publishFile(ctx, body), large);

  write(endpoints.restoreContent, (ctx, { params, body }) => actions.publishAgain(ctx, { ...params, ...body }));
}
