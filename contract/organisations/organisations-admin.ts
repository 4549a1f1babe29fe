import * as z from 'zod/mini';
import { namesResource, SeatKind, SeatPool, seatsOf } from '../commerce/seats.ts';
import { emailAddress } from '../email-shapes.ts';
import { Id, line, requiredText, soughtText, trueOrFalse, wholeNumber } from '../text.ts';
import { OrganisationForm } from './organisations.ts';

/** Filters and page of the list of organisations (GEN-10). */
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
  /** Time at which an administrator created or confirmed it (ORG-11); null while it is not confirmed. */
  confirmedAt: z.nullable(z.string()),
});
export type AdminOrganisation = z.infer<typeof AdminOrganisation>;

/** Seats that an organisation received or bought together. */
export const SeatLot = z.object({
  id: z.int(),
  kind: SeatKind,
  resourceId: z.nullable(z.int()),
  /** The title of the resource; null for the plan. */
  title: z.nullable(z.string()),
  seats: z.int(),
  inUse: z.int(),
  reason: z.string(),
  /** Name of the administrator who gave the seats; null for bought seats, and when the account was deleted. */
  givenBy: z.nullable(z.string()),
  createdAt: z.string(),
  endsAt: z.nullable(z.string()),
  isEnded: z.boolean(),
  /** Whether the seats were bought or ordered; they then end with their purchase, invoice or subscription. */
  isBought: z.boolean(),
});
export type SeatLot = z.infer<typeof SeatLot>;

/** An organisation with its owners, its seats, and the lots that the seats came in. */
export const AdminOrganisationDetail = z.extend(AdminOrganisation, {
  owners: z.array(z.object({ userId: z.int(), name: z.string(), email: z.string() })),
  /** Number of open invitations. */
  invited: z.int(),
  pools: z.array(SeatPool),
  lots: z.array(SeatLot),
});
export type AdminOrganisationDetail = z.infer<typeof AdminOrganisationDetail>;

/** Whether administrators confirm the organisation, and under which name they saw it (ORG-11). */
export const ConfirmationForm = z
  .object({
    isConfirmed: trueOrFalse('isConfirmed'),
    /** Needed to confirm: an owner may have renamed the organisation since. */
    name: z.optional(line({ error: 'The name of the organisation must be text', max: 120 })),
  })
  .check(
    z.refine(({ isConfirmed, name }) => !isConfirmed || !!name, {
      error: 'The name of the organisation is required to confirm it',
      path: ['name'],
    }),
  );
export type ConfirmationForm = z.infer<typeof ConfirmationForm>;

/** A new organisation, and the email address of the member who becomes its owner. */
export const AdminOrganisationForm = z.extend(OrganisationForm, {
  ownerEmail: emailAddress('Owner’s email must be an email address', 'Owner’s email is required'),
});
export type AdminOrganisationForm = z.infer<typeof AdminOrganisationForm>;

/** Maximum number of seats that can be given at once. */
const maxGiven = 5000;
const count = `Seats must be a whole number from 1 to ${maxGiven}`;

/** Seats that an administrator gives. They end with the day `endsOn` (UTC), or never when it is null. */
export const SeatGrantForm = z
  .object({
    ...seatsOf,
    seats: z.int({ error: count }).check(z.gte(1, count), z.lte(maxGiven, count)),
    reason: requiredText({ field: 'Reason', max: 500 }),
    endsOn: z._default(z.nullable(z.iso.date({ error: 'The end must be a date' })), null),
  })
  .check(namesResource);
export type SeatGrantForm = z.infer<typeof SeatGrantForm>;

export const SeatLotParams = z.object({ id: Id, lotId: Id });
export type SeatLotParams = z.infer<typeof SeatLotParams>;
