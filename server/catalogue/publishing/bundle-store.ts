import { type Selectable, sql } from 'kysely';
import type { PathPart } from '#contract/catalogue/publishing.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Part } from './form-rules.ts';

type Row = Selectable<Tables['bundle_parts']>;

/** Lists the current parts of these bundles, in the order of each bundle. */
export function listPartIds(
  db: Db,
  bundleIds: readonly number[],
): Promise<{ bundleId: Row['bundle_id']; resourceId: Row['resource_id'] }[]> {
  return db.prepared(
    'publishing.list_part_ids',
    `select bundle_id as "bundleId", resource_id as "resourceId" from bundle_parts
     where bundle_id = any ($1::integer[]) and removed_at is null order by bundle_id, position, resource_id`,
    [bundleIds],
  );
}

/** Lists the resources with these ids; withdrawn ones are missing. */
export function listParts(db: Db, ids: readonly number[]): Promise<Part[]> {
  return db.prepared(
    'publishing.list_parts',
    `select id, title, type, is_published as "isPublished" from resources
     where id = any ($1::integer[]) and withdrawn_at is null`,
    [ids],
  );
}

/** Finds, for each of these resources that is published, a bundle with it that is published or scheduled. */
export function listSellingBundles(db: Db, ids: readonly number[]): Promise<{ resourceId: number; title: string }[]> {
  return db.prepared(
    'publishing.list_selling_bundles',
    `select part.resource_id as "resourceId", min(bundle.title) as title from bundle_parts part
     join resources bundle on bundle.id = part.bundle_id join resources r on r.id = part.resource_id
     where part.resource_id = any ($1::integer[]) and part.removed_at is null and r.is_listed and bundle.type = 'bundle'
       and bundle.withdrawn_at is null and (bundle.is_published or bundle.publish_at is not null)
     group by part.resource_id`,
    [ids],
  );
}

/** Returns the ids of these bundles that include later parts and have been bought, so that the promise must be kept. */
export async function listPromised(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'publishing.list_promised',
    `select id from resources r where id = any ($1::integer[]) and includes_later_parts
       and exists (select from purchases p where p.resource_id = r.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Makes these the parts of a bundle, in this order. A remaining part keeps the time when it was added. */
export async function saveParts(db: Db, bundleId: number, ids: readonly number[]): Promise<void> {
  await sql`update bundle_parts set removed_at = now()
    where bundle_id = ${bundleId} and removed_at is null and resource_id <> all (${[...ids]}::integer[])`.execute(
    db.kysely,
  );
  await sql`insert into bundle_parts (bundle_id, resource_id, position)
    select ${bundleId}, part.id, part.position from unnest(${[...ids]}::integer[]) with ordinality as part (id, position)
    on conflict (bundle_id, resource_id) where removed_at is null do update set position = excluded.position`.execute(
    db.kysely,
  );
}

/**
 * Removes a resource from the parts of every bundle and learning path. The caller must have checked with
 * `listSellingBundles` that no bundle sells it.
 */
export async function removeFromBundles(db: Db, resourceId: number): Promise<void> {
  await sql`update bundle_parts set removed_at = now()
    where resource_id = ${resourceId} and removed_at is null`.execute(db.kysely);
}

type Assessment = { productIds: number[]; isListed: boolean; isScheduled: boolean };

/** Finds the products that open the assessment, and whether a published resource, or a draft with a time, has one. */
export async function findAssessment(db: Db): Promise<Assessment> {
  const [row] = await db.prepared<Assessment>(
    'publishing.find_assessment',
    `select coalesce(array_agg(distinct p.id), '{}') as "productIds",
       coalesce(bool_or(r.is_listed), false) as "isListed",
       coalesce(bool_or(not r.is_published and r.publish_at is not null), false) as "isScheduled"
     from online_products p left join resources r on r.online_product_id = p.id and r.withdrawn_at is null
     where p.is_active
       and coalesce(nullif(p.configuration->>'toolUrl', ''), p.configuration->>'url') = '/tools/responsible-ai-assessment'`,
    [],
  );
  return row ?? { productIds: [], isListed: false, isScheduled: false };
}

/** Lists the resources that steps of learning paths name, withdrawn ones as well. */
export function listPathParts(db: Db, ids: readonly number[]): Promise<(PathPart & { isScheduled: boolean })[]> {
  return db.prepared(
    'publishing.list_path_parts',
    `select r.id, r.title, r.type, r.access_type as "accessType", case when r.withdrawn_at is not null then 'withdrawn'
         when r.is_published then 'listed' else 'draft' end as state, k.version is not null as "hasCheck",
       r.publish_at is not null as "isScheduled"
     from resources r left join knowledge_checks k on k.resource_id = r.id where r.id = any ($1::integer[])`,
    [ids],
  );
}
