import { isoDay, portalZone } from '#contract/dates.ts';
import { comparableAddress, domainOfAddress } from '#contract/email-addresses.ts';
import { addAccount, listAdministrators } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { hasConnectionIdentity } from '#server/identity/connections/actions.ts';
import { hasOtherOwner, lockForJob } from '#server/organisations/organisations/actions.ts';
import { listProvenDomains } from '#server/organisations/organisations/admission-actions.ts';
import { type Ended, endGiven, mailRemoved } from '#server/organisations/organisations/ending-actions.ts';
import { inviteByDirectory, withdrawByDirectory } from '#server/organisations/organisations/invitation-actions.ts';
import { addLearner } from '#server/organisations/organisations/joining-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { lastOwnerMail } from './emails.ts';
import { ScimFailure } from './failure-rules.ts';
import * as people from './people-store.ts';
import * as store from './store.ts';
import { addressesOf, addressOf, type DirectoryUser, displayedName, insideDomains, namesOf } from './user-rules.ts';

/** The directory that calls: a token of an organisation. */
export type Caller = { organisationId: number; name: string };

export type PersonRecord = people.RecordRow;

/** A record after a change; `isRejected` when it is the last owner's, whose role stays (SCIM-03). */
export type Changed = { record: people.RecordRow; isRejected: boolean };

type Deps = { portal: Portal };

/** The organisation's name, and the portal whose mails name it. */
type Host = Deps & { organisation: string };

/** Finds a record of the directory. @throws a ScimFailure of 404 */
export async function getPerson(ctx: Context, { organisationId }: Caller, id: string): Promise<people.RecordRow> {
  const record = await people.findRecord(ctx.db, organisationId, id);
  if (!record) throw new ScimFailure(404, 'This user does not exist.');
  return record;
}

/**
 * Adds a person whom a directory sends, and admits an active one (SCIM-02).
 * @throws a ScimFailure: 400 for an address outside of the proven domains, 401 for a closed organisation, 409 for an
 * address or userName with a record
 */
export async function addPerson(
  ctx: Context,
  caller: Caller,
  sent: DirectoryUser,
  { portal }: Deps,
): Promise<people.RecordRow> {
  const { name: organisation } = await lock(ctx, caller);
  const user = insideDomains(sent, await listDomains(ctx, caller));
  const isActive = user.isActive ?? true;
  const added = await people.insertRecord(ctx.db, caller.organisationId, { ...user, email: addressOf(user), isActive });
  if (!added) throw taken();
  const outcome = isActive ? await admit(ctx, added, { organisation, portal }) : null;
  const record = outcome === null ? added : await people.updateOutcome(ctx.db, added.id, outcome);
  await note(ctx, caller, 'add-by-directory', record, { isActive, outcome });
  return record;
}

/**
 * Changes a person as a directory says: its record alone, never the account's address. Inactive ends everything that
 * the organisation gave, active admits the person again as `admit` does (SCIM-02, SCIM-03).
 * @param change makes the new state of the present one
 * @throws a ScimFailure: 400, 401, 404, 409, or 412 for another version than `ifMatch`
 */
export async function changePerson(
  ctx: Context,
  caller: Caller,
  { id, ifMatch, change }: { id: string; ifMatch: (version: number) => boolean; change: Change },
  deps: Deps,
): Promise<Changed> {
  const { name } = await lock(ctx, caller);
  const record = await getPerson(ctx, caller, id);
  if (!ifMatch(record.version)) throw new ScimFailure(412, 'This user was changed after you read it.');
  const before = userOf(record);
  const sent = change(before);
  const isActive = sent.isActive ?? record.is_active;
  const written = await prepareWritten(ctx, caller, { record, before, sent: { ...sent, isActive } });
  const fields = changedFields(record, written);
  const ending = isActive ? null : await endAccess(ctx, { caller, record, organisation: name }, deps);
  if (fields.length === 0 && (!ending || ending.isRepeated)) return { record, isRejected: ending !== null };
  const outcome = await nextOutcome(ctx, { record, written }, { ...deps, organisation: name });
  const changed = fields.length === 0 ? record : await people.updateRecord(ctx.db, record.id, written, outcome);
  const action = ending ? 'end-by-directory' : 'change-by-directory';
  await note(ctx, caller, action, changed, { fields, isActive, ...endedIn(ending) });
  return { record: changed, isRejected: ending?.isLastOwner ?? false };
}

export type Change = (user: DirectoryUser) => DirectoryUser;

/**
 * Deletes a record, which frees its userName, and ends the person's access (SCIM-03).
 * @returns whether the record stays, because it is the last owner's
 * @throws a ScimFailure: 401, 404, or 412 for another version than `ifMatch`
 */
