import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/catalogue/publishing.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import * as actions from './actions.ts';
import { listResources } from './actions.ts';
import { changeResources } from './batch-actions.ts';
import type { IsAssessmentPublic } from './bundle-actions.ts';
import { countByStatus } from './store.ts';

type PublishingRoutes = { database: Database; currency: string; isAssessmentPublic: IsAssessmentPublic };

const large = { bodyLimit: 256 * 1024 };

export function publishingRoutes(app: FastifyInstance, { database, ...deps }: PublishingRoutes): void {
  const { isAssessmentPublic } = deps;
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.listAdminResources, async (ctx, { query, reply }) => {
    const { resources, total, isMinimum } = await listResources(ctx, query);
    reply.header('x-total-count', total);
    if (isMinimum) reply.header('x-total-count-is-minimum', 'true');
    return resources;
  });

  flow(endpoints.downloadResourceList, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportResources(inner, query));
    return sendCsv(reply, { name: nameOfDay('resources', ctx), text });
  });

  read(endpoints.countAdminResources, (ctx) => countByStatus(ctx.db));

  read(endpoints.getAdminResource, (ctx, { params }) => actions.getResource(ctx, params.id));

  write(endpoints.createResource, (ctx, { body }) => actions.createResource(ctx, body, deps), large);

  write(
    endpoints.saveResource,
    (ctx, { params, body }) => actions.saveResource(ctx, { id: params.id, form: body, isAssessmentPublic }),
    large,
  );

  write(
    endpoints.patchResource,
    (ctx, { params, body }) => actions.patchResource(ctx, { id: params.id, patch: body, isAssessmentPublic }),
    large,
  );

  write(endpoints.deleteResource, async (ctx, { params }) => {
    await actions.deleteResource(ctx, params.id);
    return { message: 'Resource deleted' };
  });

  write(endpoints.duplicateResource, (ctx, { params }) =>
    actions.duplicateResource(ctx, params.id, isAssessmentPublic),
  );

  write(endpoints.changeResources, (ctx, { body }) => changeResources(ctx, body, isAssessmentPublic));
}
