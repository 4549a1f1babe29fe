import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/organisations/company-sign-in.endpoints.ts';
import type { CompanyParams } from '#contract/organisations/company-sign-in.ts';
import { startTest } from '#server/identity/connections/flows/start.ts';
import type { Providers } from '#server/identity/connections/provider-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { LookUpTxt } from '#server/platform/dns.ts';
import type { Cookie } from '#server/platform/http/cookies.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { requireMembership } from '../organisations/actions.ts';
import { isOwner } from '../organisations/rules.ts';
import * as actions from './actions.ts';
import { addCompany, changeCompany, moveDomain } from './flows/connect.ts';

type CompanyRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limit of look-ups of issuers, and of added, changed and tested connections, per organisation. */
  limit: Limit;
  deps: actions.CompanyDeps & { providers: Providers };
  browserCookie: Cookie;
  lookUpTxt: LookUpTxt;
};

const oneOf = ({ id, connectionId }: CompanyParams) => ({ organisationId: id, connectionId });

export function companyRoutes(app: FastifyInstance, options: CompanyRoutes): void {
  const { database, limiter, limit, deps, browserCookie, lookUpTxt } = options;
  const { read, write, flow } = routesOf(app, database);
  const take = (organisationId: number) => limiter.take(limit, `organisation:${organisationId}`);

  read(endpoints.listCompanyConnections, (ctx, { params }) => actions.listCompany(ctx, params.id, deps.publicUrl));

  flow(endpoints.lookUpCompanyIssuer, async (ctx, { params, body }) => {
    await requireMembership(ctx, params.id, isOwner);
    await take(params.id);
    return deps.providers.lookUp(params.id, body.issuer);
  });

  flow(endpoints.addCompanyConnection, async (ctx, { params, body }) => {
    await requireMembership(ctx, params.id, isOwner);
    await take(params.id);
    return addCompany(ctx, deps, { organisationId: params.id, form: body });
  });

  flow(endpoints.changeCompanyConnection, async (ctx, { params, body }) => {
    await actions.getForOwner(ctx, oneOf(params));
    await take(params.id);
    return changeCompany(ctx, deps, { ...oneOf(params), form: body });
  });

  write(endpoints.removeCompanyConnection, async (ctx, { params }) => {
    await actions.removeCompany(ctx, oneOf(params));
    return { message: 'The connection is removed.' };
  });

  flow(endpoints.testCompanyConnection, async (ctx, { params, request, reply }) => {
    const row = await actions.getForOwner(ctx, oneOf(params));
    await take(params.id);
    const browserSecret = browserCookie.read(request) ?? newSecret();
    const address = await startTest(ctx, deps.providers, row, { browserSecret, userId: ctx.actor.userId });
    browserCookie.set(reply, browserSecret);
    return { address };
  });

  write(endpoints.activateCompanyConnection, (ctx, { params }) => actions.activateCompany(ctx, oneOf(params), deps));

  write(endpoints.enforceCompanyConnection, (ctx, { params, body }) =>
    actions.enforceCompany(ctx, { ...oneOf(params), ownerIds: body.emergencyOwnerIds }, deps),
  );

  write(endpoints.disableCompanyConnection, (ctx, { params }) => actions.disableCompany(ctx, oneOf(params), deps));

  flow(endpoints.moveDomain, (ctx, { params, body }) =>
    moveDomain(ctx, lookUpTxt, { organisationId: params.id, domain: body.domain }),
  );
}
