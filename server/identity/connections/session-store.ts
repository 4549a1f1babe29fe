import { domainOf } from '#server/identity/accounts/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Ends the live sign-ins of an account through connections of an organisation. @returns number of ended sign-ins */
export async function revokeAt(db: Db, organisationId: number, userId: number): Promise<number> {
  const rows = await db.prepared(
    'connections.revoke_at',
    `update sign_in_sessions s set revoked_at = now() from connection_sessions w, connections c
     where w.session_id = s.id and c.id = w.connection_id and c.organisation_id = $1 and s.user_id = $2
       and s.revoked_at is null and (w.ends_at is null or w.ends_at > now()) returning s.id`,
    [organisationId, userId],
  );
  return rows.length;
}

/** Ends the sign-ins of an account through the connections of any organisation, but not those by an emergency way. */
export async function revokeThroughCompanies(db: Db, userId: number): Promise<void> {
  await db.prepared(
    'connections.revoke_through_companies',
    `update sign_in_sessions s set revoked_at = now() from connection_sessions w, connections c
     where w.session_id = s.id and c.id = w.connection_id and c.organisation_id is not null and s.user_id = $1
       and w.through = 'provider' and s.revoked_at is null returning s.id`,
    [userId],
  );
}

/** Ends the live sign-ins through a connection; with `userIds` only those of these accounts. */
export async function revokeThrough(db: Db, connectionId: string, userIds: readonly number[] | null): Promise<number> {
  const rows = await db.prepared(
    'connections.revoke_through',
    `update sign_in_sessions s set revoked_at = now() from connection_sessions w
     where w.session_id = s.id and w.connection_id = $1 and s.revoked_at is null
       and ($2::integer[] is null or s.user_id = any ($2::integer[])) returning s.id`,
    [connectionId, userIds],
  );
  return rows.length;
}

/**
 * Ends the sign-ins of all accounts with an address in a connection's domains, except for those through the connection
 * or by its emergency way (SSO-10).
 */
export async function revokeOtherWays(db: Db, connectionId: string): Promise<number> {
  const rows = await db.prepared(
    'connections.revoke_other_ways',
    `update sign_in_sessions s set revoked_at = now() from users u, connection_domains d
     where d.connection_id = $1 and ${domainOf('u.email')} = d.domain
       and s.user_id = u.id and s.revoked_at is null
       and not exists (select from connection_sessions w where w.session_id = s.id and w.connection_id = $1)
     returning s.id`,
    [connectionId],
  );
  return rows.length;
}

type Ended = { connectionId: string; subject: string | null; providerSid: string | null };

/**
 * Ends the sign-ins that a provider names by its session or its person (SSO-12). If it names both, both must match,
 * except for a sign-in without the provider's session id, which needs only the person.
 * @returns number of ended sign-ins
 */
export async function revokeNamed(db: Db, { connectionId, subject, providerSid }: Ended): Promise<number> {
  const rows = await db.prepared(
    'connections.revoke_named',
    `update sign_in_sessions s set revoked_at = now() from connection_sessions w
     where w.session_id = s.id and w.connection_id = $1 and w.through = 'provider' and s.revoked_at is null
       and ($2::text is null or w.subject = $2) and ($3::text is null or w.provider_sid = $3 or w.provider_sid is null and w.subject = $2)
       and ($2::text is not null or $3::text is not null)
     returning s.id`,
    [connectionId, subject, providerSid],
  );
  return rows.length;
}

/** Shortens the sessions of a connection to at most these hours. */
export async function shortenSessions(db: Db, connectionId: string, hours: number): Promise<void> {
  await db.prepared(
    'connections.shorten_sessions',
    `update connection_sessions w set ends_at = least(w.ends_at, s.created_at + make_interval(hours => $2))
     from sign_in_sessions s where s.id = w.session_id and w.connection_id = $1 and w.through = 'provider' returning s.id`,
    [connectionId, hours],
  );
}

/** Records a logout token. @returns false when it was used before */
export async function insertLogout(db: Db, connectionId: string, tokenIdHash: Buffer): Promise<boolean> {
  const rows = await db.prepared(
    'connections.insert_logout',
    `insert into connection_logouts (connection_id, token_id_hash) values ($1, $2) on conflict do nothing
     returning connection_id`,
    [connectionId, tokenIdHash],
  );
  return rows.length > 0;
}

type Way = {
  connectionId: string;
  through: 'provider' | 'emergency';
  subject: string | null;
  providerSid: string | null;
  endsAt: Date | null;
  sealedIdToken: Buffer | null;
};

/** Finds the connection through which a sign-in came. */
export async function findWay(db: Db, signInId: number): Promise<Way | null> {
  const rows = await db.prepared<Way>(
    'connections.find_way',
    `select connection_id as "connectionId", through, subject, provider_sid as "providerSid", ends_at as "endsAt",
       sealed_id_token as "sealedIdToken"
     from connection_sessions where session_id = $1`,
    [signInId],
  );
  return rows[0] ?? null;
}
