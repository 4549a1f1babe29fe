import type { FastifyInstance } from 'fastify';
import * as seatEndpoints from '#contract/commerce/seats.endpoints.ts';
import * as endpoints from '#contract/organisations/organisations.endpoints.ts';
import type { InvitationLink } from '#contract/organisations/organisations.ts';
import type { RegistrationRejection } from '#server/identity/sign-in/actions.ts';
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
  registrationRejection: RegistrationRejection;
};

export function organisationRoutes(app: FastifyInstance, deps: OrganisationRoutes): void {
  const { database, limiter, limits, portal } = deps;
  const { read, write } = routesOf(app, database);

  write(endpoints.createOrganisation, async (ctx, { body }) => {
    await limiter.take(limits.made, `${ctx.actor.userId}`);
    return actions.createOrganisation(ctx, body.name, portal);
  });

  read(endpoints.getOwnOrganisation, (ctx) => actions.getOwnOrganisation(ctx));

  write(endpoints.renameOrganisation, async (ctx, { params, body }) => {
    await limiter.take(limits.renamed, `${ctx.actor.userId}`);
    await actions.renameOrganisation(ctx, { id: params.id, name: body.name }, portal);
    return { message: `The organisation is now called ${body.name}.` };
  });

  write(endpoints.closeOrganisation, async (ctx, { params, body }) => {
    await actions.closeOrganisation(ctx, params.id, body.name);
    return { message: 'The organisation is closed.' };
  });

  read(endpoints.listOrganisationPeople, async (ctx, { params, query, reply }) => {
    const { people, total } = await actions.listPeople(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return people;
  });

  write(endpoints.setOrganisationRole, (ctx, { params: { id, userId }, body: { role } }) =>
    actions.setRole(ctx, { organisationId: id, userId, role }, portal),
  );

  write(endpoints.removeFromOrganisation, async (ctx, { params: { id, userId } }) => {
    await actions.removePerson(ctx, { organisationId: id, userId }, portal);
    return { message: 'Removed.' };
  });

  invitationRoutes(app, deps);
}

function invitationRoutes(app: FastifyInstance, deps: OrganisationRoutes): void {
  const { database, limiter, limits, portal, strangers, registrationRejection } = deps;
  const { read, write, visitors } = routesOf(app, database);

  read(endpoints.listInvitations, (ctx, { params }) => invitations.listInvitations(ctx, params.id));

  write(endpoints.invitePeople, async (ctx, { params, body }) => {
    await actions.requireMembership(ctx, params.id);
    await invitations.invite(ctx, params.id, body);
    // Counted last, so that a call with a bad address or an old sign-in costs nothing; an error of a limit rolls the
    // invitations back.
    await limiter.take(limits.invited, `${ctx.actor.userId}`, body.emails.length);
    await strangers.takeInvitations(ctx, params.id, body.emails.length);
    const { length } = body.emails;
    return { message: length === 1 ? 'The invitation is on its way.' : `${length} invitations are on their way.` };
  });

  write(endpoints.resendInvitation, async (ctx, { params: { id, invitationId } }) => {
    await actions.requireMembership(ctx, id);
    await invitations.resend(ctx, id, invitationId);
    await limiter.take(limits.invited, `${ctx.actor.userId}`);
    await strangers.takeInvitations(ctx, id, 1);
    return { message: 'The invitation is on its way.' };
  });

  write(endpoints.withdrawInvitation, async (ctx, { params: { id, invitationId } }) => {
    await invitations.withdraw(ctx, id, invitationId);
    return { message: 'The invitation is withdrawn.' };
  });

  visitors.read(endpoints.openInvitation, async (ctx, { body }) => {
    await limiter.take(limits.openedLinks, networkOf(ctx.origin.ip));
    return invitations.openInvitation(ctx, body.token, registrationRejection);
  });

  write(endpoints.askForInvitation, async (ctx, { body }) => {
    await limiter.take(limits.links, `${ctx.actor.userId}`);
    await invitations.askForInvitation(ctx, body.token, portal);
    return { message: 'We have asked for an invitation to your email address.' };
  });

  const accept = async (ctx: MemberContext, { token }: InvitationLink) => {
    await limiter.take(limits.links, `${ctx.actor.userId}`);
    return invitations.acceptInvitation(ctx, token);
  };
  write(endpoints.acceptInvitation, (ctx, { body }) => accept(ctx, body));
  write(endpoints.acceptInvitationAtPath, (ctx, { params }) => accept(ctx, params));
}

export function seatRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(seatEndpoints.listSeatPools, (ctx, { params }) => seatActions.listPools(ctx, params.id));

  read(seatEndpoints.listSeats, async (ctx, { params, query, reply }) => {
    const { seats, total } = await seatActions.listSeats(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return seats;
  });

  write(seatEndpoints.assignSeats, (ctx, { params, body }) => seatActions.assignSeats(ctx, params.id, body));

  write(seatEndpoints.takeBackSeat, async (ctx, { params: { id, seatId } }) => {
    await seatActions.takeBackSeat(ctx, id, seatId);
    return { message: 'The seat was taken back.' };
  });
}
