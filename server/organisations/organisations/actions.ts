import { lineOf } from '#contract/lines.ts';
import type {
  Organisation,
  OrganisationPerson,
  OrganisationRole,
  PeopleQuery,
} from '#contract/organisations/organisations.ts';
import * as seats from '#server/commerce/access/seat-actions.ts';
import { giveUpWaiting } from '#server/commerce/purchases/order-actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { endKeysOfOrganisation } from '#server/identity/api-keys/actions.ts';
import { endEmergencyWay, removeConnections } from '#server/identity/connections/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { renamedMail, roleChangedMail } from './emails.ts';
import { endGiven, endInvitationsBy, mailRemoved, noticeFormerOwner } from './ending-actions.ts';
import { mayChange, maySee } from './rules.ts';
import * as store from './store.ts';

/** Page size when the query names none. */
const longestList = 200;

/**
 * Makes an organisation with the caller as its owner (ORG-01).
 * @throws organisations.already-in-one, organisations.name-taken
 */
export async function createOrganisation(ctx: MemberContext, name: string, portal: Portal): Promise<Organisation> {
  const { userId } = ctx.actor;
  await requireFreeName(ctx, { id: null, name }, portal);
  const id = await store.insertOrganisation(ctx.db, name, { isConfirmed: false });
  const isAlone = await store.insertMembership(ctx.db, { organisationId: id, userId, role: 'owner' });
  if (!isAlone) throw fail('organisations.already-in-one');
  await audit(ctx, { action: 'create', object: 'organisation', objectId: id, memberId: userId, after: { name } });
  return { id, name, role: 'owner', isKnown: false, people: 1, seats: { total: 0, inUse: 0 }, ownSeats: [] };
}

/** Returns the caller's organisation; null without one (ORG-01). For learners, `isKnown`, people and seats are null. */
export async function getOwnOrganisation(ctx: MemberContext): Promise<Organisation | null> {
  const own = await store.findOrganisationOf(ctx.db, ctx.actor.userId);
  if (!own) return null;
  const ownSeats = await seats.listOwnSeats(ctx, ctx.actor.userId);
  if (!maySee(own.role)) return { ...own, isKnown: null, people: null, seats: null, ownSeats };
  const pools = await seats.listPools(ctx, own.id);
  const total = pools.reduce((sum, pool) => sum + pool.seats, 0);
  const inUse = pools.reduce((sum, pool) => sum + pool.inUse, 0);
  return { ...own, seats: { total, inUse }, ownSeats };
}

/**
 * Returns the caller's membership of an organisation. To everybody outside, the organisation does not exist (ORG-08).
 * @throws organisations.not-found, organisations.not-allowed when the role is not enough
 */
export async function requireMembership(
  ctx: MemberContext,
  organisationId: number,
  isEnough: (role: OrganisationRole) => boolean = maySee,
): Promise<store.Place> {
  const place = await store.findMembership(ctx.db, ctx.actor.userId);
  if (place?.organisationId !== organisationId) throw fail('organisations.not-found');
  if (!isEnough(place.role)) throw fail('organisations.not-allowed');
  return place;
}

/** Like `requireMembership`, but locks the organisation for changes of its people. @returns also the organisation's name */
export async function lockMembership(
  ctx: MemberContext,
  organisationId: number,
  isEnough: (role: OrganisationRole) => boolean = maySee,
): Promise<store.Place & { name: string }> {
  // Callers from outside lock nothing, because they could keep the people of an organisation waiting.
  await requireMembership(ctx, organisationId, isEnough);
  const organisation = await store.lockOrganisation(ctx.db, organisationId);
  if (!organisation) throw fail('organisations.not-found');
  return { ...(await requireMembership(ctx, organisationId, isEnough)), name: organisation.name };
}

/** Locks an organisation for a job or its directory, which act for no person. @returns null when it is closed */
export function lockForJob(ctx: Context, organisationId: number): Promise<{ name: string } | null> {
  return store.lockOrganisation(ctx.db, organisationId);
}

/** Whether an organisation has two owners or more. The caller must have locked the organisation. */
export async function hasOtherOwner(ctx: Context, organisationId: number): Promise<boolean> {
  return (await store.countPeople(ctx.db, organisationId)).owners > 1;
}

/**
 * Whether mails to strangers may have the organisation's name in their subject, and an inviter's message (ORG-11,
 * ORG-13).
 */
export function isKnown(ctx: Context, organisationId: number): Promise<boolean> {
  return store.isKnown(ctx.db, organisationId);
}

/**
 * Lists the people of an organisation by name, with the number found (ORG-05).
 * @throws organisations.not-found, organisations.not-allowed
 */
export async function listPeople(
  ctx: MemberContext,
  organisationId: number,
  query: PeopleQuery,
): Promise<{ people: OrganisationPerson[]; total: number }> {
  await requireMembership(ctx, organisationId);
  return findPeople(ctx, organisationId, query);
}

