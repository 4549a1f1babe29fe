import type { Bundle, ListedResource, PathOutline, Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { type PathContent, stepsOf } from '#contract/catalogue/paths.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceRow } from './columns.ts';
import type { AccessTerms, ListedAddress, Reader, Slice } from './rules.ts';
import { hasContentVideo, outlineOf, showResource, showSummary } from './rules.ts';
import * as store from './store.ts';

/** A combination of tags that a resource can have. */
export type Tags = store.Tags;

/** A resource with its access terms. */
export type FoundResource = {
  accessTerms: Omit<AccessTerms, 'parts'>;
  resource: Resource;
  file: store.FileFacts | null;
  /** Whether the resource has a video that only people with access may watch. */
  hasVideo: boolean;
  updatedAt: Date;
};

/** Finds a resource, listed or not, as this reader may see it. */
export async function findResource(ctx: Context, id: number, reader: Reader): Promise<FoundResource | null> {
  const row = await store.findResource(ctx.db, id);
  if (!row) return null;
  const accessTerms = { id, accessType: row.access_type, state: row.state };
  const outline = row.path === null ? null : await getOutline(ctx, id, row.path as PathContent);
  const [bundle] = row.type === 'bundle' ? await listBundles(ctx, [row], reader) : [];
  const { file, updated_at: updatedAt } = row;
  const hasPages = file?.contentType === 'application/pdf';
  const resource = { ...showResource(row, reader), hasPages, ...(bundle && { bundle }), ...(outline && { outline }) };
  return { accessTerms, resource, file, hasVideo: hasContentVideo(row), updatedAt };
}

/** Describes a path with the cards of its listed steps. */
async function getOutline(ctx: Context, id: number, content: PathContent): Promise<PathOutline> {
  const ids = stepsOf(content).flatMap((step) => ('resourceId' in step ? [step.resourceId] : []));
  const cards = ids.length === 0 ? [] : (await store.listSummaries(ctx.db, ids)).map(showSummary);
  const listed = cards.filter(({ isPublished }) => isPublished);
  return outlineOf(id, content, {
    cards: new Map(listed.map((card) => [card.id, card])),
    checked: new Set(await store.listChecked(ctx.db, [id, ...ids])),
  });
}

/** Returns the parts of each of these bundles. Members do not see unpublished parts (BUNDLE-03). */
export async function listBundles(
  ctx: Context,
  bundles: readonly Pick<ResourceRow, 'id' | 'includes_later_parts'>[],
  reader: Reader,
): Promise<Bundle[]> {
  const ids = bundles.map(({ id }) => id);
  const parts = (await store.listParts(ctx.db, ids)).filter((part) => reader === 'administrator' || part.is_published);
  return bundles.map(({ id, includes_later_parts }) => ({
    parts: parts.filter(({ bundle_id }) => bundle_id === id).map(showSummary),
    includesLaterParts: includes_later_parts,
  }));
}

/** Lists the access terms of the resources with these ids, in the order of their ids; unknown ids are missing. */
export function listAccessTerms(ctx: Context, ids: readonly number[]): Promise<AccessTerms[]> {
  return store.listAccessTerms(ctx.db, ids);
}

/**
 * Returns the titles of resources and the versions of their content, for citations. The caller must have checked that
 * the reader may see them.
 */
export function listEditions(ctx: Context, ids: readonly number[]): Promise<store.Edition[]> {
  return store.listEditions(ctx.db, ids);
}

/** Lists the access terms of the listed learning paths that have resources among their steps. */
export function listPaths(ctx: Context): Promise<AccessTerms[]> {
  return store.listPaths(ctx.db);
}

/** Lists the access terms of a page of the listed resources, in the order of their ids. */
export function listListed(ctx: Context, slice: Slice): Promise<AccessTerms[]> {
  return store.listListed(ctx.db, slice);
}

/** Lists a page of the listed resources for the sitemap, in the order of their ids. */
export function listListedAddresses(ctx: Context, slice: Slice): Promise<ListedAddress[]> {
  return store.listListedAddresses(ctx.db, slice);
}

/** Lists the access terms of the resources with this file. */
export function listResourcesOfFile(ctx: Context, fileId: string): Promise<AccessTerms[]> {
  return store.listResourcesOfFile(ctx.db, fileId);
}

export function isPictureListed(ctx: Context, imageId: string): Promise<boolean> {
  return store.isPictureListed(ctx.db, imageId);
}

/** Lists the access terms of every resource that shows this uploaded picture. */
export function listResourcesOfPicture(ctx: Context, imageId: string): Promise<AccessTerms[]> {
  return store.listResourcesOfPicture(ctx.db, imageId);
}

/** Lists the access terms of the resources that link to this online product. */
export function listResourcesOfProduct(ctx: Context, productId: number): Promise<AccessTerms[]> {
  return store.listResourcesOfProduct(ctx.db, productId);
}

/** Lists up to three listed resources of the same type (DETAIL-13). */
export async function listRelatedResources(ctx: Context, id: number): Promise<ResourceSummary[]> {
  return (await store.listRelated(ctx.db, id)).map(showSummary);
}

/**
 * Lists the cards of these resources, listed or not, in the order of the ids. The caller must have checked that the
 * reader may see them.
 */
export async function listSummaries(ctx: Context, ids: readonly number[]): Promise<ResourceSummary[]> {
  const byId = new Map((await store.listSummaries(ctx.db, ids)).map((row) => [row.id, showSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists these resources, listed or not, as this reader may see them, in the order of the ids. */
export async function listWhole(ctx: Context, ids: readonly number[], reader: Reader): Promise<ListedResource[]> {
  const rows = await store.listResources(ctx.db, ids);
  const bundles = rows.filter(({ type }) => type === 'bundle');
  const sold = bundles.length === 0 ? [] : await listBundles(ctx, bundles, reader);
  const soldBy = new Map(bundles.map(({ id }, place) => [id, sold[place]]));
  const byId = new Map(rows.map((row) => [row.id, { ...showResource(row, reader), bundle: soldBy.get(row.id) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Lists up to 50 listed resources of the phase: those that share the principle first, then the role, then the cheapest.
 */
export async function listTagged(ctx: Context, tags: store.Tags): Promise<ResourceSummary[]> {
  return (await store.listTagged(ctx.db, tags, 50)).map(showSummary);
}

/** Returns the given combinations of tags that no listed resource has. */
export function listUnserved(ctx: Context, tags: readonly store.Tags[]): Promise<store.Tags[]> {
  return store.listUnserved(ctx.db, tags);
}
