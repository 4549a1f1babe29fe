import * as z from 'zod/mini';
import { Id, line, paging } from './text.ts';

/** What people with a verified address of a domain may do: nothing, ask to join, or be let in at once (ORG-04). */
export const Joining = z.enum(['off', 'ask', 'automatically'], {
  error: 'joining must be off, ask or automatically',
});
export type Joining = z.infer<typeof Joining>;

/** How many domains an organisation has at most. */
export const maxDomains = 20;

/** A domain to prove. */
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
  /** When it was proven; null before. */
  provenAt: z.nullable(z.string()),
  joining: Joining,
  /** The DNS record of type TXT that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
});
export type OrganisationDomain = z.infer<typeof OrganisationDomain>;

/** Which domain of an organisation. */
export const DomainParams = z.object({ id: Id, domainId: Id });
export type DomainParams = z.infer<typeof DomainParams>;

/** The mailboxes of a domain that only those who run it have (RFC 2142). */
export const Mailbox = z.enum(['admin', 'postmaster'], { error: 'mailbox must be admin or postmaster' });
export type Mailbox = z.infer<typeof Mailbox>;

export const DomainEmailForm = z.object({ mailbox: Mailbox });
export type DomainEmailForm = z.infer<typeof DomainEmailForm>;

/** What proves a domain: the code of a mail; without one, its DNS record. */
export const DomainCheck = z.object({
  code: z.optional(
    line({ error: 'Enter the code', max: 40, tooLong: 'This is not the code', notStorable: 'This is not the code' }),
  ),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

export const JoiningForm = z.object({ joining: Joining });
export type JoiningForm = z.infer<typeof JoiningForm>;

/** The organisation that the caller's address may lead into. */
export const OrganisationOffer = z.object({
  organisationId: z.int(),
  name: z.string(),
  /** The domain of the caller's address. */
  domain: z.string(),
  joining: z.enum(['ask', 'automatically']),
  hasAsked: z.boolean(),
});
export type OrganisationOffer = z.infer<typeof OrganisationOffer>;

/** What became of the wish to join. */
export const Joined = z.object({ status: z.enum(['asked', 'joined']) });
export type Joined = z.infer<typeof Joined>;

/** A person who asks to join. */
export const JoinRequest = z.object({ userId: z.int(), name: z.string(), email: z.string(), askedAt: z.string() });
export type JoinRequest = z.infer<typeof JoinRequest>;

/** One page of those who ask. */
export const JoinRequestQuery = z.object({ ...paging() });
export type JoinRequestQuery = z.infer<typeof JoinRequestQuery>;
