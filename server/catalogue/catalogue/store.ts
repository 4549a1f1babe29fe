import type { RappPhase, RappPrinciple, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type ResourceRow, resourceColumns, type SummaryRow, summaryColumns } from './columns.ts';
import type { AccessTerms, ListedAddress, Slice } from './rules.ts';

const state = `case when withdrawn_at is not null then 'withdrawn' when is_published then 'listed' else 'draft' end`;
const parts = `case when type = 'path' then (
  select coalesce(json_agg(json_build_object('id', part.id, 'accessType', part.access_type, 'state', 'listed')), '[]')
  from bundle_parts b join resources part on part.id = b.resource_id and part.is_listed
  where b.bundle_id = resources.id and b.removed_at is null) end as parts`;
const accessTermsColumns = `id, access_type as "accessType", ${state} as state, ${parts}`;

const file = `(select json_build_object('id', id, 'contentType', content_type, 'bytes', bytes) from files where id = file_id) as file`;

/** File data that people without access may see. */
export type FileFacts = { id: string; contentType: string; bytes: number };

type FoundResource = ResourceRow & Pick<AccessTerms, 'state'> & { file: FileFacts | null };

/** Finds a resource by its id, listed or not. */
export const findResource = batched<number, FoundResource | null>(async (db, ids) => {
  const rows = await db.prepared<FoundResource>(
    'catalogue.find_resources',
    `select ${resourceColumns}, ${state} as state, ${file} from resources where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** Lists the access terms of the resources with these ids, in the order of their ids; unknown ids are missing. */
export const listAccessTerms = batched<readonly number[], AccessTerms[]>(async (db, lists) => {
  const rows = await db.prepared<AccessTerms>(
    'catalogue.list_access_terms',
    `select ${accessTermsColumns} from resources where id = any (${listOfAnyLength('integer')})`,
    [[...new Set(lists.flat())]],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const termsOf = (ids: readonly number[]) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  return lists.map((ids) => termsOf(ids).sort((one, other) => one.id - other.id));
});

/** Returns the title and the content's version of resources, by their ids. */
export const listEditions = batched<readonly number[], Edition[]>(async (db, lists) => {
  const rows = await db.prepared<Edition>(
    'catalogue.list_editions',
    `select id, title, content_version as version from resources where id = any (${listOfAnyLength('integer')})`,
    [[...new Set(lists.flat())]],
  );
  return lists.map((ids) => rows.filter(({ id }) => ids.includes(id)));
});

export type Edition = { id: number; title: string; version: number };

/** Returns the ids of these resources that have a published check. */
export async function listChecked(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'catalogue.list_checked',
    'select resource_id as id from knowledge_checks where resource_id = any ($1::integer[]) and version is not null',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Lists the listed learning paths that have resources among their steps. */
export async function listPaths(db: Db): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_paths',
    `select ${accessTermsColumns} from resources
     where id in (select bundle_id from bundle_parts where removed_at is null) and type = 'path' and is_listed`,
    [],
  );
}

/** Lists the listed resources in the order of their ids. */
export async function listListed(db: Db, { limit, offset }: Slice): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_listed',
    `select ${accessTermsColumns} from resources where is_listed order by id limit $1 offset $2`,
    [limit, offset],
  );
}

/** Lists the titles of the listed resources and the times of their last changes, in the order of their ids. */
export async function listListedAddresses(db: Db, { limit, offset }: Slice): Promise<ListedAddress[]> {
  return db.prepared<ListedAddress>(
    'catalogue.list_listed_addresses',
    `select id, title, updated_at as "updatedAt" from resources where is_listed order by id limit $1 offset $2`,
    [limit, offset],
  );
}

/** Lists the resources with this file, in the order of their ids. */
export async function listResourcesOfFile(db: Db, fileId: string): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_resources_of_file',
    `select ${accessTermsColumns} from resources where file_id = $1 order by id`,
    [fileId],
  );
}

const showsPicture = `select id from resources
    where resource_pictures(thumbnail_url, featured_image_url, slideshow_images) @> array[$1::uuid]
  union all select resource_id from articles where pictures_in(document::text) @> array[$1::uuid]
  union all select r.id from drawn_pages d join resources r on r.file_id = d.file_id and r.sample_pages >= d.page
    where d.image_id = $1`;

/** Whether a listed resource shows this uploaded picture: as its cover, in its slideshow or text, or as a sample page. */
export async function isPictureListed(db: Db, imageId: string): Promise<boolean> {
  const rows = await db.prepared(
    'catalogue.is_picture_listed',
    `select from resources r join (${showsPicture}) as shown using (id) where r.is_listed limit 1`,
    [imageId],
  );
  return rows.length > 0;
}

/** Lists the resources that show this uploaded picture, in the order of their ids. */
export async function listResourcesOfPicture(db: Db, imageId: string): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_resources_of_picture',
    `select ${accessTermsColumns} from resources where id in (${showsPicture}) order by id`,
    [imageId],
  );
}

/** Lists the resources that link to this online product, in the order of their ids. */
export async function listResourcesOfProduct(db: Db, productId: number): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_resources_of_product',
    `select ${accessTermsColumns} from resources where online_product_id = $1 order by id`,
    [productId],
  );
}

/**
 * Lists up to three listed resources of the same type: those that share the most principles first, then the newest.
 * Reads the three newest of each combination of access type and principles, so the size of the catalogue does not
 * matter.
 */
export async function listRelated(db: Db, resourceId: number): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_related',
    `with own as (select id, type, principles_bits from resources where id = $1),
     candidates as (
       select near.id, near.created_at, bit_count((kind.principles_bits & own.principles_bits)::integer::bit(4)) as shared
       from own join resource_counts kind on kind.type = own.type
       cross join lateral (
         select id, created_at from resources
         where is_listed and type = kind.type and access_type = kind.access_type
           and principles_bits = kind.principles_bits and id <> own.id
         order by created_at desc, id desc limit 3
       ) near
     ),
     nearest as (select id, shared from candidates order by shared desc, created_at desc, id desc limit 3)
     select ${summaryColumns} from nearest join resources r using (id) order by shared desc, created_at desc, id desc`,
    [resourceId],
  );
}

/** Lists the cards of these resources, listed or not, in no order. */
export async function listSummaries(db: Db, ids: readonly number[]): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_summaries',
    `select ${summaryColumns} from resources r where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
}

/** Lists these resources, listed or not, in no order. */
export async function listResources(db: Db, ids: readonly number[]): Promise<ResourceRow[]> {
  return db.prepared<ResourceRow>(
    'catalogue.list_resources',
    `select ${resourceColumns} from resources where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
}

/** Lists the cards of the current parts of these bundles, in the order of each bundle. */
export async function listParts(db: Db, bundleIds: readonly number[]): Promise<(SummaryRow & { bundle_id: number })[]> {
  return db.prepared(
    'catalogue.list_parts',
    `select ${summaryColumns}, part.bundle_id from bundle_parts part join resources r on r.id = part.resource_id
     where part.bundle_id = any (${listOfAnyLength('integer')}) and part.removed_at is null
     order by part.bundle_id, part.position, r.id`,
    [bundleIds],
  );
}

/** A combination of tags that a resource can have. */
export type Tags = { principle: RappPrinciple; phase: RappPhase; role: RoleAffiliation };

/** Lists listed resources of the phase: those that share the principle first, then the role, then the cheapest. */
export async function listTagged(db: Db, { principle, phase, role }: Tags, limit: number): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_tagged',
    `select ${summaryColumns} from resources r where is_listed and $2 = any (rapp_implementation_phase)
     order by $1 = any (rapp_principles) desc, $3 = any (role_affiliations) desc, shown_price_minor, id limit $4`,
    [principle, phase, role, limit],
  );
}

/** Returns the given combinations of tags that no listed resource has. */
export async function listUnserved(db: Db, tags: readonly Tags[]): Promise<Tags[]> {
  return db.prepared<Tags>(
    'catalogue.list_unserved',
    `select principle, phase, role from unnest($1::text[], $2::text[], $3::text[]) as wanted (principle, phase, role)
     where not exists (
       select from resources where is_listed and rapp_principles @> array[principle]
         and rapp_implementation_phase @> array[phase] and role_affiliations @> array[role])`,
    [tags.map(({ principle }) => principle), tags.map(({ phase }) => phase), tags.map(({ role }) => role)],
  );
}

/** Channel that announces a new version of the catalogue; the payload is its number. */
export const catalogueChannel = 'catalogue_version';

/**
 * Raises the version of the catalogue. Must be the last step of every write to resources or online products, in the
 * same transaction. After the commit, this node drops its cached lists at once, other nodes when PostgreSQL notifies
 * them.
 */
export async function bumpCatalogueVersion(db: Db): Promise<void> {
  const rows = await db.prepared<{ version: number }>(
    'catalogue.bump_version',
    'update catalogue_version set version = version + 1 returning version',
    [],
  );
  await db.notify(catalogueChannel, String(rows[0]?.version));
}

/** Returns the committed version of the catalogue. */
export async function getCatalogueVersion(db: Db): Promise<number> {
  const rows = await db.prepared<{ version: number }>(
    'catalogue.get_version',
    'select version from catalogue_version',
    [],
  );
  const version = rows[0]?.version;
  if (version === undefined) throw new Error('The row of catalogue_version is missing');
  return version;
}
