import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/organisations/organisations-domains.endpoints.ts';
import type { DomainParams } from '#contract/organisations/organisations-domains.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { LookUpTxt } from '#server/platform/dns.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { requireMembership } from './actions.ts';
import * as domains from './domain-actions.ts';
import { findOffer } from './domain-store.ts';
import { checkDomain } from './flows/domains.ts';
import type { StrangerMails } from './flows/stranger-mails.ts';
import * as joining from './joining-actions.ts';
import { isOwner } from './rules.ts';

type DomainRoutes = {
  database: Database;
  limiter: Limiter;
  /** Attempts to prove domains of one organisation in an hour: mailed codes, typed codes and look-ups. */
  limit: Limit;
  portal: Portal;
  lookUpTxt: LookUpTxt;
  strangers: StrangerMails;
};

const idsOf = ({ id, domainId }: DomainParams): domains.OneDomain => ({ organisationId: id, domainId });

export function domainRoutes(app: FastifyInstance, deps: DomainRoutes): void {
  const { database, limiter, limit, portal, lookUpTxt, strangers } = deps;
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.listDomains, (ctx, { params }) => domains.listDomains(ctx, params.id));

  write(endpoints.addDomain, (ctx, { params, body }) => domains.addDomain(ctx, params.id, body));

  write(endpoints.emailDomainCode, async (ctx, { params, body }) => {
    await requireMembership(ctx, params.id, isOwner);
    await limiter.take(limit, `${params.id}`);
    await strangers.takeCode(ctx, params.id);
    const address = await domains.mailCode(ctx, { ...idsOf(params), ...body }, portal);
    return { message: `The code is on its way to ${address}.` };
  });

  flow(endpoints.checkDomain, async (ctx, { params, body }) => {
    await requireMembership(ctx, params.id, isOwner);
    await limiter.take(limit, `${params.id}`);
    return checkDomain(ctx, lookUpTxt, { ...idsOf(params), ...body });
  });

  write(endpoints.setJoining, (ctx, { params, body }) => domains.setJoining(ctx, idsOf(params), body.joining));

  write(endpoints.removeDomain, async (ctx, { params }) => {
    await domains.removeDomain(ctx, idsOf(params));
    return { message: 'The domain is removed.' };
  });

  joiningRoutes(app, deps);
}

function joiningRoutes(app: FastifyInstance, { database, portal }: DomainRoutes): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.getOrganisationOffer, (ctx) => findOffer(ctx.db, ctx.actor.userId));

  write(endpoints.joinOrganisation, (ctx, { params }) => joining.join(ctx, params.id, portal));

  read(endpoints.listJoinRequests, async (ctx, { params, query, reply }) => {
    const { requests, total } = await joining.listRequests(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return requests;
  });

  write(endpoints.acceptJoinRequest, async (ctx, { params: { id, userId } }) => {
    await joining.acceptRequest(ctx, { organisationId: id, userId }, portal);
    return { message: 'Accepted.' };
  });

  write(endpoints.declineJoinRequest, async (ctx, { params: { id, userId } }) => {
    await joining.declineRequest(ctx, { organisationId: id, userId });
    return { message: 'Declined.' };
  });
}
