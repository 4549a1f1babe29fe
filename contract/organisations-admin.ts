import * as z from 'zod/mini';
import { emailAddress } from './email-shapes.ts';
import { OrganisationForm } from './organisations.ts';
import { namesResource, SeatKind, SeatPool, seatsOf } from './organisations-seats.ts';
import { Id, requiredText, soughtText, wholeNumber } from './text.ts';

/** Which organisations are asked for (GEN-10). */
export const AdminOrganisationQuery = z.object({
  /** A part of the name, or of an owner's name or address. */
  search: soughtText,
  state: z.optional(z.enum(['open', 'closed', ''], { error: 'state must be open or closed' })),
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type AdminOrganisationQuery = z.infer<typeof AdminOrganisationQuery>;

/** An organisation in the administrators' list (ORG-07); times are ISO 8601 in UTC. */
export const AdminOrganisation = z.object({
  id: z.int(),
  name: z.string(),
  /** The name of the owner who joined first; null once it is closed. */
  owner: z.nullable(z.string()),
  people: z.int(),
  seats: z.int(),
  seatsInUse: z.int(),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** When an administrator made or confirmed it (ORG-11). */
  confirmedAt: z.nullable(z.string()),
});
export type AdminOrganisation = z.infer<typeof AdminOrganisation>;

/** Seats that an organisation was given or has bought at once. */
export const SeatLot = z.object({
  id: z.int(),
  kind: SeatKind,
  resourceId: z.nullable(z.int()),
  /** The title of the resource; null for the plan. */
  title: z.nullable(z.string()),
  seats: z.int(),
  inUse: z.int(),
  reason: z.string(),
  /** The name of the administrator who gave them; null when the account was deleted. */
  givenBy: z.nullable(z.string()),
  createdAt: z.string(),
  endsAt: z.nullable(z.string()),
  isEnded: z.boolean(),
  /** Bought seats end with their purchase. */
  isBought: z.boolean(),
});
export type SeatLot = z.infer<typeof SeatLot>;

/** An organisation with its owners, seats and what it was given. */
export const AdminOrganisationDetail = z.extend(AdminOrganisation, {
  owners: z.array(z.object({ userId: z.int(), name: z.string(), email: z.string() })),
  /** How many invitations wait. */
  invited: z.int(),
  pools: z.array(SeatPool),
  lots: z.array(SeatLot),
});
export type AdminOrganisationDetail = z.infer<typeof AdminOrganisationDetail>;

/** Whether an administrator knows the organisation (ORG-11). */
export const ConfirmationForm = z.object({ isConfirmed: z.boolean({ error: 'isConfirmed must be true or false' }) });
export type ConfirmationForm = z.infer<typeof ConfirmationForm>;

/** A new organisation, and the address of the member who is its owner. */
export const AdminOrganisationForm = z.extend(OrganisationForm, {
  ownerEmail: emailAddress('Owner’s email must be an email address', 'Owner’s email is required'),
});
export type AdminOrganisationForm = z.infer<typeof AdminOrganisationForm>;

/** How many seats can be given at once. */
const maxGiven = 5000;
const count = `Seats must be a whole number from 1 to ${maxGiven}`;

/** Seats that an administrator gives; the whole of the day `endsOn` (UTC) is still in, null is no end. */
export const SeatGrantForm = z
  .object({
    ...seatsOf,
    seats: z.int({ error: count }).check(z.gte(1, count), z.lte(maxGiven, count)),
    reason: requiredText({ field: 'Reason', max: 500 }),
    endsOn: z._default(z.nullable(z.iso.date({ error: 'The end must be a date' })), null),
  })
  .check(namesResource);
export type SeatGrantForm = z.infer<typeof SeatGrantForm>;

/** Which given seats of an organisation. */
export const SeatLotParams = z.object({ id: Id, lotId: Id });
export type SeatLotParams = z.infer<typeof SeatLotParams>;
