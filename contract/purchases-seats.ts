import * as z from 'zod/mini';
import { bodyId } from './text.ts';

/** How many seats one order buys (SEAT-01). */
export const fewestSeats = 2;
export const mostSeats = 500;
const count = `Seats must be a whole number from ${fewestSeats} to ${mostSeats}`;

/** Seats of a resource that an organisation orders and pays by card. The server computes the price. */
export const SeatOrderForm = z.object({
  kind: z.literal('resource', { error: 'kind must be resource' }),
  resourceId: bodyId('Choose a resource'),
  seats: z.int({ error: count }).check(z.gte(fewestSeats, count), z.lte(mostSeats, count)),
});
export type SeatOrderForm = z.infer<typeof SeatOrderForm>;

/** Seats that an organisation has bought; the amount in major units with tax, times ISO 8601 in UTC. */
export const SeatOrder = z.object({
  id: z.int(),
  kind: z.literal('resource'),
  resourceId: z.int(),
  title: z.string(),
  seats: z.int(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'refunded', 'dispute_lost', 'removed']),
  orderedAt: z.string(),
  /** The name of the person who paid; null when the account was deleted. */
  payer: z.nullable(z.string()),
  /** The invoice, for its payer alone. */
  documentId: z.nullable(z.int()),
});
export type SeatOrder = z.infer<typeof SeatOrder>;

const from = 'A step must begin at 3 to 500 seats';

/** From so many seats on, each costs this, in major units. */
const SeatStep = z.object({
  fromSeats: z.int({ error: from }).check(z.gte(3, from), z.lte(mostSeats, from)),
  price: z.number({ error: 'Enter a price' }),
});

/** How many steps there can be. */
export const mostSteps = 6;

/** The volume prices of a resource; none clears them. */
export const SeatPricesForm = z.object({
  steps: z
    .array(SeatStep, { error: 'steps must be a list' })
    .check(z.maxLength(mostSteps, `At most ${mostSteps} steps can be set`)),
});
export type SeatPricesForm = z.infer<typeof SeatPricesForm>;

/** What seats of a resource cost, in major units: the resource's own price, and steps from which each is cheaper. */
export const SeatPrices = z.object({
  resourceId: z.int(),
  title: z.string(),
  currency: z.string(),
  price: z.number(),
  steps: z.array(SeatStep),
});
export type SeatPrices = z.infer<typeof SeatPrices>;
