import { comparableAddress } from '#contract/email-addresses.ts';
import { lineOf } from '#contract/lines.ts';
import type { OrganisationPerson, OrganisationRole, PeopleQuery } from '#contract/organisations/organisations.ts';
import type {
  AdminOrganisation,
  AdminOrganisationDetail,
  AdminOrganisationForm,
  AdminOrganisationQuery,
  ConfirmationForm,
  SeatGrantForm,
  SeatLot,
} from '#contract/organisations/organisations-admin.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import * as seats from '#server/commerce/access/seat-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { changeRole, closeNamed, findPeople, listOwners } from './actions.ts';
import * as admin from './admin-store.ts';
import { insertMembership, insertOrganisation, lockOrganisation } from './store.ts';

/** Maximum length of a list when the query names neither page nor page size. */
const longestList = 200;

/** Lists matching organisations, newest first, with their number (ORG-07). */
export async function listOrganisations(
  ctx: Context,
  { search, state, ...paging }: AdminOrganisationQuery,
): Promise<{ organisations: AdminOrganisation[]; total: number }> {
  const sought = { search, state: state || null };
  const rows = await admin.listOrganisations(ctx.db, { ...sought, ...sliceOf(paging, longestList) });
  return { organisations: rows.map(show), total: await admin.countOrganisations(ctx.db, sought) };
}

/** Returns an organisation with its owners and seats. @throws organisations.not-found */
export async function getOrganisation(ctx: Context, id: number): Promise<AdminOrganisationDetail> {
  return {
    ...(await getRow(ctx, id)),
    owners: await listOwners(ctx, id),
    invited: await admin.countInvitations(ctx.db, id),
    pools: await seats.listPools(ctx, id),
    lots: await seats.listLots(ctx, id),
  };
}

/** Lists the people of an organisation. @throws organisations.not-found */
export async function listPeople(
  ctx: Context,
  id: number,
  query: PeopleQuery,
): Promise<{ people: OrganisationPerson[]; total: number }> {
  await getRow(ctx, id);
  return findPeople(ctx, id, query);
}

/**
 * Makes a confirmed organisation with a member as its owner.
 * @throws organisations.owner-unknown, organisations.owner-in-one
 */
export async function addOrganisation(
  ctx: MemberContext,
  { name, ownerEmail }: AdminOrganisationForm,
): Promise<AdminOrganisation> {
  const userId = await admin.findMember(ctx.db, comparableAddress(ownerEmail));
  if (userId === null) throw fail('organisations.owner-unknown');
  const id = await insertOrganisation(ctx.db, name, { isConfirmed: true });
  if (!(await insertMembership(ctx.db, { organisationId: id, userId, role: 'owner' }))) {
    throw fail('organisations.owner-in-one');
  }
  await audit(ctx, { action: 'create', object: 'organisation', objectId: id, memberId: userId, after: { name } });
  return getRow(ctx, id);
}

/**
 * Confirms an organisation under the name that the administrator saw, or undoes that (ORG-11).
 * @throws organisations.not-found, organisations.renamed
 */
export async function confirmOrganisation(
  ctx: MemberContext,
  id: number,
  { isConfirmed, name: seen = '' }: ConfirmationForm,
): Promise<AdminOrganisation> {
  const { name } = await lock(ctx, id);
  if (isConfirmed && lineOf(seen) !== lineOf(name)) throw fail('organisations.renamed', { name });
  const wasConfirmed = (await getRow(ctx, id)).confirmedAt !== null;
  if (wasConfirmed !== isConfirmed) {
    await admin.updateConfirmed(ctx.db, id, isConfirmed);
    const change = { before: { name, isConfirmed: wasConfirmed }, after: { name, isConfirmed } };
    await audit(ctx, { action: 'confirm', object: 'organisation', objectId: id, ...change });
  }
  return getRow(ctx, id);
}

/** Gives an organisation seats (ORG-07). @throws organisations.not-found, catalogue.not-found, access.end-passed */
export async function giveSeats(ctx: MemberContext, id: number, form: SeatGrantForm): Promise<SeatLot> {
  await lock(ctx, id);
  const { resourceId, seats: number, reason, endsOn } = form;
  const given = { resourceId, seats: number, reason, endsOn };
  const lot = await seats.giveSeats(ctx, { organisationId: id, givenBy: ctx.actor.userId, ...given });
  await audit(ctx, { action: 'give-seats', object: 'organisation', objectId: id, after: { lotId: lot.id, ...given } });
  return lot;
}

/** Ends given seats at once. @throws organisations.not-found, organisations.seats-ended, organisations.seats-bought */
export async function endSeats(ctx: MemberContext, id: number, lotId: number): Promise<void> {
  await getRow(ctx, id);
  const before = await seats.endSeats(ctx, id, lotId);
  await audit(ctx, { action: 'end-seats', object: 'organisation', objectId: id, before: { lotId, ...before } });
}

/**
 * Gives a person of an organisation another role.
 * @throws organisations.not-found, organisations.person-not-found, organisations.last-owner
 */
export async function setRole(
  ctx: MemberContext,
  change: { organisationId: number; userId: number; role: OrganisationRole },
  portal: Portal,
): Promise<OrganisationPerson> {
  const { name } = await lock(ctx, change.organisationId);
  return changeRole(ctx, { ...change, name }, portal);
}

/**
 * Closes an organisation after the administrator has typed its name.
 * @throws organisations.not-found, organisations.name-differs
 */
export async function closeOrganisation(ctx: MemberContext, id: number, typedName: string): Promise<void> {
  await closeNamed(ctx, { id, ...(await lock(ctx, id)), typedName });
}

async function lock(ctx: Context, id: number): Promise<{ name: string }> {
  const organisation = await lockOrganisation(ctx.db, id);
  if (!organisation) throw fail('organisations.not-found');
  return organisation;
}

async function getRow(ctx: Context, id: number): Promise<AdminOrganisation> {
  const row = await admin.findOrganisation(ctx.db, id);
  if (!row) throw fail('organisations.not-found');
  return show(row);
}

function show(row: admin.OrganisationRow): AdminOrganisation {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    people: row.people,
    seats: row.seats,
    seatsInUse: row.seats_in_use,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}

/** Returns the name of an organisation, closed or not. */
export function nameOrganisation(ctx: Context, id: number): Promise<string> {
  return admin.getName(ctx.db, id);
}
