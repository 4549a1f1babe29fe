import { type Selectable, sql } from 'kysely';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

type Row = Selectable<Tables['organisation_invitations']>;

/** An invitation that was not accepted; it may have expired. */
export type InvitationRow = Omit<Row, 'role' | 'address_key' | 'secret_hash' | 'invited_by' | 'message'> & {
  role: OrganisationRole;
  /** Name of the organisation. */
  organisation: string;
  is_expired: boolean;
  is_sent: boolean;
  /** Seconds until it can be sent again; 0 when it can be sent now. */
  wait_seconds: number;
};

/** Minimum wait before an invitation can be sent again, in seconds. */
const restSeconds = 60;

const columns = (db: Db) =>
  db.kysely
    .selectFrom('organisation_invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.organisation_id', 'i.email', 'i.asked_at', 'i.expires_at', 'o.name as organisation'])
    .select(sql<OrganisationRole>`i.role`.as('role'))
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .select(sql<boolean>`secret_hash is not null`.as('is_sent'))
    .select(
      sql<number>`greatest(0, ceil(${restSeconds} - extract(epoch from now() - asked_at)))::integer`.as('wait_seconds'),
    );

type NewInvitations = {
  emails: readonly string[];
  role: OrganisationRole;
  invitedBy: number | null;
  message: string | null;
};

/** Adds invitations, whose mails are still to be sent. `already` is an address that is invited already. */
export async function insertInvitations(
  db: Db,
  organisationId: number,
  { emails, role, invitedBy, message }: NewInvitations,
): Promise<{ invitationIds: number[]; already: string | null }> {
  const rows = await db.prepared<{ id: number | null; email: string }>(
    'organisations.insert_invitations',
    `with added as (
       insert into organisation_invitations (organisation_id, email, role, invited_by, message)
       select $1, email, $3, $4, $5 from unnest($2::text[]) as asked (email)
       on conflict do nothing returning id, email
     )
     select added.id, asked.email from unnest($2::text[]) with ordinality as asked (email, place)
       left join added using (email) order by place`,
    [organisationId, emails, role, invitedBy, message],
  );
  return {
    invitationIds: rows.flatMap(({ id }) => id ?? []),
    already: rows.find(({ id }) => id === null)?.email ?? null,
  };
}