/** Like `listPeople`, but without a check of the caller. */
export async function findPeople(
  ctx: Context,
  organisationId: number,
  { search, role, withoutSeat, page = 1, pageSize = longestList }: PeopleQuery,
): Promise<{ people: OrganisationPerson[]; total: number }> {
  const sought = { organisationId, search, role: role || null, withoutSeat: withoutSeat ?? null };
  const rows = await store.listPeople(ctx.db, { ...sought, limit: pageSize, offset: (page - 1) * pageSize });
  return { people: rows.map(showPerson), total: await store.countFound(ctx.db, sought) };
}

export function listPeopleIds(ctx: Context, organisationId: number): Promise<number[]> {
  return store.listPeopleIds(ctx.db, organisationId);
}

/** Lists all owners of an organisation by name. */
export async function listOwners(ctx: Context, organisationId: number) {
  const rows = await store.listOwners(ctx.db, organisationId);
  return rows.map(showPerson).map(({ userId, name, email }) => ({ userId, name, email }));
}

type OnePerson = { organisationId: number; userId: number };

/**
 * Gives a person another role as `changeRole` does (ORG-05).
 * @throws organisations.not-found, organisations.not-allowed, organisations.person-not-found,
 * organisations.owners-only, organisations.last-owner
 */
export async function setRole(
  ctx: MemberContext,
  { organisationId, userId, role }: OnePerson & { role: OrganisationRole },
  portal: Portal,
): Promise<OrganisationPerson> {
  const { name, role: own } = await lockMembership(ctx, organisationId);
  const person = await findPerson(ctx, { organisationId, userId });
  if (!mayChange(own, person.role) || !mayChange(own, role)) throw fail('organisations.owners-only');
  return changeRole(ctx, { organisationId, userId, role, name }, portal);
}

/**
 * Changes a person's role, and mails it unless the person is the caller. Ends invitations by the person that the new
 * role could not make, and the emergency way in of a former owner. The caller must have checked its own role and locked
 * the organisation.
 * @throws organisations.person-not-found, organisations.last-owner
 */
export async function changeRole(
  ctx: MemberContext,
  { organisationId, userId, role, name }: OnePerson & { role: OrganisationRole; name: string },
  portal: Portal,
): Promise<OrganisationPerson> {
  const person = await findPerson(ctx, { organisationId, userId });
  if (person.role === role) return showPerson(person);
  if (person.role === 'owner') await requireOtherOwner(ctx, organisationId);
  await store.updateRole(ctx.db, userId, role);
  if (role !== 'owner') await endEmergencyWay(ctx, { organisationId, userId });
  await endInvitationsBy(ctx, { organisationId, userId }, role);
  if (person.role === 'owner') await noticeFormerOwner(ctx, organisationId);
  const deed = { action: 'set-role', object: 'organisation', objectId: organisationId, memberId: userId } as const;
  await audit(ctx, { ...deed, before: person.role, after: role });
  if (userId !== ctx.actor.userId) {
    const mail = roleChangedMail({ ...readerOf(person), organisation: name, role }, await portal.site(ctx));
    await queueMail(ctx.db, { kind: 'account', key: `organisation-role:${ctx.origin.requestId}` }, mail);
  }
  return showPerson({ ...person, role });
}

/**
 * Removes a person from the organisation; callers who remove themselves leave (ORG-05, ORG-06).
 * @throws organisations.not-found, organisations.not-allowed, organisations.person-not-found,
 * organisations.owners-only, organisations.last-owner
 */
export async function removePerson(
  ctx: MemberContext,
  { organisationId, userId }: OnePerson,
  portal: Portal,
): Promise<void> {
  const isLeaving = userId === ctx.actor.userId;
  const { name, role: own } = await lockMembership(ctx, organisationId, isLeaving ? () => true : maySee);
  const person = await findPerson(ctx, { organisationId, userId });
  if (!isLeaving && !mayChange(own, person.role)) throw fail('organisations.owners-only');
  if (person.role === 'owner') await requireOtherOwner(ctx, organisationId);
  await endGiven(ctx, { organisationId, userId });
  const action = isLeaving ? 'leave' : 'remove-person';
  const deed = { action, object: 'organisation', objectId: organisationId, memberId: userId } as const;
  await audit(ctx, { ...deed, before: person.role });
  if (isLeaving) return;
  await mailRemoved(ctx, { ...readerOf(person), organisation: name }, portal);
}

/**
 * Gives an organisation another name and mails it to the other owners (ORG-14). A confirmation by an administrator was
 * for the old name, and ends with it.
 * @throws organisations.not-found, organisations.not-allowed, organisations.name-taken
 */
