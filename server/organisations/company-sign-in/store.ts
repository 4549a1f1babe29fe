import { domainOf, isProtected } from '#server/identity/accounts/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Numbers of the people of an organisation by the ways in which they can sign in. */
export type Today = { password: number; secondFactor: number; google: number; company: number };

export async function countWays(db: Db, organisationId: number): Promise<Today> {
  const rows = await db.prepared<Today>(
    'company.count_ways',
    `select (count(*) filter (where u.password_hash is not null))::integer as password,
       (count(*) filter (where u.password_hash is not null and u.two_factor_enabled_at is not null))::integer
         as "secondFactor",
       (count(*) filter (where exists (select from identities i where i.user_id = u.id)))::integer as google,
       (count(*) filter (where exists (
         select from connection_identities i join connections c on c.id = i.connection_id
         where i.user_id = u.id and c.organisation_id = $1)))::integer as company
     from organisation_people p join users u on u.id = p.user_id where p.organisation_id = $1`,
    [organisationId],
  );
  return rows[0] ?? { password: 0, secondFactor: 0, google: 0, company: 0 };
}

export type Affected = { inDomains: number; linked: number; outside: number; invited: number };

/**
 * Counts the organisation's people inside and outside the domains of a connection, those inside who are linked to it,
 * and the open invitations inside.
 */
export async function countAffected(db: Db, organisationId: number, connectionId: string): Promise<Affected> {
  const rows = await db.prepared<Affected>(
    'company.count_affected',
    `select (count(*) filter (where d.domain is not null))::integer as "inDomains",
       (count(*) filter (where d.domain is not null and exists (
         select from connection_identities i where i.user_id = u.id and i.connection_id = $2)))::integer as linked,
       (count(*) filter (where d.domain is null))::integer as outside,
       (select count(*)::integer from organisation_invitations i
          join connection_domains d on d.connection_id = $2 and d.domain = ${domainOf('i.email')}
        where i.organisation_id = $1 and i.expires_at > now()) as invited
     from organisation_people p join users u on u.id = p.user_id
       left join connection_domains d on d.connection_id = $2 and d.domain = ${domainOf('u.email')}
     where p.organisation_id = $1`,
    [organisationId, connectionId],
  );
  return rows[0] ?? { inDomains: 0, linked: 0, outside: 0, invited: 0 };
}

export type OwnerRow = { userId: number; name: string; isProtected: boolean };

/**
 * Lists the owners of an organisation, and whether each has a way in that a password alone does not open.
 * @param host the host at which passkeys work; null on a portal without passkeys
 */
export function listOwners(db: Db, organisationId: number, host: string | null): Promise<OwnerRow[]> {
  return db.prepared<OwnerRow>(
    'company.list_owners',
    `select u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
       ${isProtected('$2')} as "isProtected"
     from organisation_people p join users u on u.id = p.user_id
     where p.organisation_id = $1 and p.role = 'owner' order by 2, 1`,
    [organisationId, host],
  );
}

export async function findName(db: Db, userId: number): Promise<string | null> {
  const rows = await db.prepared<{ name: string }>(
    'company.find_name',
    `select trim(first_name || ' ' || last_name) as name from users where id = $1 and deleted_at is null`,
    [userId],
  );
  return rows[0]?.name ?? null;
}

export async function findDomainName(db: Db, organisationId: number, domainId: number): Promise<string | null> {
  const rows = await db.prepared<{ domain: string }>(
    'company.find_domain_name',
    'select domain from organisation_domains where organisation_id = $1 and id = $2',
    [organisationId, domainId],
  );
  return rows[0]?.domain ?? null;
}
