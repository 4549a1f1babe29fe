import type { Resource } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import { listCounts } from './list-store.ts';
import { showAdminResource, showResource } from './presenters.ts';
import * as products from './product-store.ts';
import { countMatches, noFilter, type Slice, type Standing } from './rules.ts';
import * as store from './store.ts';

/** A resource and what decides about who sees it. */
export type FoundResource = { standing: Standing; resource: Resource };

/** A resource as readers of this role are shown it, listed or not; null when it is unknown. */
export async function findResource(
  ctx: Context,
  id: number,
  reader: 'user' | 'administrator',
): Promise<FoundResource | null> {
  const row = await store.findResource(ctx.db, id);
  if (!row) return null;
  const standing = { id, accessType: row.access_type, state: row.state };
  const shown = reader === 'administrator' ? showAdminResource(row) : showResource(row);
  return { standing, resource: { ...shown, hasPages: row.hasPages } };
}

/** What decides about access, of each of these resources that exists, by id. */
export function listStandings(ctx: Context, ids: readonly number[]): Promise<Standing[]> {
  return store.listStandings(ctx.db, ids);
}

/** The same of a stretch of the listed resources, by id. */
export function listListed(ctx: Context, slice: Slice): Promise<Standing[]> {
  return store.listListed(ctx.db, slice);
}

/** How many resources are listed. */
export async function countListed(ctx: Context): Promise<number> {
  return countMatches(await listCounts(ctx.db), noFilter);
}

/** What decides about access, of the resources that carry this file. */
export function listResourcesOfFile(ctx: Context, fileId: string): Promise<Standing[]> {
  return store.listResourcesOfFile(ctx.db, fileId);
}

export type FoundProduct = { product: store.OnlineProductRow; resources: Standing[] };

/** An online product and the resources that lead to it; null when it is unknown. */
export async function findOnlineProduct(ctx: Context, id: number): Promise<FoundProduct | null> {
  const product = await store.findOnlineProduct(ctx.db, id);
  return product && { product, resources: await store.listResourcesOfProduct(ctx.db, id) };
}

/** The online products that can be opened at all. */
export function listActiveProducts(ctx: Context): Promise<products.ProductRow[]> {
  return products.listActiveProducts(ctx.db);
}
