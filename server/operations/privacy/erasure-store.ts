import { sql } from 'kysely';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Removal } from '#server/platform/files/removals.ts';

/**
 * Blanks the personal data of an account, and deletes the rows that are of no use without it; rows about money remain,
 * with the account's id. The only place that lists all tables with members' data: a test compares it with the tables
 * that refer to users.
 */
export async function eraseUser(
  db: Db,
  id: number,
  { email, isVerified }: { email: string; isVerified: boolean },
): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db.kysely);
  // Random, because addresses and userNames are unique: one that others can guess and take first stops the deletion.
  await run(sql`update users set email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', first_name = 'Deleted', last_name = 'user',
    organization = null, role_affiliation = null, goal = null, time_zone = null, profile_image_url = null, password_hash = null, role = 'user', email_verified_at = null,
    two_factor_enabled_at = null, is_invited = false, arrival_landing = null, arrival_host = null, first_paid_on = null, credentials_changed_at = now(), updated_at = now(),
    deleted_at = now() where id = ${id}`);
  await run(
    sql`delete from tool_tokens where sign_in_id in (select s.id from sign_in_sessions s where user_id = ${id})`,
  );
  await run(sql`delete from connection_sessions where session_id in (
    select s.id from sign_in_sessions s where user_id = ${id})`);
  await run(sql`update sign_in_sessions set revoked_at = coalesce(revoked_at, now()), ip = '', user_agent = null,
    device_hash = null where user_id = ${id}`);
  // An organisation's keys remain, so that another owner can take them over.
  await run(sql`delete from api_keys where user_id = ${id} and kind <> 'organisation'`);
  // Locked first, so that no badge is made between the two statements. The status lists name a revoked badge for ever.
  await run(sql`select id from certificates where user_id = ${id} order by id for update`);
  await run(sql`update badges set credential = null, is_shared = false
    where certificate_id in (select c.id from certificates c where c.user_id = ${id})`);
  // Runs before the membership ends, because the event of the revocation has the organisation only while the person is
  // in it.
  await run(sql`update certificates set user_id = null, holder_name = null, shows_name = false,
    revoked_at = coalesce(revoked_at, now()) where user_id = ${id}`);
  for (const table of deleted) await run(sql`delete from ${sql.table(table)} where user_id = ${id}`);
  await run(sql`update subscriptions set suspended_reason = '' where user_id = ${id} and suspended_reason is not null`);
  await run(sql`update subscriptions set cancel_comment = null where user_id = ${id} and cancel_comment is not null`);
  await run(sql`update refund_requests set reason = '' where user_id = ${id}`);
  await run(sql`update payment_attempts set paid_with = null where user_id = ${id} and paid_with is not null`);
  // A gift that waits for its day keeps its email address and message until its mail is sent.
  await run(sql`update gifts set email = '', message = '' where user_id = ${id} and sent_at is not null`);
  await run(sql`update seats set user_id = null, returned_at = coalesce(returned_at, now()) where user_id = ${id}`);
  // An account that has not verified its address may use another person's address, whose invitations and mails must
  // remain.
  const ownAddress = isVerified ? comparableAddress(email) : null;
  await run(sql`delete from organisation_invitations where address_key = ${ownAddress}`);
  // Only a directory makes its record unknown, which would otherwise add the person again (SCIM-03). A record of another
  // account stays, whatever address the directory gives it: by it the directory ends that person's access.
  await run(sql`update organisation_directory_people set user_id = null, user_name = 'deleted-' || gen_random_uuid(),
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', external_id = null,
    profile = '{"displayName": "Deleted account", "emails": []}', is_active = false, outcome = null,
    version = version + 1, changed_at = now()
    where user_id = ${id} or (user_id is null and address_key = ${ownAddress})`);
  // The record of the offboarding stays with the organisation, without the person.
  await run(sql`update organisation_offboardings set user_id = null, user_name = '', name = '' where user_id = ${id}`);
  // Keeps mails to the address from when another account had it. Mails to it from when no account had it are erased
  // too.
  const own = sql`(user_id = ${id} or (user_id is null and lower(recipient collate "C") = ${ownAddress}))`;
  await run(sql`delete from mails where ${own} and sent_at is null and parked_at is null`);
  await run(
    sql`update mails set recipient = '', subject = '', text_body = '', html_body = '', last_error = null where ${own}`,
  );
  await eraseClosedOrganisations(db, id);
  await run(sql`update audit_log set before = audit_value_erased(object, action, before),
    after = audit_value_erased(object, action, after) where member_user_id = ${id}`);
  await run(sql`update audit_log set ip = '', user_agent = null where actor_user_id = ${id}`);
}

