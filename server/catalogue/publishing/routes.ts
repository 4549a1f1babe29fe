import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/catalogue/publishing.endpoints.ts';
import {
  AdminResource,
  AdminResourceCounts,
  AdminResourceCsvQuery,
  AdminResourceQuery,
  BulkOutcome,
} from '#contract/catalogue/publishing.ts';
import { BulkChange, ResourceForm, ResourcePatch } from '#contract/catalogue/publishing-forms.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
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

  const list = { query: AdminResourceQuery, reply: z.array(AdminResource) };
  read(endpoints.listAdminResources, list, async (ctx, { query, reply }) => {
    const { resources, total, isMinimum } = await listResources(ctx, query);
    reply.header('x-total-count', total);
    if (isMinimum) reply.header('x-total-count-is-minimum', 'true');
    return resources;
  });

  flow(endpoints.downloadResourceList, { query: AdminResourceCsvQuery }, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportResources(inner, query));
    return sendCsv(reply, { name: nameOfDay('resources', ctx), text });
  });

  read(endpoints.countAdminResources, { reply: AdminResourceCounts }, (ctx) => countByStatus(ctx.db));

  read(endpoints.getAdminResource, { params: IdParams, reply: AdminResource }, (ctx, { params }) =>
    actions.getResource(ctx, params.id),
  );

  write(
    endpoints.createResource,
    { body: ResourceForm, reply: AdminResource },
    (ctx, { body }) => actions.createResource(ctx, body, deps),
    large,
  );

  write(
    endpoints.saveResource,
    { params: IdParams, body: ResourceForm, reply: AdminResource },
    (ctx, { params, body }) => actions.saveResource(ctx, { id: params.id, form: body, isAssessmentPublic }),
    large,
  );

  write(
    endpoints.patchResource,
    { params: IdParams, body: ResourcePatch, reply: AdminResource },
    (ctx, { params, body }) => actions.patchResource(ctx, { id: params.id, patch: body, isAssessmentPublic }),
    large,
  );

  write(endpoints.deleteResource, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await actions.deleteResource(ctx, params.id);
    return { message: 'Resource deleted' };
  });

  write(endpoints.duplicateResource, { params: IdParams, reply: AdminResource }, (ctx, { params }) =>
    actions.duplicateResource(ctx, params.id, isAssessmentPublic),
  );

  write(endpoints.changeResources, { body: BulkChange, reply: z.array(BulkOutcome) }, (ctx, { body }) =>
    changeResources(ctx, body, isAssessmentPublic),
  );
}
