import type { DomainCheck, OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { DnsOutage, type LookUpTxt } from '#server/platform/dns.ts';
import { fail } from '#server/platform/failure.ts';
import * as actions from '../domain-actions.ts';

/**
 * Proves a domain by the code of a mail, or without a code by its DNS record (ORG-04).
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found,
 * organisations.domain-code, organisations.domain-unproven, organisations.domain-taken, organisations.dns-failed when
 * no name server responds
 */
export async function checkDomain(
  ctx: MemberFlowContext,
  lookUpTxt: LookUpTxt,
  { code, ...one }: actions.OneDomain & DomainCheck,
): Promise<OrganisationDomain> {
  const row = await actions.getUnproven(ctx, one);
  let isByDns = false;
  if (code !== undefined) {
    if (!(await actions.isCode(ctx, row.id, code))) throw fail('organisations.domain-code');
  } else {
    // Read again for a domain that a mail has proven, because connections need the record.
    isByDns = await hasRecord(lookUpTxt, row);
    if (!isByDns && (row.proven_at === null || row.dns_proven_at === null)) {
      throw fail('organisations.domain-unproven');
    }
  }
  return ctx.transaction((inner) => actions.recordProven(inner, one, isByDns));
}

/** Whether the DNS record of a domain is there. @throws organisations.dns-failed when no name server responds */
export async function hasRecord(lookUpTxt: LookUpTxt, row: Parameters<typeof actions.recordOf>[0]): Promise<boolean> {
  const { name, value } = actions.recordOf(row);
  return (await records(lookUpTxt, name)).some((text) => text.trim() === value);
}

async function records(lookUpTxt: LookUpTxt, name: string): Promise<string[]> {
  try {
    return await lookUpTxt(name);
  } catch (error) {
    if (error instanceof DnsOutage) throw fail('organisations.dns-failed');
    throw error;
  }
}
