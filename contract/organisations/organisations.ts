import * as z from 'zod/mini';
import { shortened } from '../characters.ts';
import { SeatKind } from '../commerce/seats.ts';
import { emailAddress } from '../email-shapes.ts';
import { messageText, nameText } from '../names.ts';
import { soughtPerson } from '../people-search.ts';
import { codeText, Id, line, wholeNumber } from '../text.ts';

/**
 * Owners may do everything. Managers may see and change people, invitations and seats, but never owners; learners may
 * do none of it (ORG-05).
 */
export const OrganisationRole = z.enum(['owner', 'manager', 'learner'], {
  error: 'Role must be owner, manager or learner',
});
export type OrganisationRole = z.infer<typeof OrganisationRole>;

const Name = nameText({ field: 'Name', max: 120 });

/** The name of an organisation that is made or renamed (ORG-01, ORG-14). */
export const OrganisationForm = z.object({ name: Name });
export type OrganisationForm = z.infer<typeof OrganisationForm>;

/** The caller's organisation and role in it (ORG-01). */
export const Organisation = z.object({
  id: z.int(),
  name: z.string(),
  role: OrganisationRole,
  /** Whether an administrator confirmed it or a domain of it is proven (ORG-11); null for learners. */
  isKnown: z.nullable(z.boolean()),
  /** Number of people in the organisation; null for learners. */
  people: z.nullable(z.int()),
  /** Number of seats and of seats in use; null for learners. */
  seats: z.nullable(z.object({ total: z.int(), inUse: z.int() })),
  /** The caller's own seats; `title` is that of the resource, null for a seat of the plan. */
  ownSeats: z.array(z.object({ kind: SeatKind, resourceId: z.nullable(z.int()), title: z.nullable(z.string()) })),
});
export type Organisation = z.infer<typeof Organisation>;

/** Filters and page of the list of people (GEN-10). */
export const PeopleQuery = z.object({
  /** Part of a name or email address. */
  search: soughtPerson,
  role: z.optional(z.union([OrganisationRole, z.literal('')])),
  /** Only people without a seat of this resource, or of the plan. */
  withoutSeat: z.optional(
    z.union([z.literal('plan'), Id], { error: 'withoutSeat must be plan or the id of a resource' }),
  ),
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** A person as owners and managers see them: no other data of the account (ORG-10). */
export const OrganisationPerson = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  role: OrganisationRole,
  joinedAt: z.string(),
});
export type OrganisationPerson = z.infer<typeof OrganisationPerson>;

export const PersonParams = z.object({ id: Id, userId: Id });
export type PersonParams = z.infer<typeof PersonParams>;

export const OrganisationRoleForm = z.object({ role: OrganisationRole });
export type OrganisationRoleForm = z.infer<typeof OrganisationRoleForm>;

/** Confirmation of closing an organisation: an owner or administrator types its name (ORG-07, ORG-09). */
export const ClosingForm = z.object({ name: line({ error: 'Type the name of the organisation', max: 1000 }) });
export type ClosingForm = z.infer<typeof ClosingForm>;

/** Maximum number of addresses that one call can invite (ORG-03). */
export const maxInvited = 500;

const named = {
  error: ({ input }: { input?: unknown }) => `“${shortened(String(input), 100)}” is not an email address.`,
};

/** An address to invite; the error names an invalid one. */
const InvitedAddress = emailAddress(named);

/** Maximum length of the inviter's own words (ORG-13). */
export const maxInvitationMessage = 500;

/** The people to invite (ORG-03). */
export const InvitationForm = z.object({
  emails: z
    .array(InvitedAddress, { error: 'emails must be a list' })
    .check(
      z.minLength(1, 'Enter at least one email address'),
      z.maxLength(maxInvited, `At most ${maxInvited} people can be invited at once`),
    ),
  role: OrganisationRole,
  /** The inviter's own words, only of an organisation that is known (ORG-13). */
  message: messageText({ field: 'Message', max: maxInvitationMessage }),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/** An invitation that was not accepted; times are ISO 8601 in UTC. */
export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  role: OrganisationRole,
  /** Time of the latest request to send it. */
  askedAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Whether its mail is on its way; false while a job or the limit of its address (ORG-11) holds it back. */
  isSent: z.boolean(),
  /** Seconds until it can be sent again; 0 when it can be sent now. */
  waitSeconds: z.int(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationParams = z.object({ id: Id, invitationId: Id });
export type InvitationParams = z.infer<typeof InvitationParams>;

/** The secret of an invitation's link. */
export const InvitationLink = z.object({
  token: codeText(/^[\w-]{43}$/, 'This invitation link is incomplete.'),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

/** An invitation as its link shows it to anyone. */
export const OpenInvitation = z.object({
  organisation: z.string(),
  role: OrganisationRole,
  /** The address to which the link was mailed. */
  email: z.string(),
  /** Whether that address has an account. */
  hasAccount: z.boolean(),
  /** Whether the address may register on this portal (SETUP-07). */
  mayRegister: z.boolean(),
  /** The connection that the address must come through, without a password (SSO-10); null when any way will do. */
  company: z.nullable(z.object({ connectionId: z.string(), name: z.string(), startAddress: z.string() })),
  /** The person who invited; null for an invitation of the directory, and once that person may no longer invite. */
  invitedBy: z.nullable(z.object({ name: z.string(), role: OrganisationRole })),
  /**
   * The inviter's own words; null without them, for an organisation that is not known, and once that person may no
   * longer invite.
   */
  message: z.nullable(z.string()),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;
