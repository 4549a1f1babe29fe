import type { Seat, SeatKind, SeatPool, SeatsQuery } from '#contract/commerce/seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type { SeatLot } from '#contract/organisations/organisations-admin.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { endOf } from './rules.ts';
import * as store from './seat-store.ts';

// This file neither checks roles in an organisation nor writes audit entries, because both belong to the feature
// `organisations`.

type Given = Omit<store.NewLot, 'endsAt'> & { endsOn: string | null };

/**
 * Gives an organisation seats, until the end of a day or without an end (ORG-07). Rejects a resource that is not
 * listed.
 * @throws catalogue.not-found, access.end-passed
 */
export async function giveSeats(ctx: Context, { endsOn, ...lot }: Given): Promise<SeatLot> {
  if (lot.resourceId !== null) {
    const [resource] = await catalogue.listAccessTerms(ctx, [lot.resourceId]);
    if (resource?.state !== 'listed') throw fail('catalogue.not-found');
  }
  const id = await store.insertLot(ctx.db, { ...lot, endsAt: endOf(endsOn) });
  if (id === null) throw fail('access.end-passed');
  const given = (await listLots(ctx, lot.organisationId)).find((one) => one.id === id);
  if (!given) throw new Error(`Seat lot ${id} was inserted and is not there`);
  return given;
}

/** Lists the lots of seats that an organisation was given or bought, newest first, ended lots too. */
export async function listLots(ctx: Context, organisationId: number): Promise<SeatLot[]> {
  const rows = await store.listLots(ctx.db, organisationId);
  return rows.map((row) => ({
    id: row.id,
    ...thingOf(row),
    seats: row.seats,
    inUse: row.is_ended ? 0 : row.in_use,
    reason: row.reason,
    givenBy: row.given_by,
    createdAt: row.created_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    isEnded: row.is_ended,
    isBought: row.is_bought,
  }));
}

/**
 * Ends given seats at once.
 * @returns the seats as they were
 * @throws organisations.seats-ended, organisations.seats-bought
 */
export async function endSeats(ctx: Context, organisationId: number, lotId: number) {
  if (await store.isBoughtLot(ctx.db, organisationId, lotId)) throw fail('organisations.seats-bought');
  const lot = await store.endLot(ctx.db, organisationId, lotId);
  if (!lot) throw fail('organisations.seats-ended');
  return { resourceId: lot.resource_id, seats: lot.seats, reason: lot.reason };
}

/** Lists the live seats of an organisation by resource, the plan first. */
export async function listPools(ctx: Context, organisationId: number): Promise<SeatPool[]> {
  const rows = await store.listPools(ctx.db, organisationId);
  return rows.map((row) => ({
    ...thingOf(row),
    type: row.type,
    rappPrinciples: row.rapp_principles ?? [],
    imageUrl: row.image_url,
    seats: row.seats,
    inUse: row.in_use,
    available: row.available,
    paused: row.paused,
    nextEnd: row.next_end && { endsAt: row.next_end.toISOString(), seats: row.ending },
  }));
}

/** Page size when the query names none. */
const longestList = 200;

/** Lists the seats in use with their people, latest assigned first. */
export async function listSeats(
  ctx: Context,
  organisationId: number,
  { search, kind, resourceId, page = 1, pageSize = longestList }: SeatsQuery,
): Promise<{ seats: Seat[]; total: number }> {
  // A separate query, so that names are compared once for each person and not for each seat.
  const userIds = search === '' ? null : await store.listHoldersLike(ctx.db, organisationId, search);
  const sought = { organisationId, kind: kind ?? null, resourceId: resourceId ?? null, userIds };
  const rows = await store.listSeats(ctx.db, { ...sought, limit: pageSize, offset: (page - 1) * pageSize });
  const seats = rows.map((row) => ({
    id: row.id,
    ...thingOf(row),
    userId: row.user_id,
    name: row.name,
    email: row.email,
    assignedAt: row.assigned_at.toISOString(),
    reassignableFrom: row.reassignable_from?.toISOString() ?? null,
  }));
  return { seats, total: await store.countSeats(ctx.db, sought) };
}

/**
 * Assigns seats to all of these people or to none (SEAT-03); people with a seat keep it. The caller must have locked
 * the organisation, so that two calls do not give a person two seats.
 * @returns number of people who got a seat
 * @throws organisations.seats-short
 */
export async function assignSeats(ctx: Context, pool: store.Pool, userIds: readonly number[]): Promise<number> {
  const { needed, available, given } = await store.assign(ctx.db, pool, userIds);
  if (given < needed) throw fail('organisations.seats-short', { needed, available });
  return given;
}

/** Takes a seat back. @returns its holder and resource @throws organisations.seat-not-found */
export async function takeBackSeat(ctx: Context, organisationId: number, seatId: number) {
  const taken = await store.takeBack(ctx.db, organisationId, seatId);
  if (!taken) throw fail('organisations.seat-not-found');
  return { userId: taken.user_id, resourceId: taken.resource_id };
}

/** Returns all of a person's seats to the organisation. @returns number of them that were live */
export function returnSeats(ctx: Context, organisationId: number, userId: number): Promise<number> {
  return store.returnSeats(ctx.db, organisationId, userId);
}

/**
 * Ends all seats of an organisation that closes: in 30 days at the latest, but seats of the plan at the end of the time
 * that was given or paid, if it has one (ORG-09).
 */
export function endAllSeats(ctx: Context, organisationId: number): Promise<void> {
  return store.endAllLots(ctx.db, organisationId);
}

export async function listOwnSeats(ctx: Context, userId: number): Promise<Organisation['ownSeats']> {
  return (await store.listSeatsOf(ctx.db, userId)).map(thingOf);
}

/**
 * Lists people with a live seat of a closed organisation by user id, `limit` at a time, beginning after the id `after`.
 */
export function listHoldersOfClosed(ctx: Context, organisationId: number, part: { after: number; limit: number }) {
  return store.listHoldersOfClosed(ctx.db, organisationId, part);
}

function thingOf({ resource_id, title }: { resource_id: number | null; title: string | null }) {
  const kind: SeatKind = resource_id === null ? 'plan' : 'resource';
  return { kind, resourceId: resource_id, title };
}
