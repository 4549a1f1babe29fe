import * as z from 'zod/mini';
import { RappPrinciple, ResourceType } from '../catalogue/catalogue.ts';
import { soughtPerson } from '../people-search.ts';
import { bodyId, Id, line, wholeNumber } from '../text.ts';

/** A seat opens one resource, or all resources of the subscription. */
export const SeatKind = z.enum(['resource', 'plan'], { error: 'kind must be resource or plan' });
export type SeatKind = z.infer<typeof SeatKind>;

/** The subject of seats; `resourceId` names the resource when `kind` is `resource`, and is null otherwise. */
export const seatsOf = {
  kind: SeatKind,
  resourceId: z._default(z.nullable(bodyId('Choose a resource')), null),
};

type Opened = { kind: SeatKind; resourceId: number | null };

/** Requires a resource exactly when the kind is `resource`. */
export const namesResource = z.refine<Opened>(
  ({ kind, resourceId }) => (kind === 'resource') === (resourceId !== null),
  { error: 'Seats of a resource name it, seats of the plan name none', path: ['resourceId'] },
);

/** Maximum number of people that one call can name. */
export const maxAssigned = 500;
const atMost = z.maxLength(maxAssigned, `At most ${maxAssigned} people can be named at once`);
const atLeastOne = z.minLength(1, 'Choose at least one person');
const oneWay = 'Name people, emails, or all of the organisation';

/** The people who get a seat: by id or email address, or everybody in the organisation (SEAT-03). */
export const SeatAssignment = z
  .object({
    ...seatsOf,
    people: z.optional(
      z.array(bodyId('A person must be a number'), { error: 'people must be a list' }).check(atLeastOne, atMost),
    ),
    emails: z.optional(
      z
        .array(
          // Invalid addresses are accepted, because they belong to no person of the organisation and the reply names
          // them.
          line({
            error: 'An email address must be text',
            max: 254,
            tooLong: 'An email address is at most 254 characters',
          }),
          { error: 'emails must be a list' },
        )
        .check(atLeastOne, atMost),
    ),
    all: z.optional(z.literal(true, { error: 'all must be true' })),
  })
  .check(
    namesResource,
    z.refine(({ people, emails, all }) => [people, emails, all].filter((way) => way !== undefined).length === 1, {
      error: oneWay,
      path: ['people'],
    }),
  );
export type SeatAssignment = z.infer<typeof SeatAssignment>;

/** Number of people who got a seat; people with an earlier seat keep it and are not counted. */
export const AssignedSeats = z.object({ assigned: z.int() });
export type AssignedSeats = z.infer<typeof AssignedSeats>;

/** All seats of an organisation for the same resource, or for the plan; expired seats are left out. */
export const SeatPool = z.object({
  kind: SeatKind,
  resourceId: z.nullable(z.int()),
  /** The title of the resource; null for the plan. */
  title: z.nullable(z.string()),
  /** The type of the resource; null for the plan. */
  type: z.nullable(ResourceType),
  rappPrinciples: z.array(RappPrinciple),
  imageUrl: z.nullable(z.string()),
  seats: z.int(),
  inUse: z.int(),
  /**
   * Number of seats that can be assigned now. Of a resource, the other unused seats were reassigned in the last 30 days;
   * of the plan, they end with its renewal.
   */
  available: z.int(),
  /** Number of seats that give no access until their invoice is paid. */
  paused: z.int(),
  /** Next end of seats, with the number of seats that end then; null when none has an end. */
  nextEnd: z.nullable(z.object({ endsAt: z.string(), seats: z.int() })),
});
export type SeatPool = z.infer<typeof SeatPool>;

/** Filters and page of the seats in use (GEN-10). */
export const SeatsQuery = z.object({
  kind: z.optional(SeatKind),
  resourceId: z.optional(Id),
  /** A part of the person's name or email address. */
  search: soughtPerson,
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type SeatsQuery = z.infer<typeof SeatsQuery>;

/** A seat in use; times are ISO 8601 in UTC. */
export const Seat = z.object({
  id: z.int(),
  kind: SeatKind,
  resourceId: z.nullable(z.int()),
  title: z.nullable(z.string()),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  assignedAt: z.string(),
  /** Time from which the seat can be reassigned to another person; null when it can be at any time. */
  reassignableFrom: z.nullable(z.string()),
});
export type Seat = z.infer<typeof Seat>;

export const SeatParams = z.object({ id: Id, seatId: Id });
export type SeatParams = z.infer<typeof SeatParams>;
