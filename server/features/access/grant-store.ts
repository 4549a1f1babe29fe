import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type GrantRow = Selectable<Tables['access_grants']> & { title: string };
type Slice = { limit: number; offset: number };

/** What administrators gave a member, revoked ones too, newest first. */
export function listGrants(db: Db, userId: number, { limit, offset }: Slice): Promise<GrantRow[]> {
  return grants(db).where('g.user_id', '=', userId).orderBy('g.id', 'desc').limit(limit).offset(offset).execute();
}

/** How many grants a member has or had. */
export async function countGrants(db: Db, userId: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('access_grants')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Lets one transaction at a time give a member access; false when there is no such member. */
export async function lockMember(db: Db, userId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a member has a live grant of a resource. */
export async function hasLiveGrant(db: Db, userId: number, resourceId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('access_grants')
    .select('id')
    .where('user_id', '=', userId)
    .where('resource_id', '=', resourceId)
    .where('is_active', '=', true)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst();
  return row !== undefined;
}

type NewGrant = { userId: number; resourceId: number; reason: string; grantedBy: number; expiresAt: Date | null };

/** Gives access; null when its end has passed by the database's clock. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<GrantRow | null> {
  const { rows } = await sql<Pick<Selectable<Tables['access_grants']>, 'id'>>`
    insert into access_grants (user_id, resource_id, reason, granted_by, expires_at)
    select ${grant.userId}, ${grant.resourceId}, ${grant.reason}, ${grant.grantedBy}, ${grant.expiresAt}::timestamptz
    where ${grant.expiresAt}::timestamptz is null or ${grant.expiresAt}::timestamptz > now()
    returning id`.execute(db.kysely);
  const id = rows[0]?.id;
  return id === undefined ? null : grants(db).where('g.id', '=', id).executeTakeFirstOrThrow();
}

/** Takes a grant away; null when there is no active one of this id. */
export async function revokeGrant(db: Db, id: number): Promise<Selectable<Tables['access_grants']> | null> {
  const row = await db.kysely
    .updateTable('access_grants')
    .set({ is_active: false })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export type BlockRow = Omit<Selectable<Tables['subscription_blocks']>, 'user_id' | 'blocked_by'> & { title: string };

/** What was taken out of a member's subscription, newest first. */
export function listBlocks(db: Db, userId: number, { limit, offset }: Slice): Promise<BlockRow[]> {
  return db.kysely
    .selectFrom('subscription_blocks as b')
    .innerJoin('resources as r', 'r.id', 'b.resource_id')
    .select(['b.resource_id', 'r.title', 'b.reason', 'b.created_at'])
    .where('b.user_id', '=', userId)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.resource_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many resources were taken out of a member's subscription. */
export async function countBlocks(db: Db, userId: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('subscription_blocks')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.total;
}

function grants(db: Db) {
  return db.kysely
    .selectFrom('access_grants as g')
    .innerJoin('resources as r', 'r.id', 'g.resource_id')
    .selectAll('g')
    .select('r.title');
}
