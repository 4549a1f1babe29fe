import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Entitlements, ResourceEntitlement, SeatEntitlement, SubscriptionEntitlement } from './rules.ts';

type Grant = Selectable<Tables['access_grants']>;
type Subscription = Selectable<Tables['subscriptions']>;
type User = Selectable<Tables['users']>;

/**
 * A member with one entitlement or block, or with none; the columns of the other kinds are null. A seat without a
 * resource opens the resources of the subscription.
 */
type Row = Pick<User, 'role'> & {
  user_id: User['id'];
  resource_id: Grant['resource_id'] | null;
  purchase_id: Selectable<Tables['purchases']>['id'] | null;
  grant_id: Grant['id'] | null;
  expires_at: Grant['expires_at'];
  is_block: boolean | null;
  seat_id: Selectable<Tables['seats']>['id'] | null;
  // Set whenever `seat_id` is.
  organisation_id: Selectable<Tables['seat_lots']>['organisation_id'];
  subscription_id: Subscription['id'] | null;
  // These four are set whenever `subscription_id` is.
  status: Subscription['status'];
  is_suspended: boolean;
  is_paused: boolean;
  is_in_grace: boolean;
};

/** Finds all data about a member that access depends on, in one statement; null when there is no such member. */
export const findEntitlements = batched<number, Entitlements | null>(async (db, userIds) => {
  const rows = await db.prepared<Row>(
    'access.list_entitlements',
    `select u.id as user_id, u.role, resource_id, purchase_id, grant_id, expires_at, is_block, seat_id, organisation_id,
       subscription_id, status, is_suspended, is_paused, is_in_grace
     from users u left join lateral (
       select o.resource_id, o.purchase_id, null::integer as grant_id, null::timestamptz as expires_at,
         null::boolean as is_block, null::integer as seat_id, null::integer as organisation_id,
         null::integer as subscription_id, null as status, null::boolean as is_suspended, null::boolean as is_paused,
         null::boolean as is_in_grace
       from owned_resources o where o.user_id = u.id
       union all
       select g.resource_id, null, g.id, g.expires_at, null, null, null, null, null, null, null, null
       from access_grants g where g.user_id = u.id and g.is_active and (g.expires_at is null or g.expires_at > now())
       union all
       select h.resource_id, null, null, null, null, h.seat_id, h.organisation_id, null, null, null, null, null
       from held_seats h where h.user_id = u.id
       union all
       select b.resource_id, null, null, null, true, null, null, null, null, null, null, null
       from subscription_blocks b where b.user_id = u.id
       union all
       select null, null, null, null, null, null, null, s.id, s.status, s.suspended_at is not null,
         coalesce(s.pause_starts_at <= now() and s.pause_ends_at > now(), false),
         coalesce(s.grace_ends_at > now(), false)
       from subscriptions s
       where s.user_id = u.id and s.organisation_id is null and not s.is_duplicate and s.status not in ('canceled', 'incomplete_expired')
     ) entitlement on true where u.id = any (${listOfAnyLength('integer')}) and u.deleted_at is null`,
    [userIds],
  );
  const members = new Map<number, GatheredEntitlements>();
  for (const row of rows) {
    const known = members.get(row.user_id);
    const entitlements = known ?? withoutEntitlements(row.role);
    if (!known) members.set(row.user_id, entitlements);
    gather(entitlements, row);
  }
  return userIds.map((userId) => members.get(userId) ?? null);
});

/** Finds what the seats of an organisation give to each of their holders, as `givenBy` returns it for one person. */
export async function listGivenBy(db: Db, organisationId: number): Promise<ReadonlyMap<number, Entitlements>> {
  const rows = await db.prepared<{ user_id: number; resource_id: number | null; seat_id: number }>(
    'access.list_given_by',
    'select user_id, resource_id, seat_id from held_seats where organisation_id = $1',
    [organisationId],
  );
  const holders = new Map<number, GatheredEntitlements>();
  for (const { user_id, resource_id, seat_id } of rows) {
    const known = holders.get(user_id);
    const entitlements = known ?? withoutEntitlements('user');
    if (!known) holders.set(user_id, entitlements);
    const seat: SeatEntitlement = { kind: 'seat', organisationId, seatId: seat_id };
    if (resource_id === null) entitlements.planSeat ??= seat;
    else entitlements.byResource.set(resource_id, [seat]);
  }
  return holders;
}

