import type { Db } from '#server/platform/db.ts';
import type { AccessFacts, ResourceFact } from './rules.ts';

type Row = { role: AccessFacts['role']; purchase_id: number | null; grant_id: number | null } & {
  resource_id: number | null;
  expires_at: Date | null;
};

/** Everything about a member that access depends on, in one statement; null when there is no such member. */
export async function findFacts(db: Db, userId: number): Promise<AccessFacts | null> {
  const rows = await db.prepared<Row>(
    'access.find_facts',
    `select u.role, fact.* from users u left join lateral (
       select p.id as purchase_id, null::integer as grant_id, p.resource_id, null::timestamptz as expires_at
       from purchases p where p.user_id = u.id and p.status = 'paid'
       union all
       select null, g.id, g.resource_id, g.expires_at
       from access_grants g where g.user_id = u.id and g.is_active and (g.expires_at is null or g.expires_at > now())
     ) fact on true where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
  const [first] = rows;
  if (!first) return null;
  const held = new Map<number, ResourceFact[]>();
  for (const row of rows) {
    const fact = factOf(row);
    if (!fact || row.resource_id === null) continue;
    const known = held.get(row.resource_id);
    if (known) known.push(fact);
    else held.set(row.resource_id, [fact]);
  }
  return { role: first.role, held };
}

function factOf({ purchase_id, grant_id, expires_at }: Row): ResourceFact | null {
  if (purchase_id !== null) return { kind: 'purchase', purchaseId: purchase_id };
  return grant_id === null ? null : { kind: 'grant', grantId: grant_id, expiresAt: expires_at };
}
