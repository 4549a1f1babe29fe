import type { Seat, SeatKind, SeatPool, SeatsQuery } from '#contract/commerce/seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type { SeatLot } from '#contract/organisations/organisations-admin.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { endOf } from './rules.ts';
import * as store from './seat-store.ts';

// Who may do this in an organisation, and the entries of the audit log, are the business of `organisations`.

type Given = Omit<store.NewLot, 'endsAt'> & { endsOn: string | null };

/**
 * Gives an organisation seats, until the end of a day or without one (ORG-07). Drafts and withdrawn resources have none.
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

/** What an organisation was given, newest first. */
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

/** Ends given seats at once. @returns what they were. @throws organisations.seats-ended, organisations.seats-bought */
export async function endSeats(ctx: Context, organisationId: number, lotId: number) {
  if (await store.isBoughtLot(ctx.db, organisationId, lotId)) throw fail('organisations.seats-bought');
  const lot = await store.endLot(ctx.db, organisationId, lotId);
  if (!lot) throw fail('organisations.seats-ended');
  return { resourceId: lot.resource_id, seats: lot.seats, reason: lot.reason };
}

/** The seats of an organisation by what they open. */
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

/** The number of seats in a reply when the caller asks for no page. */
const longestList = 200;

/** The seats in use with their people, latest assigned first. */
export async function listSeats(
  ctx: Context,
  organisationId: number,
  { search, kind, resourceId, page = 1, pageSize = longestList }: SeatsQuery,
): Promise<{ seats: Seat[]; total: number }> {
  // By itself: names are then compared once for each person, not for each seat.
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
 * Assigns seats to all of these people or to none (SEAT-03); those who have one keep it. The caller locks the
 * organisation, so that a person does not get two seats by two calls.
 * @returns how many people got one. @throws organisations.seats-short
 */
export async function assignSeats(ctx: Context, pool: store.Pool, userIds: readonly number[]): Promise<number> {
  const { needed, available, given } = await store.assign(ctx.db, pool, userIds);
  if (given < needed) throw fail('organisations.seats-short', { needed, available });
  return given;
}

/** Takes a seat back. @returns whose it was. @throws organisations.seat-not-found */
export async function takeBackSeat(ctx: Context, organisationId: number, seatId: number) {
  const taken = await store.takeBack(ctx.db, organisationId, seatId);
  if (!taken) throw fail('organisations.seat-not-found');
  return { userId: taken.user_id, resourceId: taken.resource_id };
}

/** Takes all seats back from a person who is no longer in the organisation (ORG-06). */
export function returnSeats(ctx: Context, organisationId: number, userId: number): Promise<void> {
  return store.returnSeats(ctx.db, organisationId, userId);
}

/** Ends all seats of an organisation that closes: in 30 days, seats of the plan at the end of their time (ORG-09). */
export function endAllSeats(ctx: Context, organisationId: number): Promise<void> {
  return store.endAllLots(ctx.db, organisationId);
}

/** A person's own seats. */
export async function listOwnSeats(ctx: Context, userId: number): Promise<Organisation['ownSeats']> {
  return (await store.listSeatsOf(ctx.db, userId)).map(thingOf);
}

/** People with a seat of an organisation, some at a time. */
export function listHolders(ctx: Context, organisationId: number, part: { after: number; limit: number }) {
  return store.listHolders(ctx.db, organisationId, part);
}

function thingOf({ resource_id, title }: { resource_id: number | null; title: string | null }) {
  const kind: SeatKind = resource_id === null ? 'plan' : 'resource';
  return { kind, resourceId: resource_id, title };
}
