import * as z from 'zod/mini';
import { Connection, ConnectionChange, ConnectionId, NewConnection } from '../identity/connections.ts';
import { bodyId, Id, trueOrFalse } from '../text.ts';

const DomainIds = z
  .array(bodyId('domainIds must name domains of the organisation'), { error: 'domainIds must be a list' })
  .check(z.maxLength(20, 'An organisation has at most 20 domains'));
const AcceptsUnverified = trueOrFalse('This');

export const CompanyParams = z.object({ id: Id, connectionId: ConnectionId });
export type CompanyParams = z.infer<typeof CompanyParams>;

/** `domainIds` lead to this connection; left out, all verified ones that lead nowhere yet. */
export const NewCompanyConnection = z.extend(NewConnection, {
  domainIds: z.optional(DomainIds),
  acceptsUnverified: z._default(AcceptsUnverified, false),
});
export type NewCompanyConnection = z.infer<typeof NewCompanyConnection>;

export const CompanyConnectionChange = z.extend(ConnectionChange, {
  domainIds: z.optional(DomainIds),
  acceptsUnverified: z.optional(AcceptsUnverified),
});
export type CompanyConnectionChange = z.infer<typeof CompanyConnectionChange>;

/** Owners who keep password and second factor, or a passkey, when the provider is down (SSO-10). */
export const EnforceForm = z.object({
  emergencyOwnerIds: z
    .array(bodyId('Choose owners of the organisation'), { error: 'Choose at least one owner' })
    .check(z.minLength(1, 'Choose at least one owner'), z.maxLength(10, 'Choose at most 10 owners')),
});
export type EnforceForm = z.infer<typeof EnforceForm>;

/** A connection of an organisation. Times are ISO 8601 in UTC. */
export const CompanyConnection = z.extend(Connection, {
  /** Whether an address that the provider calls unverified is accepted inside verified domains. */
  acceptsUnverified: z.boolean(),
  domains: z.array(z.object({ id: z.int(), domain: z.string() })),
  /** Numbers of people of the organisation, and of pending invitations, by what requiring the sign-in means to them. */
  affected: z.object({
    /** People with an address in the connection's domains. */
    inDomains: z.int(),
    /** Of these, people who have signed in through it. */
    linked: z.int(),
    /** People with an address outside the domains, who keep their other ways to sign in. */
    outside: z.int(),
    /** Pending invitations to addresses in the domains. */
    invited: z.int(),
  }),
  emergencyOwners: z.array(z.object({ userId: z.int(), name: z.string() })),
  enforcedAt: z.nullable(z.string()),
  enforcedBy: z.nullable(z.string()),
  /** Whether the caller signed in through this connection, which is a condition for requiring it. */
  isOwnWay: z.boolean(),
});
export type CompanyConnection = z.infer<typeof CompanyConnection>;

/** The content of the Sign-in tab of an organisation. */
export const CompanySignIns = z.object({
  connections: z.array(CompanyConnection),
  /** Numbers of the organisation's people by their ways to sign in; `secondFactor` have a password and a code. */
  today: z.object({ password: z.int(), secondFactor: z.int(), google: z.int(), company: z.int() }),
  /** Owners to choose from for the emergency way. */
  owners: z.array(z.object({ userId: z.int(), name: z.string(), isProtected: z.boolean() })),
});
export type CompanySignIns = z.infer<typeof CompanySignIns>;