type GatheredEntitlements = Omit<Entitlements, 'byResource' | 'blocked'> & {
  byResource: Map<number, ResourceEntitlement[]>;
  blocked: Set<number>;
};

const withoutEntitlements = (role: User['role']): GatheredEntitlements => ({
  role,
  byResource: new Map(),
  subscription: null,
  planSeat: null,
  blocked: new Set(),
});

function gather(entitlements: GatheredEntitlements, row: Row): void {
  entitlements.subscription ??= subscriptionOf(row);
  if (row.resource_id === null) entitlements.planSeat ??= seatOf(row);
  if (row.resource_id === null) return;
  if (row.is_block) entitlements.blocked.add(row.resource_id);
  const entitlement = entitlementOf(row);
  if (!entitlement) return;
  const known = entitlements.byResource.get(row.resource_id);
  if (known) known.push(entitlement);
  else entitlements.byResource.set(row.resource_id, [entitlement]);
}

function entitlementOf(row: Row): ResourceEntitlement | null {
  const { purchase_id, grant_id, expires_at } = row;
  if (purchase_id !== null) return { kind: 'purchase', purchaseId: purchase_id };
  return grant_id === null ? seatOf(row) : { kind: 'grant', grantId: grant_id, expiresAt: expires_at };
}

function seatOf({ seat_id, organisation_id }: Row): SeatEntitlement | null {
  return seat_id === null ? null : { kind: 'seat', organisationId: organisation_id, seatId: seat_id };
}

function subscriptionOf({
  subscription_id,
  status,
  is_suspended,
  is_paused,
  is_in_grace,
}: Row): SubscriptionEntitlement | null {
  if (subscription_id === null) return null;
  return {
    subscriptionId: subscription_id,
    status,
    isSuspended: is_suspended,
    isPaused: is_paused,
    isInGrace: is_in_grace,
  };
}

type NewBlock = { userId: number; resourceId: number; reason: string; blockedBy: number };

/** Blocks a resource for a member; leaves an existing block unchanged. @returns whether the block is new */
export async function insertBlock(db: Db, { userId, resourceId, reason, blockedBy }: NewBlock): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db.kysely
    .insertInto('subscription_blocks')
    .values({ user_id: userId, resource_id: resourceId, reason, blocked_by: blockedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Lifts a block. @returns its reason; null when there was none */
export async function deleteBlock(db: Db, userId: number, resourceId: number): Promise<string | null> {
  const row = await db.kysely
    .deleteFrom('subscription_blocks')
    .where('user_id', '=', userId)
    .where('resource_id', '=', resourceId)
    .returning('reason')
    .executeTakeFirst();
  return row?.reason ?? null;
}

export async function hasMember(db: Db, userId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type GrantRow = Selectable<Tables['access_grants']> & { title: string };
type Slice = { limit: number; offset: number };

/** Lists the grants of a member, including revoked ones, newest first. */
export function listGrants(db: Db, userId: number, { limit, offset }: Slice): Promise<GrantRow[]> {
  return grants(db).where('g.user_id', '=', userId).orderBy('g.id', 'desc').limit(limit).offset(offset).execute();
}

export async function countGrants(db: Db, userId: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('access_grants')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Lets one transaction at a time give a member access. @returns false when there is no such member */
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

/** Inserts a grant; null when its end has passed by the database's clock. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<GrantRow | null> {
  const { rows } = await sql<Pick<Selectable<Tables['access_grants']>, 'id'>>`
    insert into access_grants (user_id, resource_id, reason, granted_by, expires_at)
    select ${grant.userId}, ${grant.resourceId}, ${grant.reason}, ${grant.grantedBy}, ${grant.expiresAt}::timestamptz
    where ${grant.expiresAt}::timestamptz is null or ${grant.expiresAt}::timestamptz > now()
    returning id`.execute(db.kysely);
  const id = rows[0]?.id;
  return id === undefined ? null : grants(db).where('g.id', '=', id).executeTakeFirstOrThrow();
}

/** Revokes a grant; null when there is no active one of this id. */
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

type BlockRow = Omit<Selectable<Tables['subscription_blocks']>, 'user_id' | 'blocked_by'> & { title: string };

/** Lists the resources that are excluded from a member's subscription, newest first. */
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
