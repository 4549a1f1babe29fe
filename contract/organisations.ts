import * as z from 'zod/mini';
import { shortened } from './characters.ts';
import { emailAddress } from './email-shapes.ts';
import { nameText } from './names.ts';
import { SeatKind } from './organisations-seats.ts';
import { soughtPerson } from './people-search.ts';
import { codeText, Id, line, wholeNumber } from './text.ts';

/** Owners do all; managers all but billing, closing and owners; learners nothing of it (ORG-05). */
export const OrganisationRole = z.enum(['owner', 'manager', 'learner'], {
  error: 'Role must be owner, manager or learner',
});
export type OrganisationRole = z.infer<typeof OrganisationRole>;

const Name = nameText({ field: 'Name', max: 120 });

/** A new organisation (ORG-01). */
export const OrganisationForm = z.object({ name: Name });
export type OrganisationForm = z.infer<typeof OrganisationForm>;

/** The caller's organisation and what the caller is in it (ORG-01). */
export const Organisation = z.object({
  id: z.int(),
  name: z.string(),
  role: OrganisationRole,
  /** How many people are in it; learners do not see it. */
  people: z.nullable(z.int()),
  /** How many seats it has and how many are in use; learners do not see it. */
  seats: z.nullable(z.object({ total: z.int(), inUse: z.int() })),
  /** The caller's own seats; `title` is that of the resource, null for what the subscription opens. */
  ownSeats: z.array(z.object({ kind: SeatKind, resourceId: z.nullable(z.int()), title: z.nullable(z.string()) })),
});
export type Organisation = z.infer<typeof Organisation>;

/** Which people are asked for (GEN-10). */
export const PeopleQuery = z.object({
  /** A part of name or address. */
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

/** A person as owners and managers see it: nothing else of it (ORG-10). */
export const OrganisationPerson = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  role: OrganisationRole,
  joinedAt: z.string(),
});
export type OrganisationPerson = z.infer<typeof OrganisationPerson>;

/** Which person of an organisation. */
export const PersonParams = z.object({ id: Id, userId: Id });
export type PersonParams = z.infer<typeof PersonParams>;

export const OrganisationRoleForm = z.object({ role: OrganisationRole });
export type OrganisationRoleForm = z.infer<typeof OrganisationRoleForm>;

/** The name of an organisation that its owner closes, typed (ORG-09). */
export const ClosingForm = z.object({ name: line({ error: 'Type the name of the organisation', max: 1000 }) });
export type ClosingForm = z.infer<typeof ClosingForm>;

/** How many addresses one call can invite (ORG-03). */
export const maxInvited = 500;

const named = {
  error: ({ input }: { input?: unknown }) => `“${shortened(String(input), 100)}” is not an email address.`,
};

/** One address to invite; the sentence of a bad one names it. */
const InvitedAddress = emailAddress(named);

/** Who is invited (ORG-03). */
export const InvitationForm = z.object({
  emails: z
    .array(InvitedAddress, { error: 'emails must be a list' })
    .check(
      z.minLength(1, 'Enter at least one email address'),
      z.maxLength(maxInvited, `At most ${maxInvited} people can be invited at once`),
    ),
  role: OrganisationRole,
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/** A waiting invitation; times are ISO 8601 in UTC. */
export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  role: OrganisationRole,
  /** When it was last asked to be sent. */
  askedAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Seconds until it can be sent again; 0 now. */
  waitSeconds: z.int(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Which invitation of an organisation. */
export const InvitationParams = z.object({ id: Id, invitationId: Id });
export type InvitationParams = z.infer<typeof InvitationParams>;

/** The secret of an invitation's link. */
export const InvitationLink = z.object({
  token: codeText(/^[\w-]{43}$/, 'This invitation link is incomplete.'),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

/** An invitation as the invited person sees it. */
export const OpenInvitation = z.object({ organisation: z.string(), role: OrganisationRole });
export type OpenInvitation = z.infer<typeof OpenInvitation>;