export async function renameOrganisation(
  ctx: MemberContext,
  { id, name }: { id: number; name: string },
  portal: Portal,
): Promise<void> {
  const { name: before } = await lockMembership(ctx, id, (role) => role === 'owner');
  if (name === before) return;
  await requireFreeName(ctx, { id, name }, portal);
  const wasConfirmed = await store.renameOrganisation(ctx.db, id, name);
  const deed = { action: 'rename', object: 'organisation', objectId: id } as const;
  await audit(ctx, {
    ...deed,
    before: { name: before, ...(wasConfirmed && { isConfirmed: true }) },
    after: { name, ...(wasConfirmed && { isConfirmed: false }) },
  });
  const site = await portal.site(ctx);
  for (const { userId, name: firstName, email } of await listOwners(ctx, id)) {
    if (userId === ctx.actor.userId) continue;
    const key = `organisation-renamed:${userId}:${ctx.origin.requestId}`;
    await queueMail(ctx.db, { kind: 'account', key }, renamedMail({ email, firstName, before, name }, site));
  }
}

/**
 * Rejects a name that equals that of a confirmed organisation or of the portal (ORG-01).
 * @throws organisations.name-taken
 */
async function requireFreeName(
  ctx: Context,
  { id, name }: { id: number | null; name: string },
  portal: Portal,
): Promise<void> {
  const { productName } = await portal.site(ctx);
  if (await store.isNameTaken(ctx.db, { id, name, productName })) throw fail('organisations.name-taken');
}

/**
 * Closes an organisation after its owner has typed its name (ORG-09).
 * @throws organisations.not-found, organisations.not-allowed, organisations.name-differs
 */
export async function closeOrganisation(ctx: MemberContext, id: number, typedName: string): Promise<void> {
  const { name } = await lockMembership(ctx, id, (role) => role === 'owner');
  await closeNamed(ctx, { id, name, typedName });
}

/**
 * Closes an organisation after its name was typed. The caller must have checked its own role and locked the
 * organisation.
 * @throws organisations.name-differs
 */
export async function closeNamed(
  ctx: MemberContext,
  { id, name, typedName }: { id: number; name: string; typedName: string },
): Promise<void> {
  if (lineOf(typedName) !== lineOf(name)) throw fail('organisations.name-differs');
  await close(ctx, { id, name, memberId: ctx.actor.userId });
}

/**
 * Closes the organisation of a member whose account is deleted if it has no other people; otherwise rejects the
 * deletion of its last owner, and ends the invitations by the member.
 * @param mayBeLast whether the last owner of other people may be deleted
 * @throws organisations.owner-account
 */
export async function leaveForDeletion(ctx: Context, userId: number, mayBeLast: boolean): Promise<void> {
  const place = await store.findMembership(ctx.db, userId);
  const organisation = place && (await store.lockOrganisation(ctx.db, place.organisationId));
  if (!organisation) return;
  const { people, owners } = await store.countPeople(ctx.db, place.organisationId);
  if (people === 1) {
    await close(ctx, { id: place.organisationId, name: organisation.name, memberId: userId });
    return;
  }
  if (place.role === 'owner' && owners === 1 && !mayBeLast) throw fail('organisations.owner-account');
  await endInvitationsBy(ctx, place, null);
  if (place.role === 'owner') await noticeFormerOwner(ctx, place.organisationId);
}

async function close(ctx: Context, { id, name, memberId }: { id: number; name: string; memberId: number }) {
  const people = await store.listPeopleIds(ctx.db, id);
  for (const userId of people) await endGiven(ctx, { organisationId: id, userId, isClosing: true });
  await removeConnections(ctx, id);
  await store.closeOrganisation(ctx.db, id);
  await seats.endAllSeats(ctx, id);
  await giveUpWaiting(ctx, id);
  await endKeysOfOrganisation(ctx, id);
  await enqueue(ctx.db, 'end-plans', {}, { key: 'end-plans' });
  await enqueue(ctx.db, 'announce-closing', { organisationId: id, name }, { key: `announce-closing:${id}` });
  await audit(ctx, {
    action: 'close',
    object: 'organisation',
    objectId: id,
    memberId,
    before: { name, people: people.length },
  });
}

async function findPerson(ctx: Context, { organisationId, userId }: OnePerson): Promise<store.PersonRow> {
  const person = await store.findPerson(ctx.db, organisationId, userId);
  if (!person) throw fail('organisations.person-not-found');
  return person;
}

async function requireOtherOwner(ctx: Context, organisationId: number): Promise<void> {
  if (!(await hasOtherOwner(ctx, organisationId))) throw fail('organisations.last-owner');
}

const readerOf = ({ email, first_name }: store.PersonRow) => ({ email, firstName: first_name });

function showPerson({ id, first_name, last_name, email, role, joined_at }: store.PersonRow): OrganisationPerson {
  return {
    userId: id,
    name: `${first_name} ${last_name}`.trim(),
    email,
    role,
    joinedAt: joined_at.toISOString(),
  };
}