export function listInvitations(db: Db, organisationId: number): Promise<InvitationRow[]> {
  return columns(db)
    .where('i.organisation_id', '=', organisationId)
    .orderBy('i.asked_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute();
}

export async function findInvitation(db: Db, organisationId: number, id: number): Promise<InvitationRow | null> {
  const row = await columns(db)
    .where('i.id', '=', id)
    .where('i.organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row ?? null;
}

/** An invitation of a link, with the person who made it and may still invite. */
export type SecretRow = InvitationRow & {
  message: string | null;
  inviter: { userId: number; email: string; name: string; role: OrganisationRole } | null;
};

/**
 * Finds the invitation of a link that still works; null also when a person with the invited address has left the
 * organisation since the link was sent.
 */
export async function findBySecret(db: Db, secretHash: Buffer): Promise<SecretRow | null> {
  const row = await columns(db)
    .select('i.message')
    .select(
      sql<SecretRow['inviter']>`(
        select json_build_object('userId', u.id, 'email', u.email, 'name', trim(u.first_name || ' ' || u.last_name), 'role', p.role)
        from organisation_people p join users u on u.id = p.user_id
        where p.user_id = i.invited_by and p.organisation_id = i.organisation_id and p.role in ('owner', 'manager'))`.as(
        'inviter',
      ),
    )
    .where('i.secret_hash', '=', secretHash)
    .where(sql<boolean>`expires_at > now()`)
    .where(sql<boolean>`(absent_since(i.organisation_id, null, i.address_key) >= i.asked_at) is not true`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks an invitation to be sent again: its link ends, the next one works for 14 days.
 * @returns false when it was just sent
 */
export async function updateAskedAgain(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('organisation_invitations')
    .set({ secret_hash: null, asked_at: sql`now()`, expires_at: sql`now() + interval '14 days'` })
    .where('id', '=', id)
    .where(sql<boolean>`asked_at <= now() - make_interval(secs => ${restSeconds})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists the organisations with open invitations that have no link yet, such as those whose address had too many mails
 * (ORG-11).
 */
export async function listUnsent(db: Db): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.list_unsent',
    `select distinct organisation_id as id from organisation_invitations
     where secret_hash is null and expires_at > now() order by 1`,
    [],
  );
  return rows.map(({ id }) => id);
}

export type Sending = { organisationId: number; organisation: string; sent: number; total: number };

/**
 * Counts the invitations that were asked for since the oldest unsent one, by organisation; at most 100 organisations.
 */
export function listSending(db: Db): Promise<Sending[]> {
  return db.prepared(
    'organisations.list_sending',
    `with unsent as (
       select organisation_id, min(asked_at) as since from organisation_invitations
       where secret_hash is null and expires_at > now() group by organisation_id
     )
     select o.id as "organisationId", o.name as organisation, count(i.secret_hash)::integer as sent,
       count(*)::integer as total
     from unsent u join organisations o on o.id = u.organisation_id
       join organisation_invitations i on i.organisation_id = o.id and i.asked_at >= u.since
     group by o.id order by o.id limit 100`,
    [],
  );
}

/** Locks the next invitation without a link after an id; null without one that no other transaction has locked. */
export async function lockNextUnsent(
  db: Db,
  { organisationId, after }: { organisationId: number; after: number },
): Promise<{ id: number; email: string } | null> {
  const rows = await db.prepared<{ id: number; email: string }>(
    'organisations.lock_next_unsent',
    `select id, email from organisation_invitations where organisation_id = $1 and secret_hash is null and id > $2
     order by id limit 1 for update skip locked`,
    [organisationId, after],
  );
  return rows[0] ?? null;
}

type SentInvitation = Pick<InvitationRow, 'email' | 'role' | 'organisation'> & {
  askedAt: Date;
  message: string | null;
  /** Name of the inviter; null once that person may no longer invite. */
  inviter: string | null;
};

/** Gives a locked invitation its link. @returns the data of its mail */
export async function updateSent(db: Db, id: number, secretHash: Buffer): Promise<SentInvitation> {
  const [row] = await db.prepared<SentInvitation>(
    'organisations.update_sent',
    `update organisation_invitations i set secret_hash = $2 from organisations o where o.id = i.organisation_id and i.id = $1
     returning i.email, i.role, o.name as organisation, i.asked_at as "askedAt", i.message, (
       select trim(u.first_name || ' ' || u.last_name) from organisation_people p join users u on u.id = p.user_id
       where p.user_id = i.invited_by and p.organisation_id = i.organisation_id and p.role in ('owner', 'manager')
     ) as inviter`,
    [id, secretHash],
  );
  if (!row) throw new Error('A locked invitation is there');
  return row;
}

/** Deletes an invitation. @returns false when it is gone already */
export async function deleteInvitation(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('organisation_invitations')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the invitations of an organisation to an address. @returns whether there was one */
export async function deleteInvitationsTo(db: Db, organisationId: number, address: string): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('organisation_invitations')
    .where('organisation_id', '=', organisationId)
    .where('address_key', '=', comparableAddress(address))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the invitations to these roles that a person has made. */
export async function deleteInvitationsBy(
  db: Db,
  { organisationId, userId, roles }: { organisationId: number; userId: number; roles: readonly OrganisationRole[] },
): Promise<void> {
  await db.kysely
    .deleteFrom('organisation_invitations')
    .where('organisation_id', '=', organisationId)
    .where('invited_by', '=', userId)
    .where('role', 'in', roles)
    .execute();
}

/** Whether an address has an open invitation of an organisation that an administrator made or confirmed. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.is_invited',
    `select i.id from organisation_invitations i join organisations o on o.id = i.organisation_id
     where i.address_key = $1 and i.expires_at > now() and o.confirmed_at is not null
       and (absent_since(i.organisation_id, null, i.address_key) >= i.asked_at) is not true limit 1`,
    [comparableAddress(email)],
  );
  return rows.length > 0;
}

/** Deletes invitations 30 days after their end. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'organisations.delete_old_invitations',
    `delete from organisation_invitations where id in (
       select id from organisation_invitations where expires_at < now() - interval '30 days' limit $1) returning id`,
  );
}

/**
 * Finds the open invitation of a person's address to an organisation; null when it is older than the person's absence.
 */
export async function findOpenInvitation(
  db: Db,
  organisationId: number,
  { id, email }: { id: number; email: string },
): Promise<{ role: OrganisationRole; askedAt: Date } | null> {
  const rows = await db.prepared<{ role: OrganisationRole; askedAt: Date }>(
    'organisations.find_open_invitation',
    `select role, asked_at as "askedAt" from organisation_invitations i
     where organisation_id = $1 and address_key = $2 and expires_at > now()
       and (absent_since(i.organisation_id, $3, i.address_key) >= i.asked_at) is not true
     order by id desc limit 1`,
    [organisationId, comparableAddress(email), id],
  );
  return rows[0] ?? null;
}
