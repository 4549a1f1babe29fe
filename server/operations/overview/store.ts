import type { Selectable } from 'kysely';
import type { MemberSummary } from '#contract/operations/overview.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type User = Selectable<Tables['users']>;

type SummaryRow = Pick<MemberSummary, 'hasPassword' | 'hasProvider' | 'hasPasskey' | 'tools'> & {
  workRole: User['role_affiliation'];
  goal: User['goal'];
  lastSeenAt: Date | null;
  assessedAt: Date | null;
};

/**
 * Finds a member's role, goal, ways of signing in, last visit, latest assessment and last ten opened tools; null for a
 * deleted account.
 */
export async function findSummary(db: Db, userId: number): Promise<SummaryRow | null> {
  const rows = await db.prepared<SummaryRow>(
    'overview.find_member_summary',
    `select u.role_affiliation as "workRole", u.goal, u.password_hash is not null as "hasPassword",
       exists (select from identities i where i.user_id = u.id) as "hasProvider",
       exists (select from passkeys p where p.user_id = u.id) as "hasPasskey",
       (select max(s.last_seen_at) from sign_in_sessions s where s.user_id = u.id) as "lastSeenAt",
       (select max(a.created_at) from assessment_attempts a where a.user_id = u.id) as "assessedAt",
       (select coalesce(json_agg(tool order by tool."openedAt" desc), '[]') from (
         select p.resource_id as "resourceId", r.title, p.completion_percentage as percent,
           to_char(p.last_accessed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "openedAt"
         from progress_sessions p join resources r on r.id = p.resource_id
         where p.user_id = u.id and r.type = 'online_tool' order by p.last_accessed_at desc limit 10) tool) as tools
     from users u where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
  return rows[0] ?? null;
}
