import type { AccessType, ResourceType } from '#contract/catalogue/catalogue.ts';
import { listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

type Titled = { id: number; title: string; type: ResourceType };

/** Finds those resources whose titles contain a text, in the order of the titles. */
export async function listTitled(db: Db, ids: readonly number[], search: string): Promise<Titled[]> {
  return db.prepared<Titled>(
    'access.list_titled',
    `select id, title, type from resources where id = any (${listOfAnyLength('integer')}) and title ilike $2
     order by title, id`,
    [ids, containing(search)],
  );
}

type Listed = {
  /** Ids of resources to leave out. */
  except: readonly number[];
  accessTypes: readonly AccessType[];
  search: string;
};

const listed = `is_listed and access_type = any ($2::text[]) and title ilike $3 and id <> all (${listOfAnyLength('integer')})`;

/** Lists a page of the listed resources of some access types, those of the subscription first, then by their titles. */
export async function listByAccessType(
  db: Db,
  { except, accessTypes, search, limit, offset }: Listed & { limit: number; offset: number },
): Promise<(Titled & { accessType: AccessType })[]> {
  return db.prepared(
    'access.list_by_access_type',
    `select id, title, type, access_type as "accessType" from resources where ${listed}
     order by access_type = 'subscription' desc, title, id limit $4 offset $5`,
    [except, accessTypes, containing(search), limit, offset],
  );
}

export async function countByAccessType(
  db: Db,
  { except, accessTypes, search }: Listed,
): Promise<{ accessType: AccessType; count: number }[]> {
  return db.prepared(
    'access.count_by_access_type',
    `select access_type as "accessType", count(*)::integer as count from resources where ${listed} group by access_type`,
    [except, accessTypes, containing(search)],
  );
}

export type Details = {
  kind: 'purchase' | 'grant' | 'blocked';
  /** Id of the purchase or grant; of a block, the id of its resource. */
  id: number;
  /** The resource that was bought, which may be a bundle, granted or blocked. */
  resourceId: number;
  title: string;
  since: Date;
  amountMinor: number | null;
  currency: string | null;
  reason: string | null;
  by: string | null;
};

type Wanted = {
  userId: number;
  purchaseIds: readonly number[];
  grantIds: readonly number[];
  blocked: readonly number[];
};

export async function listDetails(db: Db, { userId, purchaseIds, grantIds, blocked }: Wanted): Promise<Details[]> {
  return db.prepared<Details>(
    'access.list_details',
    `select 'purchase' as kind, p.id, p.resource_id as "resourceId", r.title, p.purchased_at as since,
       p.amount_minor as "amountMinor", p.currency, null as reason, null as by
     from purchases p join resources r on r.id = p.resource_id where p.id = any ($2::integer[])
     union all
     select 'grant', g.id, g.resource_id, r.title, g.created_at, null, null, g.reason, a.first_name || ' ' || a.last_name
     from access_grants g join resources r on r.id = g.resource_id join users a on a.id = g.granted_by
     where g.id = any ($3::integer[])
     union all
     select 'blocked', b.resource_id, b.resource_id, r.title, b.created_at, null, null, b.reason,
       a.first_name || ' ' || a.last_name
     from subscription_blocks b join resources r on r.id = b.resource_id join users a on a.id = b.blocked_by
     where b.user_id = $1 and b.resource_id = any ($4::integer[])`,
    [userId, purchaseIds, grantIds, blocked],
  );
}
