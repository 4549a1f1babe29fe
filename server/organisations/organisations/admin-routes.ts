import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/message.ts';
import {
  ClosingForm,
  OrganisationPerson,
  OrganisationRoleForm,
  PeopleQuery,
  PersonParams,
} from '#contract/organisations/organisations.ts';
import * as endpoints from '#contract/organisations/organisations-admin.endpoints.ts';
import {
  AdminOrganisation,
  AdminOrganisationDetail,
  AdminOrganisationForm,
  AdminOrganisationQuery,
  ConfirmationForm,
  SeatGrantForm,
  SeatLot,
  SeatLotParams,
} from '#contract/organisations/organisations-admin.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as actions from './admin-actions.ts';

export function organisationAdminRoutes(
  app: FastifyInstance,
  { database, portal }: { database: Database; portal: Portal },
): void {
  const { read, write } = routesOf(app, database);

  const list = { query: AdminOrganisationQuery, reply: z.array(AdminOrganisation) };
  read(endpoints.listOrganisations, list, async (ctx, { query, reply }) => {
    const { organisations, total } = await actions.listOrganisations(ctx, query);
    reply.header('x-total-count', String(total));
    return organisations;
  });

  read(endpoints.getOrganisation, { params: IdParams, reply: AdminOrganisationDetail }, (ctx, { params }) =>
    actions.getOrganisation(ctx, params.id),
  );

  const people = { params: IdParams, query: PeopleQuery, reply: z.array(OrganisationPerson) };
  read(endpoints.listPeopleOfOrganisation, people, async (ctx, { params, query, reply }) => {
    const found = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(found.total));
    return found.people;
  });

  write(endpoints.addOrganisation, { body: AdminOrganisationForm, reply: AdminOrganisation }, (ctx, { body }) =>
    actions.addOrganisation(ctx, body),
  );

  const confirmation = { params: IdParams, body: ConfirmationForm, reply: AdminOrganisation };
  write(endpoints.confirmOrganisation, confirmation, (ctx, { params, body }) =>
    actions.confirmOrganisation(ctx, params.id, body),
  );

  write(endpoints.giveSeats, { params: IdParams, body: SeatGrantForm, reply: SeatLot }, (ctx, { params, body }) =>
    actions.giveSeats(ctx, params.id, body),
  );

  write(endpoints.endSeats, { params: SeatLotParams, reply: Message }, async (ctx, { params: { id, lotId } }) => {
    await actions.endSeats(ctx, id, lotId);
    return { message: 'The seats have ended.' };
  });

  const change = { params: PersonParams, body: OrganisationRoleForm, reply: OrganisationPerson };
  write(endpoints.setRoleInOrganisation, change, (ctx, { params: { id, userId }, body: { role } }) =>
    actions.setRole(ctx, { organisationId: id, userId, role }, portal),
  );

  const closing = { params: IdParams, body: ClosingForm, reply: Message };
  write(endpoints.closeOrganisationOfOthers, closing, async (ctx, { params, body }) => {
    await actions.closeOrganisation(ctx, params.id, body.name);
    return { message: 'The organisation is closed.' };
  });
}
