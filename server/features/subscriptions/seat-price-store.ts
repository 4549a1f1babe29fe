import type { Plan } from '#contract/subscriptions.ts';
import type { SeatStep } from '#server/features/payments/seat-price-rules.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The volume prices of a plan, by their number of seats. */
export function listSeatSteps(db: Db, plan: Plan): Promise<SeatStep[]> {
  return db.prepared<SeatStep>(
    'subscriptions.list_seat_steps',
    `select from_seats as "fromSeats", price_minor as "priceMinor" from plan_seat_prices where plan = $1 order by 1`,
    [plan],
  );
}

/** Replaces the volume prices of a plan. */
export async function replaceSeatSteps(db: Db, plan: Plan, steps: readonly SeatStep[]): Promise<void> {
  await db.prepared('subscriptions.delete_seat_steps', 'delete from plan_seat_prices where plan = $1', [plan]);
  await db.prepared(
    'subscriptions.insert_seat_steps',
    `insert into plan_seat_prices (plan, from_seats, price_minor)
     select $1, step.from_seats, step.price_minor from unnest($2::integer[], $3::integer[]) as step (from_seats, price_minor)`,
    [plan, steps.map(({ fromSeats }) => fromSeats), steps.map(({ priceMinor }) => priceMinor)],
  );
}

/** Lets one transaction at a time change the volume prices of the plans. */
export async function lockSeatSteps(db: Db): Promise<void> {
  await db.prepared(
    'subscriptions.lock_seat_steps',
    "select pg_advisory_xact_lock(hashtextextended('plan-seat-prices', 0))",
    [],
  );
}
