import type { CompanyConnection } from '#contract/organisations/company-sign-in.ts';
import type { OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import { listed } from '#web/identity/connections/display.ts';

/** Lists domains in a sentence; only the first ones when there are many. */
export function domainsText(domains: readonly { domain: string }[]): string {
  const names = domains.map(({ domain }) => domain);
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more domains` : listed(names);
}

/** One line of the counts beside a connection: how many, who, and why. */
export type Affected = { count: number; who: string; why: string };

/** Returns the groups of people whom a connection concerns, each with its reason. */
export function affectedBy({
  name,
  state,
  domains,
  affected,
}: Pick<CompanyConnection, 'name' | 'state' | 'domains' | 'affected'>): Affected[] {
  const { inDomains, linked, outside, invited } = affected;
  const isRequired = state === 'enforced';

  const lines: Affected[] = [
    isRequired
      ? { count: inDomains, who: `sign in with ${name} only`, why: linkedText(linked, inDomains - linked) }
      : {
          count: inDomains,
          who: `can sign in with ${name}`,
          why:
            domains.length === 0
              ? 'No domain leads to this connection yet.'
              : `Their email addresses are in ${domainsText(domains)}.`,
        },
    { count: outside, who: 'keep their password', why: 'Their email addresses are outside its domains.' },
  ];
  if (invited > 0)
    lines.push({
      count: invited,
      who: isRequired ? 'invited, who join with it' : 'invited, who can choose',
      why: isRequired ? 'Their page to join offers no password.' : 'Their page to join offers both ways.',
    });
  return lines;
}

function linkedText(done: number, open: number): string {
  if (open <= 0) return 'All of them have done it.';
  return done === 0 ? 'None has done it yet.' : `${done} have done it, ${open} not yet.`;
}

type Proof = Pick<OrganisationDomain, 'provenAt' | 'dnsProvenAt' | 'dnsCheckedAt' | 'dnsFailingSince'>;

/** Describes the proof of a domain. */
export function proofText(
  { provenAt, dnsProvenAt, dnsCheckedAt, dnsFailingSince }: Proof,
  write: (moment: string) => string,
): string {
  if (dnsFailingSince)
    return `The DNS record has been missing since ${write(dnsFailingSince)}. After 7 days the domain counts as not verified.`;
  if (dnsProvenAt)
    return dnsCheckedAt
      ? `Verified by a DNS record, last read on ${write(dnsCheckedAt)}.`
      : 'Verified by a DNS record.';
  return provenAt
    ? 'Verified by an email alone. Company sign-in needs the DNS record below.'
    : 'Not verified. Add the DNS record below where your domain is managed.';
}

/** Returns the domain ids of a connection after a domain was added or removed. */
export function domainsWith(
  connection: Pick<CompanyConnection, 'domains'>,
  domainId: number,
  isLed: boolean,
): number[] {
  const others = connection.domains.map(({ id }) => id).filter((id) => id !== domainId);
  return isLed ? [...others, domainId] : others;
}