export async function deletePerson(
  ctx: Context,
  caller: Caller,
  { id, ifMatch }: { id: string; ifMatch: (version: number) => boolean },
  deps: Deps,
): Promise<{ isRejected: boolean }> {
  const { name } = await lock(ctx, caller);
  const record = await getPerson(ctx, caller, id);
  if (!ifMatch(record.version)) throw new ScimFailure(412, 'This user was changed after you read it.');
  const ending = await endAccess(ctx, { caller, record, organisation: name }, deps);
  if (ending?.isLastOwner) {
    const inactive = { ...userOf(record), email: record.email, isActive: false };
    const kept = record.is_active ? await people.updateRecord(ctx.db, record.id, inactive, record.outcome) : record;
    if (!ending.isRepeated) await note(ctx, caller, 'end-by-directory', kept, { isActive: false, ...endedIn(ending) });
    return { isRejected: true };
  }
  await people.deleteRecord(ctx.db, record.id);
  await note(ctx, caller, 'delete-by-directory', record, endedIn(ending));
  return { isRejected: false };
}

async function lock(ctx: Context, { organisationId }: Caller): Promise<{ name: string }> {
  const organisation = await lockForJob(ctx, organisationId);
  if (!organisation) throw new ScimFailure(401, 'This organisation was closed.');
  return organisation;
}

const listDomains = async (ctx: Context, { organisationId }: Caller) =>
  new Set((await listProvenDomains(ctx, organisationId)).map(({ domain }) => domain));

const taken = () => new ScimFailure(409, 'Another user has this userName or this email address.', 'uniqueness');

/** Returns the present state of a record in the form in which directories send it. */
const userOf = (record: people.RecordRow): DirectoryUser => ({
  userName: record.user_name,
  externalId: record.external_id,
  profile: record.profile,
  isActive: record.is_active,
});

type Sent = { record: people.RecordRow; before: DirectoryUser; sent: DirectoryUser & { isActive: boolean } };

/**
 * Returns the values that a change writes. Addresses that the record has already stay, also after their domain was
 * lost, but a person becomes active only inside the proven domains. Whatever a deactivation sends beside it, the person
 * loses the access; an address that cannot be written leaves the record's own (SCIM-03).
 * @throws a ScimFailure: 400 for an address outside of the proven domains, 409 for one of another record
 */
async function prepareWritten(ctx: Context, caller: Caller, { record, before, sent }: Sent): Promise<people.Written> {
  const domains = await listDomains(ctx, caller);
  const isAdmitted = sent.isActive && !record.is_active;
  try {
    const user = insideDomains(sent, domains, isAdmitted ? [] : addressesOf(before));
    const written = { ...user, email: addressOf(user), isActive: sent.isActive };
    if (await people.isTaken(ctx.db, record, written)) throw taken();
    return written;
  } catch (error) {
    if (sent.isActive || !(error instanceof ScimFailure)) throw error;
    const profile = { ...sent.profile, emails: before.profile.emails };
    const { userName, externalId } = before;
    return { userName, externalId, profile, email: record.email, isActive: false };
  }
}

function changedFields(record: people.RecordRow, written: people.Written): string[] {
  const { displayName, name, emails } = record.profile;
  const pairs: [string, unknown, unknown][] = [
    ['userName', record.user_name, written.userName],
    ['externalId', record.external_id, written.externalId],
    ['active', record.is_active, written.isActive],
    ['displayName', displayName, written.profile.displayName],
    ['name', sorted(name), sorted(written.profile.name)],
    ['emails', emails.map(sorted), written.profile.emails.map(sorted)],
  ];
  return pairs.filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other)).map(([field]) => field);
}

/** Sorts the fields, because jsonb does not keep their order. */
const sorted = (fields: object = {}) => Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Admits a person who becomes active. An invited person whose address changes is admitted again with the new address.
 */
async function nextOutcome(
  ctx: Context,
  { record, written }: { record: people.RecordRow; written: people.Written },
  host: Host,
): Promise<people.Outcome | null> {
  const { organisation_id: organisationId, email, outcome } = record;
  if (!written.isActive) return outcome;
  const isMoved = comparableAddress(written.email) !== comparableAddress(email);
  const isWithdrawn = isMoved && (await withdrawByDirectory(ctx, organisationId, email));
  return isWithdrawn || !record.is_active
    ? admit(ctx, { ...record, email: written.email, profile: written.profile }, host)
    : outcome;
}

/**
 * Admits an active person. A person in the organisation stays. An account with an identity of the organisation's
 * connection joins. A new account is made if the domain signs in through that connection. Any other person is invited
 * by the record's address.
 */
