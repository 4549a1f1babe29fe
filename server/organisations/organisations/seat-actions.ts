import type { AssignedSeats, Seat, SeatAssignment, SeatPool, SeatsQuery } from '#contract/commerce/seats.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import * as seats from '#server/commerce/access/seat-actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { lockMembership, requireMembership } from './actions.ts';
import { closedMail } from './emails.ts';
import { listIdsByAddress, listPeopleIds } from './store.ts';

/**
 * Lists the seat pools of an organisation, one for each resource and one for the plan, for its owners and managers
 * (SEAT-03).
 */
export async function listPools(ctx: MemberContext, organisationId: number): Promise<SeatPool[]> {
  await requireMembership(ctx, organisationId);
  return seats.listPools(ctx, organisationId);
}

/** Lists the seats in use with their people. */
export async function listSeats(
  ctx: MemberContext,
  organisationId: number,
  query: SeatsQuery,
): Promise<{ seats: Seat[]; total: number }> {
  await requireMembership(ctx, organisationId);
  return seats.listSeats(ctx, organisationId, query);
}

/**
 * Assigns seats to people of the organisation: to all of these people or to none (SEAT-03).
 * @throws organisations.not-found, organisations.not-allowed, organisations.person-not-found,
 * organisations.address-not-in, organisations.seats-short
 */
export async function assignSeats(
  ctx: MemberContext,
  organisationId: number,
  form: SeatAssignment,
): Promise<AssignedSeats> {
  await lockMembership(ctx, organisationId);
  const userIds = await findPeople(ctx, organisationId, form);
  const { resourceId } = form;
  const assigned = await seats.assignSeats(ctx, { organisationId, resourceId }, userIds);
  if (assigned > 0) {
    const memberId = userIds.length === 1 ? userIds[0] : null;
    const after = { resourceId, people: assigned };
    await audit(ctx, { action: 'assign-seats', object: 'organisation', objectId: organisationId, memberId, after });
  }
  return { assigned };
}

/**
 * Takes a seat back from its person (SEAT-03).
 * @throws organisations.not-found, organisations.not-allowed, organisations.seat-not-found
 */
export async function takeBackSeat(ctx: MemberContext, organisationId: number, seatId: number): Promise<void> {
  await lockMembership(ctx, organisationId);
  const { userId: memberId, resourceId } = await seats.takeBackSeat(ctx, organisationId, seatId);
  const before = { seatId, resourceId };
  await audit(ctx, { action: 'take-back-seat', object: 'organisation', objectId: organisationId, memberId, before });
}

/**
 * Returns the people of a call, each of whom must be in the organisation; all its people for a call that names none.
 * @throws organisations.person-not-found, organisations.address-not-in
 */
async function findPeople(ctx: Context, organisationId: number, { people, emails }: SeatAssignment): Promise<number[]> {
  if (emails) {
    const found = await listIdsByAddress(ctx.db, organisationId, emails.map(comparableAddress));
    const missing = emails.find((email) => !found.has(comparableAddress(email)));
    if (missing !== undefined) throw fail('organisations.address-not-in', { email: missing });
    return [...found.values()];
  }
  const all = await listPeopleIds(ctx.db, organisationId);
  if (!people) return all;
  const known = new Set(all);
  if (people.some((id) => !known.has(id))) throw fail('organisations.person-not-found');
  return people;
}

const holdersAtOnce = 200;

/**
 * Mails people with live seats of a closed organisation the day on which their seats end (ORG-09): those with an id
 * above `after`, at most `holdersAtOnce`.
 * @returns the id of the last one, for the next call; null when there are no more
 */
export async function announceClosing(
  ctx: Context,
  { organisationId, name, after }: { organisationId: number; name: string; after: number },
  { portal, failures }: { portal: Portal; failures: ItemFailures },
): Promise<number | null> {
  const holders = await seats.listHoldersOfClosed(ctx, organisationId, { after, limit: holdersAtOnce });
  const site = await portal.site(ctx);
  for (const { userId, ...holder } of holders) {
    const key = `organisation-closed:${organisationId}.${userId}` as const;
    await failures.attemptInside(ctx.db, `member ${userId}`, () =>
      queueMail(ctx.db, { kind: 'account', key }, closedMail({ ...holder, organisation: name }, site)),
    );
  }
  return holders.length < holdersAtOnce ? null : (holders.at(-1)?.userId ?? null);
}
