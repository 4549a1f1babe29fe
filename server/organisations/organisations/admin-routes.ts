import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/organisations/organisations-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as actions from './admin-actions.ts';

export function organisationAdminRoutes(
  app: FastifyInstance,
  { database, portal }: { database: Database; portal: Portal },
): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listOrganisations, async (ctx, { query, reply }) => {
    const { organisations, total } = await actions.listOrganisations(ctx, query);
    reply.header('x-total-count', String(total));
    return organisations;
  });

  read(endpoints.getOrganisation, (ctx, { params }) => actions.getOrganisation(ctx, params.id));

  read(endpoints.listPeopleOfOrganisation, async (ctx, { params, query, reply }) => {
    const found = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(found.total));
    return found.people;
  });

  write(endpoints.addOrganisation, (ctx, { body }) => actions.addOrganisation(ctx, body));

  write(endpoints.confirmOrganisation, (ctx, { params, body }) => actions.confirmOrganisation(ctx, params.id, body));

  write(endpoints.giveSeats, (ctx, { params, body }) => actions.giveSeats(ctx, params.id, body));

  write(endpoints.endSeats, async (ctx, { params: { id, lotId } }) => {
    await actions.endSeats(ctx, id, lotId);
    return { message: 'The seats have ended.' };
  });

  write(endpoints.setRoleInOrganisation, (ctx, { params: { id, userId }, body: { role } }) =>
    actions.setRole(ctx, { organisationId: id, userId, role }, portal),
  );

  write(endpoints.closeOrganisationOfOthers, async (ctx, { params, body }) => {
    await actions.closeOrganisation(ctx, params.id, body.name);
    return { message: 'The organisation is closed.' };
  });
}
