import * as z from 'zod/mini';
import { Id, line } from '../text.ts';

/**
 * The access of people with a verified address of a domain: none, asking to join, or joining automatically (ORG-04).
 */
export const Joining = z.enum(['off', 'ask', 'automatically'], {
  error: 'joining must be off, ask or automatically',
});
export type Joining = z.infer<typeof Joining>;

/** Maximum number of domains of an organisation. */
export const maxDomains = 20;

/** A domain to verify. */
export const DomainForm = z.object({
  domain: line({ error: 'Enter a domain', max: 253, tooLong: 'A domain is at most 253 characters' }).check(
    z.minLength(1, 'Enter a domain'),
  ),
});
export type DomainForm = z.infer<typeof DomainForm>;

/** A domain of an organisation; times are ISO 8601 in UTC. */
export const OrganisationDomain = z.object({
  id: z.int(),
  domain: z.string(),
  /** Time at which the domain was proven; null before. */
  provenAt: z.nullable(z.string()),
  joining: Joining,
  /** Time of the first proof by the DNS record, which connections need; null for a domain without one (SSO-01). */
  dnsProvenAt: z.nullable(z.string()),
  /** Time of the last reading of the DNS record, which a proven domain has once a day; null before the first. */
  dnsCheckedAt: z.nullable(z.string()),
  /** Time since which the record is missing, after 7 days of which its proof ends; null while nothing is missing. */
  dnsFailingSince: z.nullable(z.string()),
  /** The DNS record of type TXT that proves the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
});
export type OrganisationDomain = z.infer<typeof OrganisationDomain>;

export const DomainParams = z.object({ id: Id, domainId: Id });
export type DomainParams = z.infer<typeof DomainParams>;

/** Mailboxes that only the people who run a domain have, such as RFC 2142's postmaster. */
export const Mailbox = z.enum(['admin', 'postmaster'], { error: 'mailbox must be admin or postmaster' });
export type Mailbox = z.infer<typeof Mailbox>;

export const DomainEmailForm = z.object({ mailbox: Mailbox });
export type DomainEmailForm = z.infer<typeof DomainEmailForm>;

/** Proof of a domain: the code from a mail; without a code, its DNS record. */
export const DomainCheck = z.object({
  code: z.optional(
    line({ error: 'Enter the code', max: 40, tooLong: 'This is not the code', notStorable: 'This is not the code' }),
  ),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

export const JoiningForm = z.object({ joining: Joining });
export type JoiningForm = z.infer<typeof JoiningForm>;

/** An organisation that the caller can join by email address. */
export const OrganisationOffer = z.object({
  organisationId: z.int(),
  name: z.string(),
  /** The domain of the caller's address. */
  domain: z.string(),
  joining: z.enum(['ask', 'automatically']),
  hasAsked: z.boolean(),
});
export type OrganisationOffer = z.infer<typeof OrganisationOffer>;

/** The outcome of joining: a request to the organisation, or membership. */
export const Joined = z.object({ status: z.enum(['asked', 'joined']) });
export type Joined = z.infer<typeof Joined>;

/** A person who asks to join. */
export const JoinRequest = z.object({ userId: z.int(), name: z.string(), email: z.string(), askedAt: z.string() });
export type JoinRequest = z.infer<typeof JoinRequest>;