/**
 * Erases the names of organisations that an account closed as their only person. For organisations closed before the
 * log had the number of people, checks that no other person ever joined.
 */
async function eraseClosedOrganisations(db: Db, userId: number): Promise<void> {
  const erased = await db.prepared<{ id: string }>(
    'privacy.erase_organisations',
    `update organisations o set name = 'Deleted organisation', erased_at = now()
     from audit_log l
     where l.member_user_id = $1 and l.object = 'organisation' and l.action = 'close' and l.object_id = o.id::text
       and o.closed_at is not null and o.erased_at is null
       and (l.before ->> 'people' = '1' or (l.before -> 'people' is null and not exists (
         select from audit_log j where j.object = 'organisation' and j.object_id = l.object_id
           and j.action in ('create', 'join') and j.member_user_id is distinct from $1)))
     returning o.id::text as id`,
    [userId],
  );
  const ids = erased.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.prepared(
    'privacy.erase_organisations_log',
    `update audit_log set before = audit_organisation_erased(before), after = audit_organisation_erased(after)
     where object = 'organisation' and object_id = any($1::text[])`,
    [ids],
  );
  await db.prepared(
    'privacy.erase_organisations_certificates',
    `update certificates set organisation_name = 'Deleted organisation'
     where organisation_id = any($1::text[]::integer[]) and user_id is null`,
    [ids],
  );
}

/**
 * Lists removals that this database does not contain, because it was restored to a day before them. The audit log has
 * every role change since.
 */
export async function listForgotten(db: Db, removals: readonly Removal[]): Promise<Omit<Removal, 'at'>[]> {
  return db.prepared(
    'privacy.list_forgotten',
    `select distinct u.id as "userId", r.change
     from unnest($1::integer[], $2::text[], $3::timestamptz[]) as r (user_id, change, at)
       join users u on u.id = r.user_id and u.deleted_at is null
     where r.change = 'erased' or (u.role = 'administrator' and not exists (
       select from audit_log a where a.member_user_id = u.id and a.object = 'user' and a.action = 'set-role'
         and a.happened_at >= r.at))
     order by u.id`,
    [removals.map(({ userId }) => userId), removals.map(({ change }) => change), removals.map(({ at }) => at)],
  );
}

/** Tables whose rows of a member are deleted with the account, in an order that their references allow. */
export const deleted = [
  'account_links',
  'assistant_grants',
  'identities',
  'connection_identities',
  'connection_pending',
  'connection_errands',
  'connection_tests',
  'connection_emergency_owners',
  'private_addresses',
  'confirm_codes',
  'profile_pictures',
  'second_factors',
  'passkeys',
  'assistant_calls',
  'passkey_challenges',
  'progress_sessions',
  'path_learners',
  'path_readings',
  'saved_resources',
  'assessment_attempts',
  'organisation_people',
  'assignments',
  'check_attempts',
  'check_allowances',
  'completions',
  'organisation_requests',
  'organisation_absences',
  'access_grants',
  'member_notes',
  'subscription_blocks',
  'promo_validations',
  'payment_methods',
  'billing_details',
] as const;