async function admit(ctx: Context, record: people.RecordRow, { organisation, portal }: Host): Promise<people.Outcome> {
  const { organisation_id: organisationId, email } = record;
  const account = await findRecordAccount(ctx, record);
  if (account?.organisationId === organisationId) {
    await people.linkRecord(ctx.db, record.id, account.userId);
    return 'existed';
  }
  if (
    account &&
    account.organisationId === null &&
    (await hasConnectionIdentity(ctx, { organisationId, userId: account.userId }))
  ) {
    if (await addLearner(ctx, { ...account, organisationId, organisation }, portal)) {
      await people.linkRecord(ctx.db, record.id, account.userId);
      return 'existed';
    }
  }
  if (!account && (await store.hasOpenConnection(ctx.db, organisationId, domainOfAddress(email)))) {
    const made = await addAccount(ctx, {
      email,
      ...namesOf(record.profile, email),
      organization: null,
      passwordHash: null,
      role: 'user',
      isVerified: true,
    });
    if (made) {
      const person = { userId: made.id, email, firstName: made.first_name };
      // The record is linked by the database, because its address is the account's.
      await addLearner(ctx, { ...person, organisationId, organisation }, portal);
      return 'made';
    }
  }
  await inviteByDirectory(ctx, organisationId, email);
  return 'invited';
}

/**
 * Finds the account of a record: of the linked one and that of its address, the one in the organisation; without one,
 * the linked one first.
 */
async function findRecordAccount(ctx: Context, record: people.RecordRow): Promise<store.AccountRow | null> {
  const { user_id, organisation_id: organisationId, email } = record;
  const linked = user_id === null ? null : await store.findAccountById(ctx.db, user_id);
  if (linked?.organisationId === organisationId) return linked;
  const ofAddress = await store.findAccountByAddress(ctx.db, comparableAddress(email));
  return ofAddress?.organisationId === organisationId ? ofAddress : (linked ?? ofAddress);
}

type Ending = {
  counts: Ended;
  isLastOwner: boolean;
  /** Whether an earlier call had the same outcome, and nothing was left to end. */
  isRepeated: boolean;
};
type Leaving = { caller: Caller; record: people.RecordRow; organisation: string };

/**
 * Ends everything that the organisation gave the person of a record, and records it (SCIM-06). The last owner keeps the
 * role, and the portal's administrators are mailed; anybody else inside is mailed the removal.
 * @returns null for a person who is inactive and outside the organisation already
 */
async function endAccess(ctx: Context, { caller, record, organisation }: Leaving, deps: Deps): Promise<Ending | null> {
  const { organisationId } = caller;
  const account = await findRecordAccount(ctx, record);
  const isInside = account?.organisationId === organisationId;
  if (!record.is_active && !isInside) return null;
  const isLastOwner = isInside && account.role === 'owner' && !(await hasOtherOwner(ctx, organisationId));
  const nothing: Ended = { sessions: 0, seats: 0, keys: 0, tokens: 0 };
  const counts = account
    ? await endGiven(ctx, { organisationId, userId: account.userId, keepsRole: isLastOwner, endsKeys: isInside })
    : nothing;
  await withdrawByDirectory(ctx, organisationId, record.email);
  const isRepeated = !record.is_active && isLastOwner && Object.values(counts).every((count) => count === 0);
  if (!isRepeated) {
    const named = { userName: record.user_name, name: displayedName(userOf(record)) };
    const ended = { ...counts, organisationId, userId: account?.userId ?? null, ...named, isLastOwner };
    await store.insertOffboarding(ctx.db, ended);
  }
  if (isLastOwner) await mailAdministrators(ctx, { caller, record, organisation }, deps);
  else if (isInside) await mailRemoved(ctx, { ...account, organisation }, deps.portal);
  return { counts, isLastOwner, isRepeated };
}

/** Mails the portal's administrators, at most once a day for each record, because directories repeat rejected calls. */
async function mailAdministrators(ctx: Context, { record, organisation }: Leaving, { portal }: Deps): Promise<void> {
  const site = await portal.site(ctx);
  const owner = displayedName(userOf(record));
  const organisationUrl = `${site.publicUrl}/admin-dashboard/organisations/${record.organisation_id}`;
  for (const { userId, ...reader } of await listAdministrators(ctx)) {
    const key = `directory-last-owner:${record.id}.${isoDay(ctx.now, portalZone)}.${userId}` as const;
    const mail = lastOwnerMail({ ...reader, organisation, owner, organisationUrl }, site);
    await queueMail(ctx.db, { kind: 'account', key }, mail);
  }
}

/** Returns what ended, for the audit log, which leaves out values whose name holds "token". */
function endedIn(ending: Ending | null) {
  if (!ending) return {};
  const { tokens: tools, ...counts } = ending.counts;
  return { ...counts, tools };
}

type Noted = 'add-by-directory' | 'change-by-directory' | 'end-by-directory' | 'delete-by-directory';

/** Writes the audit log entry of a change, with the directory's name and the record's id, which names no person. */
function note(ctx: Context, { organisationId, name }: Caller, action: Noted, record: people.RecordRow, after: object) {
  const deed = { action, object: 'organisation', objectId: organisationId, memberId: record.user_id } as const;
  return audit(ctx, { ...deed, after: { directory: name, record: record.id, ...after } });
}
