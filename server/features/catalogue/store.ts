import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type ResourceRow, resourceColumns, type SummaryRow, summaryColumns } from './columns.ts';
import type { AccessTerms, Slice } from './rules.ts';

const state = `case when withdrawn_at is not null then 'withdrawn' when is_published then 'listed' else 'draft' end`;
const accessTermsColumns = `id, access_type as "accessType", ${state} as state`;

const hasPages = `coalesce((select content_type = 'application/pdf' from files where id = file_id), false) as "hasPages"`;

type FoundResource = ResourceRow & Pick<AccessTerms, 'state'> & { hasPages: boolean };

/** A resource by its id, listed or not; null when it is unknown. */
export const findResource = batched<number, FoundResource | null>(async (db, ids) => {
  const rows = await db.prepared<FoundResource>(
    'catalogue.find_resources',
    `select ${resourceColumns}, ${state} as state, ${hasPages} from resources where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** What decides about access, of each of these resources that exists, by id. */
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

/** The listed resources in the order of their ids. */
export async function listListed(db: Db, { limit, offset }: Slice): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_listed',
    `select ${accessTermsColumns} from resources where is_listed order by id limit $1 offset $2`,
    [limit, offset],
  );
}

/** The resources that carry this file, by id. */
export async function listResourcesOfFile(db: Db, fileId: string): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_resources_of_file',
    `select ${accessTermsColumns} from resources where file_id = $1 order by id`,
    [fileId],
  );
}

/** The resources that lead to this online product, by id. */
export async function listResourcesOfProduct(db: Db, productId: number): Promise<AccessTerms[]> {
  return db.prepared<AccessTerms>(
    'catalogue.list_resources_of_product',
    `select ${accessTermsColumns} from resources where online_product_id = $1 order by id`,
    [productId],
  );
}

/**
 * Up to three listed resources of the same type: those that share most principles first, then the newest. Each of the
 * few kinds of a type gives its three newest, so the size of the catalogue does not matter.
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

/** What the cards of these resources need, listed or not, in no order. */
export async function listSummaries(db: Db, ids: readonly number[]): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_summaries',
    `select ${summaryColumns} from resources r where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
}
