import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as seatEndpoints from '#contract/commerce/seats.endpoints.ts';
import { AssignedSeats, Seat, SeatAssignment, SeatParams, SeatPool, SeatsQuery } from '#contract/commerce/seats.ts';
import { Message } from '#contract/message.ts';
import * as endpoints from '#contract/organisations/organisations.endpoints.ts';
import {
  ClosingForm,
  Invitation,
  InvitationForm,
  InvitationLink,
  InvitationParams,
  OpenInvitation,
  Organisation,
  OrganisationForm,
  OrganisationPerson,
  OrganisationRoleForm,
  PeopleQuery,
  PersonParams,
} from '#contract/organisations/organisations.ts';
import { IdParams } from '#contract/text.ts';
import type { RegistrationRefusal } from '#server/identity/sign-in/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as actions from './actions.ts';
import type { StrangerMails } from './flows/stranger-mails.ts';
import * as invitations from './invitation-actions.ts';
import * as seatActions from './seat-actions.ts';

/** Limits of the calls about organisations, per member except `openedLinks`; see docs/operator/monitoring.md. */
export type OrganisationLimits = {
  /** Organisations made per day. */
  made: Limit;
  /** Names given to organisations per day. */
  renamed: Limit;
  /** Addresses invited per day. */
  invited: Limit;
  /** Links used per hour. */
  links: Limit;
  /** Links opened per minute from one network. */
  openedLinks: Limit;
};

type OrganisationRoutes = {
  database: Database;
  limiter: Limiter;
  limits: OrganisationLimits;
  portal: Portal;
  strangers: StrangerMails;
  registrationRefusal: RegistrationRefusal;
};

export function organisationRoutes(app: FastifyInstance, deps: OrganisationRoutes): void {
  const { database, limiter, limits, portal } = deps;
  const { read, write } = routesOf(app, database);

  write(endpoints.createOrganisation, { body: OrganisationForm, reply: Organisation }, async (ctx, { body }) => {
    await limiter.take(limits.made, `${ctx.actor.userId}`);
    return actions.createOrganisation(ctx, body.name, portal);
  });

  read(endpoints.getOwnOrganisation, { reply: z.nullable(Organisation) }, (ctx) => actions.getOwnOrganisation(ctx));

  const renaming = { params: IdParams, body: OrganisationForm, reply: Message };
  write(endpoints.renameOrganisation, renaming, async (ctx, { params, body }) => {
    await limiter.take(limits.renamed, `${ctx.actor.userId}`);
    await actions.renameOrganisation(ctx, { id: params.id, name: body.name }, portal);
    return { message: `The organisation is now called ${body.name}.` };
  });

  const closing = { params: IdParams, body: ClosingForm, reply: Message };
  write(endpoints.closeOrganisation, closing, async (ctx, { params, body }) => {
    await actions.closeOrganisation(ctx, params.id, body.name);
    return { message: 'The organisation is closed.' };
  });

  const list = { params: IdParams, query: PeopleQuery, reply: z.array(OrganisationPerson) };
  read(endpoints.listOrganisationPeople, list, async (ctx, { params, query, reply }) => {
    const { people, total } = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return people;
  });

  const change = { params: PersonParams, body: OrganisationRoleForm, reply: OrganisationPerson };
  write(endpoints.setOrganisationRole, change, (ctx, { params: { id, userId }, body: { role } }) =>
    actions.setRole(ctx, { organisationId: id, userId, role }, portal),
  );

  const removal = { params: PersonParams, reply: Message };
  write(endpoints.removeFromOrganisation, removal, async (ctx, { params: { id, userId } }) => {
    await actions.removePerson(ctx, { organisationId: id, userId }, portal);
    return { message: 'Removed.' };
  });

  invitationRoutes(app, deps);
}

function invitationRoutes(app: FastifyInstance, deps: OrganisationRoutes): void {
  const { database, limiter, limits, portal, strangers, registrationRefusal } = deps;
  const { read, write, visitors } = routesOf(app, database);

  read(endpoints.listInvitations, { params: IdParams, reply: z.array(Invitation) }, (ctx, { params }) =>
    invitations.listInvitations(ctx, params.id),
  );

  const asked = { params: IdParams, body: InvitationForm, reply: Message };
  write(endpoints.invitePeople, asked, async (ctx, { params, body }) => {
    await actions.requirePlace(ctx, params.id);
    await invitations.invite(ctx, params.id, body);
    // Counted last, so that a call with a bad address or an old sign-in costs nothing; an error of a limit rolls the
    // invitations back.
    await limiter.take(limits.invited, `${ctx.actor.userId}`, body.emails.length);
    await strangers.takeInvitations(ctx, params.id, body.emails.length);
    const { length } = body.emails;
    return { message: length === 1 ? 'The invitation is on its way.' : `${length} invitations are on their way.` };
  });

  const one = { params: InvitationParams, reply: Message };
  write(endpoints.resendInvitation, one, async (ctx, { params: { id, invitationId } }) => {
    await actions.requirePlace(ctx, id);
    await invitations.resend(ctx, id, invitationId);
    await limiter.take(limits.invited, `${ctx.actor.userId}`);
    await strangers.takeInvitations(ctx, id, 1);
    return { message: 'The invitation is on its way.' };
  });

  write(endpoints.withdrawInvitation, one, async (ctx, { params: { id, invitationId } }) => {
    await invitations.withdraw(ctx, id, invitationId);
    return { message: 'The invitation is withdrawn.' };
  });

  visitors.read(endpoints.openInvitation, { body: InvitationLink, reply: OpenInvitation }, async (ctx, { body }) => {
    await limiter.take(limits.openedLinks, networkOf(ctx.origin.ip));
    return invitations.openInvitation(ctx, body.token, registrationRefusal);
  });

  write(endpoints.askForInvitation, { body: InvitationLink, reply: Message }, async (ctx, { body }) => {
    await limiter.take(limits.links, `${ctx.actor.userId}`);
    await invitations.askForInvitation(ctx, body.token, portal);
    return { message: 'We have asked for an invitation to your email address.' };
  });

  const accept = async (ctx: MemberContext, { token }: InvitationLink) => {
    await limiter.take(limits.links, `${ctx.actor.userId}`);
    return invitations.acceptInvitation(ctx, token);
  };
  write(endpoints.acceptInvitation, { body: InvitationLink, reply: Organisation }, (ctx, { body }) =>
    accept(ctx, body),
  );
  write(endpoints.acceptInvitationAtPath, { params: InvitationLink, reply: Organisation }, (ctx, { params }) =>
    accept(ctx, params),
  );
}

export function seatRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(seatEndpoints.listSeatPools, { params: IdParams, reply: z.array(SeatPool) }, (ctx, { params }) =>
    seatActions.listPools(ctx, params.id),
  );

  const list = { params: IdParams, query: SeatsQuery, reply: z.array(Seat) };
  read(seatEndpoints.listSeats, list, async (ctx, { params, query, reply }) => {
    const { seats, total } = await seatActions.listSeats(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return seats;
  });

  const assignment = { params: IdParams, body: SeatAssignment, reply: AssignedSeats };
  write(seatEndpoints.assignSeats, assignment, (ctx, { params, body }) =>
    seatActions.assignSeats(ctx, params.id, body),
  );

  write(seatEndpoints.takeBackSeat, { params: SeatParams, reply: Message }, async (ctx, { params: { id, seatId } }) => {
    await seatActions.takeBackSeat(ctx, id, seatId);
    return { message: 'The seat was taken back.' };
  });
}
