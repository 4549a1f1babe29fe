import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/operations/audit.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import * as actions from './actions.ts';

/** Registers the routes of the audit log for administrators. No route changes or deletes an entry. */
export function auditRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, flow } = routesOf(app, database);

  read(endpoints.listAuditEntries, async (ctx, { query, reply }) => {
    const { entries, total, isMinimum } = await actions.listEntries(ctx, query);
    reply.headers({ 'x-total-count': total, ...(isMinimum && { 'x-total-count-is-minimum': 'true' }) });
    return entries;
  });

  flow(endpoints.downloadAuditLog, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportEntries(inner, query));
    return sendCsv(reply, { name: nameOfDay('audit-log', ctx), text });
  });
}
