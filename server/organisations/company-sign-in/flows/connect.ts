import type {
  CompanyConnection,
  CompanyConnectionChange,
  NewCompanyConnection,
} from '#contract/organisations/company-sign-in.ts';
import type { OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import type { Providers } from '#server/identity/connections/provider-actions.ts';
import * as domains from '#server/organisations/organisations/domain-actions.ts';
import { hasRecord } from '#server/organisations/organisations/flows/domains.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import type { LookUpTxt } from '#server/platform/dns.ts';
import { fail } from '#server/platform/failure.ts';
import * as actions from '../actions.ts';

type Deps = actions.CompanyDeps & { providers: Providers };

/** Adds a connection of an organisation. Fetches the document of its issuer first, outside a transaction. */
export async function addCompany(
  ctx: MemberFlowContext,
  deps: Deps,
  { organisationId, form }: { organisationId: number; form: NewCompanyConnection },
): Promise<CompanyConnection> {
  await actions.requireDomain(ctx, organisationId);
  const document = await deps.providers.require(organisationId, form.issuer);
  return ctx.transaction((inner) => actions.addCompany(inner, { organisationId, form, document }, deps));
}

type Change = { organisationId: number; connectionId: string; form: CompanyConnectionChange };

/** Changes a connection of an organisation. Fetches the document of a new issuer first, outside a transaction. */
export async function changeCompany(ctx: MemberFlowContext, deps: Deps, change: Change): Promise<CompanyConnection> {
  const row = await actions.getForOwner(ctx, change);
  const { issuer = row.issuer } = change.form;
  const document = issuer === row.issuer ? null : await deps.providers.require(change.organisationId, issuer);
  return ctx.transaction((inner) => actions.changeCompany(inner, { ...change, document }, deps));
}

/**
 * Moves a domain to an organisation whose DNS record it has now (SSO-01).
 * @throws organisations.domain-not-added, organisations.domain-unproven, organisations.dns-failed,
 * organisations.domain-not-found, organisations.domain-taken
 */
export async function moveDomain(
  ctx: MemberFlowContext,
  lookUpTxt: LookUpTxt,
  { organisationId, domain }: { organisationId: number; domain: string },
): Promise<OrganisationDomain> {
  const row = await domains.getToMove(ctx, organisationId, domain);
  if (!(await hasRecord(lookUpTxt, row))) throw fail('organisations.domain-unproven');
  return ctx.transaction((inner) => domains.moveProof(inner, { organisationId, domainId: row.id }));
}
